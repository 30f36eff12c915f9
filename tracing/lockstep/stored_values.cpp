// SPDX-License-Identifier: MIT
#include "tracing/lockstep/stored_values.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace gemmscope::lockstep {

StoredValues::Page* StoredValues::Part::page_of(std::uint64_t address) {
  const auto at = pages.find(address / kPageBytes);
  if (at != pages.end()) return at->second.get();
  if (pages.size() == kMostPages) return nullptr;
  return pages.emplace(address / kPageBytes, std::make_unique<Page>()).first->second.get();
}

void StoredValues::store(std::uint32_t statement, Word* word, std::uint32_t value, std::uint8_t which,
                         std::uint32_t interval) {
  const auto bits_of = [](unsigned bytes) {
    std::uint32_t bits = 0;
    for (unsigned b = 0; b < 4; ++b) bits |= (bytes >> b & 1u) != 0 ? 0xffu << 8 * b : 0;
    return bits;
  };
  if (word == nullptr) return void(differing_ |= bit(statement));
  if (word->interval != interval) *word = {.interval = interval};
  const unsigned before = word->stored & which;
  word->differs = word->differs || ((word->value ^ value) & bits_of(before)) != 0;
  word->value = (word->value & ~bits_of(which)) | (value & bits_of(which));
  word->stored = static_cast<std::uint8_t>(word->stored | which);
  word->by |= bit(statement);
  if (word->differs) differing_ |= word->by;
}

void StoredValues::store(std::uint32_t statement, std::uint64_t width, Mask lanes,
                         std::span<const std::uint64_t, kLanes> addresses, const Lanes& values, Shared* shared) {
  std::unique_lock<std::mutex> lock;
  std::uint64_t last = ~std::uint64_t{0};
  Page* page = nullptr;
  const auto word_at = [&](std::uint64_t address) -> Word* {
    if (shared != nullptr) {
      if (shared->words.size() <= address / 4) shared->words.resize(address / 4 + 1);
      return &shared->words[address / 4];
    }
    if (address / kPageBytes != last) {
      Part& part = parts_[address / kPageBytes % kParts];
      if (lock.owns_lock()) lock.unlock();
      lock = std::unique_lock(part.mutex);
      last = address / kPageBytes, page = part.page_of(address);
    }
    return page == nullptr ? nullptr : &(*page)[address % kPageBytes / 4];
  };
  const std::uint32_t interval = shared == nullptr ? 0 : shared->interval;
  for (Mask left = lanes; left != 0; left &= left - 1) {
    const auto l = static_cast<std::size_t>(std::countr_zero(left));
    for (std::uint64_t b = 0; b < width; b += 4) {
      const auto bytes = static_cast<unsigned>(std::min<std::uint64_t>(width, 4));
      const auto from = static_cast<unsigned>((addresses[l] + b) % 4);
      std::uint32_t value = 0;
      std::memcpy(&value, values[l].data() + b, bytes);
      store(statement, word_at(addresses[l] + b), value << 8 * from,
            static_cast<std::uint8_t>(((1u << bytes) - 1) << from), interval);
    }
  }
}

}  // namespace gemmscope::lockstep
