// SPDX-License-Identifier: MIT
#include "app/words/advice_words.h"

#include <algorithm>
#include <tuple>

#include "app/words/finding_words.h"
#include "app/words/number.h"
#include "tracing/format/text.h"

namespace gemmscope::words {
namespace {

using analysis::Fault;
using analysis::Finding;
using format::Recording;

std::string digits(std::uint64_t n) { return std::to_string(n); }

/// "after line 80 and before line 92".
std::string where_text(const analysis::BarrierGap& gap) {
  if (gap.behind != 0) return "after line " + digits(gap.behind) + (gap.next_pass ? ", in each pass of the loop," : "");
  if (gap.after == gap.before)
    return gap.next_pass ? "after line " + digits(gap.after) + ", in each pass of the loop,"
                         : "between the two accesses of line " + digits(gap.after);
  return "after line " + digits(gap.after) + " and before line " + digits(gap.before) +
         (gap.next_pass ? " of the loop's next pass" : "");
}

/// Where lanes of a warp count on running in step.
std::string advice_for_stretch(const Finding& f) {
  constexpr std::size_t kMost = 12;
  std::vector<analysis::BarrierGap> gaps = f.further_gaps;
  gaps.push_back(*f.gap);
  // A barrier in each pass of a loop is in the first pass, too.
  std::erase_if(gaps, [all = gaps](const analysis::BarrierGap& gap) {
    return gap.behind != 0 && !gap.next_pass && std::ranges::any_of(all, [&](const analysis::BarrierGap& other) {
             return other.next_pass && other.behind == gap.behind;
           });
  });
  std::ranges::stable_sort(gaps, {}, [](const analysis::BarrierGap& gap) {
    return std::tuple(gap.after, gap.next_pass, gap.after != gap.before);
  });
  std::vector<std::string> places;
  for (const analysis::BarrierGap& gap : gaps) {
    std::string place = where_text(gap);
    if (place.ends_with(',')) place.pop_back();
    if (std::ranges::find(places, place) == places.end()) places.push_back(place);
  }
  const bool all = std::ranges::all_of(gaps, &analysis::BarrierGap::is_common);
  std::string text = "The lanes of a warp need not run in step: ";
  if (places.size() == 1) return text + "a __syncwarp is needed " + places[0] + ".";
  text += std::string("a __syncwarp") + (all ? "" : " of the lanes that are there") + " is needed in " +
          count_of(places.size(), "place") + ": ";
  for (std::size_t i = 0; i < places.size() && i < kMost; ++i) text += (i == 0 ? "" : "; ") + places[i];
  return text + (places.size() > kMost ? "; and so on." : ".");
}

/// Where threads wait for signals, or hold locks, and not so that they order the two accesses.
std::string signal_advice(const Finding& f) {
  if (f.fault == Fault::kLostUpdate)
    return "The kernel has locks or signals, but they do not keep these two apart. A lock must be taken before the load and "
           "given back after the store. If other threads of the block change the value, put a __syncthreads after the lock is "
           "taken, and one before it is given back. Or use an atomic operation.";
  return "The kernel has signals, but they do not order these two. Store before the signal is given, and load after it was "
         "seen. If other threads of a block store, put a __syncthreads before the signal; if other threads load, put one "
         "after the look.";
}

/// What is said before the findings that follow for that reason.
std::string_view why_text(analysis::Why why) {
  switch (why) {
    using enum analysis::Why;
    case kNone: break;
    case kValue: return "The value that was read decides where threads access memory, so this may follow from it: ";
    case kWhether:
      return "The value that was read decides whether or where threads access memory, so this may follow from it: ";
    case kBarriers:
      return "Threads that wait at different barriers are not ordered as the program says, so this may follow from it: ";
    case kBytes: return "It reaches into another array, and races with accesses to that array: ";
    case kPasses: return "Threads are in different passes of the loop at once, so this may follow from it: ";
    case kChange:
    case kSameBarrier: return "That also fixes: ";
    case kIndex: return "The line uses the same index again: ";
    case kEarly: return "The read may come first, so this may follow from it: ";
  }
  return "";
}

}  // namespace

std::string gap_text(const analysis::BarrierGap& gap) {
  const std::string barrier = gap.in_warps      ? "a __syncwarp "
                              : gap.behind != 0 ? "a barrier (__syncthreads) "
                                                : "a barrier ";
  return barrier + where_text(gap);
}

std::string advice(const Finding& f) {
  switch (f.remedy) {
    using enum analysis::Remedy;
    case kUsual: break;
    case kBarrierInBothBranches:
      return "Both branches need one more barrier: the warps of the one wait there until those of the other are done.";
    case kBarrierInBothLoops:
      return "Each pass needs one more barrier in both branches: the warps of the one wait there until those of the other "
             "are done.";
    case kSameAtomic:
      return "Use the atomic operation in both places: it joins load, change and store into one. A barrier does not help.";
    case kJoinedLook:
      return "The exchange does not look at the value again, and replaces what came after the load. Use an operation that "
             "joins both (atomicMax, atomicMin, atomicCAS); a barrier does not help.";
    case kOwnPlaces:
      return "A barrier does not order two blocks. Give each block a place of its own, or use an atomic operation if their "
             "values belong together.";
    case kOwnParts:
      return "A barrier does not order two blocks. Both blocks store there: give each block a part of the array for itself. "
             "If one needs what the other has stored, use a second launch.";
    case kGridBarrier:
      return "A barrier of the block does not order two blocks. The launch is cooperative: grid.sync() between the two "
             "would separate them.";
    case kSignal: return signal_advice(f);
  }
  if (f.fault == Fault::kLostUpdate)
    return "Only an atomic operation (atomicAdd, atomicMax, atomicCAS) joins load, change and store into one; a barrier "
           "does not help.";
  if (f.fault == Fault::kBlockRace && !f.agreed)
    return "A barrier does not order two blocks. Use a second launch, or a signal that one block gives and the other waits "
           "for.";
  if (f.fault == Fault::kReadAndWrite && !f.gap)
    return "The two are in different branches: end the one branch, place a barrier that all threads reach, and begin "
           "the other branch after it.";
  if (!f.gap) return "";
  if (!f.further_gaps.empty()) return advice_for_stretch(f);
  const bool lines_differ = f.gap->after != f.gap->before;
  if (!f.gap->is_common && !f.gap->in_warps)
    return "Between " +
           (lines_differ ? "lines " + digits(f.gap->after) + " and " + digits(f.gap->before)
                         : "the two accesses of line " + digits(f.gap->after)) +
           (f.gap->next_pass ? " of the next pass" : "") +
           " the PTX has no place that all threads reach: end the branch before a barrier, and begin it again after the barrier.";
  std::string text = capital(gap_text(*f.gap));
  if (!f.gap->is_common) text += (text.back() == ',' ? " of" : ", of") + std::string(" the lanes that are there,");
  return text + " would separate them.";
}

std::string races_text(const Recording& r, std::span<const Finding> races, std::size_t most) {
  if (races.size() > most) return count_of(races.size(), "more race");
  std::string text;
  for (const Finding& part : races) {
    const std::uint32_t second = analysis::site_of(r, part).line,
                        first = part.other ? analysis::other_site_of(r, part).line : second;
    text += (text.empty() ? "" : "; ") + fault_text(part) + " of " + place_text(r, part) + ", " +
            (first == second ? "line " + digits(first) : "lines " + digits(first) + " and " + digits(second)) + " (" +
            counted(r, part) + ")";
  }
  return text;
}

std::vector<std::string> further_races(const Recording& r, const Finding& f, std::size_t most) {
  std::vector<std::string> all;
  if (!f.parts.empty())
    all.push_back((f.further_gaps.empty() ? "The same barrier also fixes: " : "These also fix: ") +
                  races_text(r, analysis::parts_of(f).subspan(1), most));
  // Those that follow for the same reason, together.
  std::vector<Finding> left = f.consequences;
  while (!left.empty()) {
    const analysis::Why why = left.front().why;
    // not std::ranges::stable_partition, which clang 14 cannot compile
    const auto others =
        std::stable_partition(left.begin(), left.end(), [&](const Finding& each) { return each.why == why; });
    const auto alike = static_cast<std::size_t>(others - left.begin());
    all.push_back(std::string(why_text(why)) + races_text(r, std::span(left).first(alike), most));
    left.erase(left.begin(), others);
  }
  return all;
}

}  // namespace gemmscope::words
