// SPDX-License-Identifier: MIT
// Which arrays a launch will have, and by which pointers a kernel comes to them: from what lies in memory.
#include <gtest/gtest.h>

#include "tracing/format/limits.h"
#include "tracing/runtime/planned_arrays.h"

namespace gemmscope::runtime {
namespace {

using Texts = std::vector<std::string>;

/// Allocations of a program, called by letters in the order in which it made them.
class Contents {
 public:
  /// Of so many words of 8 bytes, the first of which are pointers to those; ' ' is none.
  char add(std::string_view to, std::uint64_t words) {
    const char name = static_cast<char>('a' + static_cast<char>(words_.size()));
    addresses_[name] = kFirst + words_.size() * kApart;
    all_.add(addresses_[name], 8 * words);
    auto& its = words_.emplace_back(std::min<std::uint64_t>(words, 64));  // those behind cannot be read
    for (std::size_t i = 0; i < to.size(); ++i)
      if (to[i] != ' ') its[i] = addresses_.at(to[i]);
    return name;
  }
  void put(char in, std::size_t word, char to, std::uint64_t byte) {
    auto& its = words_[number(in)];
    its.resize(std::max(its.size(), word + 1));
    its[word] = addresses_[to] + byte;
  }
  /// `structs`: those that have as many pointers as their members are.
  PlannedArrays plan(std::string_view parameters, std::string_view others = "", std::size_t room = 16,
                     std::string_view structs = "") {
    Named named;
    for (const char name : structs) named.structs[number(name)] = words_[number(name)].size();
    for (const char name : parameters) named.parameters.push_back(number(name));
    for (const char name : others) named.others.push_back(number(name));
    std::vector<std::uint32_t> ids = named.parameters;
    ids.insert(ids.end(), named.others.begin(), named.others.end());
    const ReadWords read = [&](std::uint64_t address, std::size_t words) {
      read_.push_back(words);
      const auto& its = words_[(address - kFirst) / kApart];
      return std::span<const std::uint64_t>(its).first(std::min(words, its.size()));
    };
    return {all_, named, pointers_from(all_, ids, read), room};
  }
  /// "a", "b+8" of what a pointer in b leads to and is an array of its own, "b[3]", "b..." or "?" of what does not.
  std::string name(const PlannedArrays& plan, char of) const {
    const auto lead = plan.lead_to(all_.all()[number(of)]);
    if (!lead) return "?";
    const std::string from(1, static_cast<char>('a' + lead->from.id));
    if (!lead->byte) return from + "...";
    return from + (lead->is_own ? "+" + std::to_string(*lead->byte) : "[" + std::to_string(*lead->byte / 8) + "]");
  }
  Texts names(const PlannedArrays& plan, std::string_view of) const {
    Texts all;
    for (const char each : of) all.push_back(name(plan, each));
    return all;
  }
  /// The letters of each array, in the order of the first.
  Texts arrays(const PlannedArrays& plan) const {
    std::map<std::uint32_t, std::string> by_number;
    for (const lockstep::Allocation& each : all_.all())
      by_number[plan.spot_of(each)->array] += static_cast<char>('a' + each.id);
    Texts all;
    for (const auto& [number, letters] : by_number) all.push_back(letters);
    std::ranges::sort(all);
    return all;
  }
  /// The letters of those that have no array of their own.
  std::string rest(const PlannedArrays& plan) const {
    std::string letters;
    for (const lockstep::Allocation& each : all_.all())
      if (plan.spot_of(each)->array == PlannedArrays::kRest) letters += static_cast<char>('a' + each.id);
    return letters;
  }
  const std::vector<std::size_t>& read() const { return read_; }

 private:
  static std::uint32_t number(char name) { return static_cast<std::uint32_t>(name - 'a'); }
  static constexpr std::uint64_t kFirst = 0x7000'0000'0000, kApart = std::uint64_t{1} << 36;
  lockstep::Allocations all_;
  std::map<char, std::uint64_t> addresses_;
  std::vector<std::vector<std::uint64_t>> words_;
  std::vector<std::size_t> read_;
};

/// Eight pointers of a table are one array, of a struct that has as many, eight.
TEST(Leads, AStructHasAsManyArraysAsMembersThatArePointers) {
  Contents memory;
  for (int i = 0; i < 8; ++i) memory.add("", 16 + static_cast<std::uint64_t>(i));
  const char s = memory.add("abcdefgh", 8);
  EXPECT_EQ(memory.arrays(memory.plan("", std::string(1, s))), (Texts{"abcdefgh", "i"}));
  EXPECT_EQ(memory.arrays(memory.plan("", std::string(1, s), 16, "i")),
            (Texts{"a", "b", "c", "d", "e", "f", "g", "h", "i"}));
  EXPECT_EQ(memory.arrays(memory.plan("", std::string(1, s), 6, "i")), (Texts{"abcdefgh", "i"}));  // no room
}

TEST(Leads, HaveWhatATablePointsToAsOneArray) {
  Contents memory;
  for (int i = 0; i < 10; ++i) memory.add("", 5);
  memory.add("acegi", 8), memory.add(" b dfh", 6);  // k and l
  memory.put('l', 0, 'j', 8);                       // not where it begins
  const PlannedArrays plan = memory.plan("kl");
  EXPECT_EQ(memory.arrays(plan), (Texts{"acegi", "bdfhj", "k", "l"}));
  EXPECT_EQ(memory.names(plan, "ceikbfj"), (Texts{"k[1]", "k[2]", "k[4]", "?", "l[1]", "l[4]", "l..."}));
}

TEST(Leads, GiveFewAnArrayEach) {
  Contents memory;
  for (int i = 0; i < 4; ++i) memory.add("", 10);
  memory.add(" b a c   d", 12);
  memory.put('e', 2, 'b', 72), memory.put('e', 3, 'a', 16);
  const PlannedArrays plan = memory.plan("e");
  EXPECT_EQ(memory.arrays(plan), (Texts{"a", "b", "c", "d", "e"}));
  EXPECT_EQ(memory.names(plan, "abcd"), (Texts{"e+24", "e+8", "e+40", "e+72"}));
}

TEST(Leads, GiveWhatFewLeadToAnArrayEach) {
  Contents memory;
  for (int i = 0; i < 10; ++i) memory.add("", 7);
  memory.add("abcde", 5), memory.add("fghij", 5), memory.add("k l", 3);
  const PlannedArrays plan = memory.plan("m");
  EXPECT_EQ(memory.arrays(plan), (Texts{"abcde", "fghij", "k", "l", "m"}));
  EXPECT_EQ(memory.names(plan, "cjkl"), (Texts{"k[2]", "l[4]", "m+0", "m+16"}));
}

TEST(Leads, HaveTheNodesOfAListAsOneArray) {
  Contents memory;
  memory.add("", 2);
  for (const char* const next : {"a", "b", "c", "d"}) memory.add(next, 2);
  EXPECT_EQ(memory.arrays(memory.plan("e")), (Texts{"abcd", "e"}));
  EXPECT_EQ(memory.names(memory.plan("e"), "abcd"), (Texts{"e...", "e...", "e...", "e[0]"}));
  EXPECT_EQ(memory.arrays(memory.plan("c")), (Texts{"ab", "c", "de"}));
  memory.add("e", 1);  // and if the first node is found by a pointer
  EXPECT_EQ(memory.arrays(memory.plan("f")), (Texts{"abcde", "f"}));
}

TEST(Leads, LeaveOutToWhatSeveralLead) {
  Contents memory;
  memory.add("", 100), memory.add("", 7), memory.add("", 7);
  memory.add("aabaaa", 6), memory.add("aaca", 6);
  const PlannedArrays plan = memory.plan("de");
  EXPECT_EQ(memory.arrays(plan), (Texts{"a", "b", "c", "d", "e"}));
  EXPECT_EQ(memory.names(plan, "abc"), (Texts{"?", "d+16", "e+16"}));
  memory.add("", 3);
  EXPECT_EQ(memory.rest(memory.plan("de")), "af");
}

TEST(Leads, HaveALeaderThatIsTheNearestOfNamedArrays) {
  Contents memory;
  memory.add("", 5), memory.add("a", 2), memory.add("b", 3);
  EXPECT_EQ(memory.names(memory.plan("cb"), "abc"), (Texts{"b+0", "?", "?"}));
  EXPECT_EQ(memory.names(memory.plan("c"), "abc"), (Texts{"b[0]", "c+0", "?"}));
}

/// Parameters come first, then what they and variables lead to, then variables.
TEST(Leads, GiveRoomInTurn) {
  Contents memory;
  for (int i = 0; i < 10; ++i) memory.add("", 2);
  memory.add("abcde", 5), memory.add("", 5), memory.add("fghij", 5);  // k, l and m
  EXPECT_EQ(memory.arrays(memory.plan("kl", "m")), (Texts{"abcde", "fghij", "k", "l", "m"}));
  EXPECT_EQ(memory.arrays(memory.plan("kl", "m", 6)), (Texts{"abcde", "fghij", "k", "l", "m"}));
  EXPECT_EQ(memory.arrays(memory.plan("kl", "m", 5)), (Texts{"abcde", "fghij", "k", "l", "m"}));
  EXPECT_EQ(memory.rest(memory.plan("kl", "m", 4)), "fghijm");
  EXPECT_EQ(memory.names(memory.plan("kl", "m", 4), "cj"), (Texts{"k[2]", "m[4]"}));
  EXPECT_EQ(memory.rest(memory.plan("kl", "m", 3)), "abcdefghijm");
  EXPECT_EQ(memory.rest(memory.plan("kl", "m", 2)), "abcdefghijlm");
}

TEST(Leads, AreNotDividedWithoutRoom) {
  Contents memory;
  for (int i = 0; i < 4; ++i) memory.add("", 10);
  memory.add("abcd", 12);
  EXPECT_EQ(memory.arrays(memory.plan("e", "", 6)), (Texts{"a", "b", "c", "d", "e"}));
  EXPECT_EQ(memory.arrays(memory.plan("e", "", 5)), (Texts{"abcd", "e"}));
}

TEST(Leads, AreReadOnlyIfSomethingHasNoName) {
  Contents memory;
  memory.add("", 5), memory.add("a", 5);
  EXPECT_EQ(memory.arrays(memory.plan("ab")), (Texts{"a", "b"}));
  EXPECT_TRUE(memory.read().empty());
}

/// What lies farther on in a large allocation, or in the last of many large ones, is not found.
TEST(Leads, AreSoughtInPartOfLargeAllocations) {
  constexpr std::size_t kMost = std::size_t{2} << 20, kWords = 2 * kMost;
  Contents memory;
  memory.add("", 5), memory.add("", 5), memory.add("", kWords);
  memory.put('c', kMost - 1, 'a', 0), memory.put('c', kMost, 'b', 0);
  EXPECT_EQ(memory.names(memory.plan("c"), "ab"), (Texts{"c+" + std::to_string(8 * (kMost - 1)), "?"}));
  EXPECT_EQ(memory.read(), (std::vector<std::size_t>{kMost, 5}));
  std::string others;
  for (int i = 0; i < 15; ++i) others += memory.add("", kWords);
  const char last = memory.add("b", kWords);
  EXPECT_EQ(memory.name(memory.plan(others + last), 'b'), std::string(1, last) + "[0]");
  EXPECT_EQ(memory.name(memory.plan("c" + others + last), 'b'), "?");
}

/// An array has no more than 4 GiB.
TEST(Leads, DoNotHaveWhatDoesNotFit) {
  Contents memory;
  for (int i = 0; i < 5; ++i) memory.add("", format::kMaxTensorBytes / 8 / 4);
  memory.add("abcde", 5), memory.add("", 3);
  const PlannedArrays plan = memory.plan("f");
  EXPECT_EQ(memory.arrays(plan), (Texts{"abc", "deg", "f"}));
  EXPECT_EQ(memory.names(plan, "cd"), (Texts{"f[2]", "?"}));
}

}  // namespace
}  // namespace gemmscope::runtime
