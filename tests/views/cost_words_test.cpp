// SPDX-License-Identifier: MIT
#include "app/views/parts/cost_words.h"

#include "tests/views/recorded.h"

namespace gemmscope::views {
namespace {

struct Case {
  const char* link;
  const char* sum;
  const char* reason;
};

void PrintTo(const Case& given, std::ostream* out) { *out << given.link; }

class Sums : public ::testing::TestWithParam<Case> {};

TEST_P(Sums, AreWrittenOut) {
  const session::Session session = recorded(GetParam().link);
  ASSERT_TRUE(session.look.current);
  EXPECT_EQ(wavefronts_in_words(session.look.current->cost), GetParam().sum);
  EXPECT_EQ(clash_in_words(session.look.current->access, session.look.current->cost), GetParam().reason);
}

/// Lane 2's word is in the bank before the one that lanes 0 and 1 ask.
TEST(Clash, NamesNoLaneOfAnotherBank) {
  analysis::WarpAccess access{.mask = 0b111};
  access.address = {0, 128, 124};
  EXPECT_EQ(clash_in_words(access, analysis::shared_cost(access, analysis::ConflictModel::kFused)),
            "1 bank serves 2 different words; bank 0: lanes 0, 1");
}

constexpr const char *kNone = "No bank serves two different words",
                     *kNoPhase = "No bank serves two different words in one phase";

INSTANTIATE_TEST_SUITE_P(
    Requests, Sums,
    ::testing::Values(Case{"site=As_store", "4 wavefronts, ideal 1",
                           "8 banks serve 4 different words each; bank 0: lanes 0\u20133"},
                      Case{"set=PA:4/site=As_store", "2 wavefronts, ideal 1",
                           "16 banks serve 2 different words each; bank 0: lanes 0, 2"},
                      Case{"set=PA:2/site=As_store", "1 wavefront, the ideal", kNone},
                      Case{"site=Bs_store", "1 + 1 + 1 + 1 = 4 wavefronts, the ideal", kNoPhase},
                      Case{"site=As_load", "1 + 1 = 2 wavefronts, the ideal", kNoPhase},
                      Case{"preset=tm1_wniter1/site=Bs_load", "2 + 2 + 2 + 2 = 8 wavefronts, ideal 4",
                           "16 banks serve 2 different words each in one phase; bank 0: lanes 0, 4"}));

TEST(OtherRule, SaysWhyItDiffers) {
  const session::Session fused = recorded("site=As_load");
  EXPECT_EQ(
      other_rule_in_words(fused.look.current->access, fused.look.current->cost, fused.look.rule),
      "textbook rule: 1 + 1 + 1 + 1 = 4 wavefronts. Lanes 0 and 1, 2 and 3, and so on read the same address: phases fuse.");
  const session::Session textbook = recorded("site=As_load/rule=textbook");
  EXPECT_EQ(
      other_rule_in_words(textbook.look.current->access, textbook.look.current->cost, textbook.look.rule),
      "fused rule (H200): 1 + 1 = 2 wavefronts. Lanes 0 and 1, 2 and 3, and so on read the same address: phases fuse.");
  const session::Session store = recorded("site=As_store");
  EXPECT_EQ(other_rule_in_words(store.look.current->access, store.look.current->cost, store.look.rule),
            "textbook rule: the same");
}

TEST(Sectors, AreWrittenOutWithWhatWouldDo) {
  EXPECT_EQ(sectors_in_words(recorded("site=A_load").look.current->global), "16 sectors, the ideal for 512 bytes");
  const auto half = recorded("preset=tm1_wniter1/k_tile=end").look.current->global;
  EXPECT_EQ(sectors_in_words(half), "32 sectors, ideal 16: 50\u202f% of bytes used");
  EXPECT_EQ(bytes_in_words(half), "512 bytes requested, from 8 lines, ideal 4");
}

TEST(Faults, NameTheLanes) {
  session::Look look;
  look.current.emplace();
  EXPECT_EQ(fault_in_words(look), "");
  look.current->access.width = 16;
  look.current->cost.misaligned = 0x2;
  EXPECT_EQ(fault_in_words(look), "Lane 1 needs 16 bytes at an address that is not a multiple of 16");
  look.current->cost.misaligned = 0x6;
  EXPECT_EQ(fault_in_words(look), "Lanes 1, 2 need 16 bytes at an address that is not a multiple of 16");
}

}  // namespace
}  // namespace gemmscope::views
