// SPDX-License-Identifier: MIT
// Whether threads agree on what they store to one place.
#include <gtest/gtest.h>

#include <cstring>

#include "tracing/lockstep/stored_values.h"

namespace gemmscope::lockstep {
namespace {

constexpr std::uint32_t kOne = 3, kOther = 5;

struct Stores {
  StoredValues values;
  StoredValues::Shared shared;

  /// Lane by lane, an address and 4 bytes.
  Stores& store(std::uint32_t statement, const std::vector<std::pair<std::uint64_t, std::uint32_t>>& lanes,
                bool in_shared = false, std::uint64_t width = 4) {
    std::array<std::uint64_t, kLanes> addresses{};
    StoredValues::Lanes bytes{};
    for (std::size_t l = 0; l < lanes.size(); ++l) {
      addresses[l] = lanes[l].first;
      std::memcpy(bytes[l].data(), &lanes[l].second, 4);
    }
    values.store(statement, width, (Mask{1} << lanes.size()) - 1, addresses, bytes, in_shared ? &shared : nullptr);
    return *this;
  }
  bool one() const { return values.agree(kOne); }
  bool other() const { return values.agree(kOther); }
};

TEST(StoredValues, AgreeWhereAllStoreTheSame) {
  EXPECT_TRUE(Stores().store(kOne, {{64, 7}, {64, 7}, {68, 8}}).one());
  EXPECT_FALSE(Stores().store(kOne, {{64, 7}, {68, 8}, {64, 8}}).one());
  EXPECT_FALSE(Stores().store(kOne, {{64, 7}}).store(kOne, {{64, 8}}).one());
  EXPECT_FALSE(Stores().store(kOne, {{64, 7}}, true).store(kOne, {{64, 8}}, true).one());
}

TEST(StoredValues, AllWhoHaveEverStoredThereDisagree) {
  Stores stores;
  stores.store(kOne, {{64, 7}}).store(kOther, {{64, 7}});
  EXPECT_TRUE(stores.one() && stores.other());
  stores.store(kOther, {{64, 8}});
  EXPECT_TRUE(!stores.one() && !stores.other());
  Stores late;
  late.store(kOther, {{64, 7}, {64, 8}}).store(kOne, {{64, 8}});
  EXPECT_FALSE(late.one());
  EXPECT_TRUE(Stores().store(kOther, {{64, 7}, {64, 8}}).store(kOne, {{68, 8}}).one());
}

TEST(StoredValues, ByteByByte) {
  EXPECT_TRUE(Stores().store(kOne, {{64, 7}, {65, 8}}, false, 1).one());
  EXPECT_TRUE(Stores().store(kOne, {{64, 0x07070707}}).store(kOne, {{66, 7}}, false, 1).one());
  EXPECT_FALSE(Stores().store(kOne, {{64, 0x07070707}}).store(kOne, {{66, 8}}, false, 1).one());
  EXPECT_FALSE(Stores().store(kOne, {{64, 0x07070707}}).store(kOne, {{66, 0x0807}}, false, 2).one());
}

TEST(StoredValues, ABarrierIsTheEndInSharedMemoryAlone) {
  Stores stores;
  stores.store(kOne, {{64, 7}}, true);
  ++stores.shared.interval;
  EXPECT_TRUE(stores.store(kOne, {{64, 8}, {64, 8}}, true).one());
  stores.store(kOther, {{64, 7}});
  ++stores.shared.interval;
  EXPECT_FALSE(stores.store(kOther, {{64, 8}}).other());
}

TEST(StoredValues, OfMoreMemoryThanIsKeptNothingIsSaid) {
  Stores stores;
  for (std::uint64_t page = 0; page < 64 * 64; ++page) stores.store(kOne, {{4096 * page, 7}});
  EXPECT_TRUE(stores.one());
  EXPECT_FALSE(stores.store(kOne, {{4096 * 64 * 64, 7}}).one());
}

}  // namespace
}  // namespace gemmscope::lockstep
