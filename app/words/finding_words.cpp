// SPDX-License-Identifier: MIT
#include "app/words/finding_words.h"

#include <algorithm>
#include <bit>

#include "app/words/line_words.h"
#include "app/words/number.h"
#include "tracing/format/block_name.h"
#include "tracing/format/place_name.h"
#include "tracing/format/text.h"

namespace gemmscope::words {
namespace {

using analysis::Access;
using analysis::Fault;
using analysis::Finding;
using format::Recording;

std::string number(std::uint64_t n) { return std::to_string(n); }

std::string block_text(const Recording& r, std::uint32_t block) { return "block " + block_name(r, r.blocks[block]); }
std::string thread(const Access& a) {
  return "thread " + number(a.thread()) + " (warp " + number(a.warp) + ", lane " + number(a.lane) + ")";
}
std::string line_of(const Recording& r, const Access& a) { return line_in_words(r, r.sites[a.site]); }
std::string line_of_at(const Recording& r, const Finding& f) { return line_in_words(r, analysis::site_of(r, f)); }

/// "Thread 37 (warp 1, lane 5) of block 0,0 reads As[3][12] on line 87".
std::string act(const Recording& r, const Finding& f) {
  const Access& a = *f.at;
  const std::string does(format::verb_of(r.sites[a.site].op));
  const std::string place = place_text(r, f);
  return capital(thread(a)) + " of " + block_text(r, a.block) + " " + does + " " + place + " on " + line_of_at(r, f);
}
/// "line 57".
std::string line_of_other(const Recording& r, const Finding& f) {
  return line_in_words(r, analysis::other_site_of(r, f));
}

const std::string kAgreed = "in this run both stored the same value";

std::string risk_of(const Recording& r, const Finding& f) {
  const bool same_array = r.sites[f.at->site].tensor == r.sites[f.other->site].tensor;
  if (f.fault == Fault::kWriteAfterRead) return "the write may come first, and the read finds the new value";
  if (f.fault == Fault::kWriteAfterWrite) return f.agreed ? kAgreed : "either may come last";
  if (f.fault == Fault::kReadAndWrite)
    return "the program does not say which comes first, and the read may find the old value or the new one";
  return same_array ? "the read may come first and find the old value"
                    : "the write may come late, and the read finds its value";
}
/// When the other access was made, if the two are in different passes of a loop.
std::string in_pass(const Finding& f) {
  if (f.sequence != analysis::Sequence::kNextPass) return "";
  return f.fault == Fault::kWriteAfterRead ? " in an earlier pass of the loop" : " in the previous pass of the loop";
}
std::string race(const Recording& r, const Finding& f) {
  if (f.at->warp == f.other->warp && f.at->request == f.other->request)  // where no __syncwarp can stand
    return act(r, f) + "; " + access_text(r, f, *f.other) + " in the same request: " + risk_of(r, f) + ".";
  const std::string between = f.in_warp ? "no __syncwarp between them" : "no barrier between them";
  return act(r, f) + "; " + access_text(r, f, *f.other) + " on " + line_of_other(r, f) + in_pass(f) + ", with " +
         between + ": " + risk_of(r, f) + ".";
}

std::string lost_update(const Recording& r, const Finding& f) {
  const bool blocks = f.at->block != f.other->block;
  const bool reads = r.sites[f.at->site].op == format::Op::kLoad;
  const std::string other = thread(*f.other) + (blocks ? " of " + block_text(r, f.other->block) : "");
  if (f.remedy == analysis::Remedy::kSameAtomic)
    return act(r, f) + (reads ? " and stores the changed value" : "") + "; " + other + " updates it on " +
           line_of_other(r, f) + " by an atomic operation: if that comes between the load and the store, it is lost.";
  return act(r, f) +
         (reads ? " and stores the changed value on " + line_in_words(r, analysis::other_site_of(r, f)) : "") + "; " +
         other + " changes it in the same way, and neither waits for the other: one of the two changes may be lost.";
}

/// "; the value that thread 3 (warp 0, lane 3) of block 1 finds on line 12 decides": the thread that looks for a
/// signal.
std::string undecided(const Recording& r, const Finding& f) {
  const bool blocks = f.other && f.at->block != f.other->block;
  const std::string others = !f.other ? "another block writes it"
                                      : thread(*f.other) + (blocks ? " of " + block_text(r, f.other->block) : "") +
                                            " " + std::string(format::verb_of(r.sites[f.other->site].op)) + " it on " +
                                            line_of_other(r, f);
  const std::string who = f.look ? "the value that " + thread(*f.look) + " of " + block_text(r, f.look->block) +
                                       " finds on " + line_of(r, *f.look)
                                 : "the value that a thread looking for a signal finds";
  return act(r, f) + "; " + others + ". Their order depends on " + who +
         ". Values are not recorded, so this is not decided.";
}

/// The other access is a copy's half that stores.
std::string in_flight(const Recording& r, const Finding& f) {
  const bool own = f.at->thread() == f.other->thread(), reads = r.sites[f.at->site].op == format::Op::kLoad;
  return act(r, f) + "; " + (own ? "the thread" : thread(*f.other)) + " copies it (cp.async) on " +
         line_of(r, *f.other) + ", and has not waited for that" + (own ? "" : " before the last barrier") + ": " +
         (reads ? "the read may find the old value" : "either may come last") + ".";
}

/// "in Bs", "past the end of the block's shared memory"; empty for matrices.
std::string hit_instead(const Recording& r, const Finding& f) {
  if (r.tensors[f.tensor].space != format::Space::kShared) return {};
  if (f.byte >= r.shared_bytes) return "past the end of the block's shared memory";
  for (std::uint16_t t = 0; t < r.tensors.size(); ++t)
    if (r.tensors[t].space == format::Space::kShared && analysis::cell_in(r, t, f.byte))
      return "in " + r.tensors[t].name;
  return {};
}
std::string out_of_bounds(const Recording& r, const Finding& f) {
  const std::string hit = hit_instead(r, f);
  return act(r, f) + ", at byte " + byte_text(r, f) + ": outside " + r.tensors[f.tensor].name +
         (hit.empty() ? "" : ", " + hit) + ".";
}

/// "lane 4", "lanes 4 to 15", "lanes 0, 2, 4, ..".
std::string lanes_text(std::uint32_t lanes) {
  const auto first = static_cast<std::uint32_t>(std::countr_zero(lanes)),
             count = static_cast<std::uint32_t>(std::popcount(lanes));
  if (count <= 1) return "lane " + number(first);
  if (std::countr_one(lanes >> first) == std::popcount(lanes))
    return "lanes " + number(first) + " to " + number(first + count - 1);
  std::string text = "lanes";
  int named = 0;
  for (std::uint32_t left = lanes; left != 0 && named < 4; left &= left - 1, ++named)
    text += (named == 0 ? " " : ", ") + number(static_cast<std::uint32_t>(std::countr_zero(left)));
  return text + (count > 4 ? ", .." : "");
}

/// "thread 0 stores the result to out on line 25".
std::string use_text(const Recording& r, const format::Undefined& u) {
  using Use = format::Undefined::Use;
  const std::string who = "thread " + number(u.use_thread),
                    where = u.use_line == 0 ? "" : " on line " + number(u.use_line),
                    array = u.use_tensor == format::Undefined::kNone ? "" : r.tensors[u.use_tensor].name;
  switch (u.use) {
    case Use::kBranch: return "the result decides which way " + who + " goes" + where;
    case Use::kAddress:
      return "the result is part of an address of " + who + where + (array.empty() ? "" : ", of " + array);
    case Use::kStore: return who + " stores the result" + (array.empty() ? "" : " to " + array) + where;
    case Use::kPrint: return who + " prints the result" + where;
    case Use::kOther: return who + " uses the result" + where;
  }
  return {};
}
/// How a finding about unwritten memory ends: what uses the value.
std::string then_used(const Recording& r, const Finding& f) {
  return f.undefined ? "; " + use_text(r, *f.undefined) + "." : ".";
}

std::string undefined_value(const Recording& r, const Finding& f) {
  using Why = format::Undefined::Why;
  const format::Undefined& u = *f.undefined;
  const bool several = std::popcount(u.lanes) > 1, from_several = std::popcount(u.from) > 1;
  const std::string why = u.why == Why::kOutsideMask ? ", outside the mask"
                          : u.why == Why::kEnded     ? (from_several ? ", which have ended" : ", which has ended")
                                                     : std::string(from_several ? ", which do" : ", which does") +
                                                       " not exist in a block of " + number(r.threads) + " threads";
  return capital(lanes_text(u.lanes)) + " of warp " + number(u.thread / format::kLanes) + " of block " +
         block_name(r, u.y, u.x) + (several ? " take a value" : " takes a value") +
         (u.line == 0 ? "" : " on line " + number(u.line)) + " from " + lanes_text(u.from) + why +
         ": it is undefined; " + use_text(r, u) + ".";
}

/// The later of two stores, and the earlier one.
std::string overlap(const Recording& r, const Finding& f) {
  const format::Tensor &array = r.tensors[f.tensor], &other = r.tensors[r.sites[f.other->site].tensor];
  Finding earlier = f;
  earlier.at = f.other, earlier.tensor = r.sites[f.other->site].tensor;
  if (const auto cell = analysis::cell_in(r, earlier.tensor, f.byte)) earlier.place = *cell;
  return other.name + " and " + array.name +
         " overlap: all extern __shared__ arrays begin at the same place, the start of dynamic shared memory. " +
         act(r, f) + " over the value that " + thread(*f.other) + " wrote to " + place_text(r, earlier) + " on " +
         line_of(r, *f.other) + "; then it is read under both names.";
}

/// Whether the fault's count is of accesses of single lanes; else it is of lanes.
bool is_of_access(format::LaunchFault::Kind kind) {
  return kind == format::LaunchFault::Kind::kOutOfBounds || kind == format::LaunchFault::Kind::kMisaligned;
}

}  // namespace

std::string access_text(const Recording& r, const Finding& f, const Access& a) {
  const std::uint16_t tensor = r.sites[a.site].tensor;
  return thread(a) + " " + std::string(format::verb_of(r.sites[a.site].op)) + " " +
         (tensor == f.tensor ? "it" : "the same bytes (of " + r.tensors[tensor].name + ")");
}

std::string byte_text(const Recording& r, const Finding& f) { return byte_text(r.tensors[f.tensor], f.byte); }

std::int64_t signed_byte(const format::Tensor& t, std::uint32_t byte) {
  const std::uint64_t bytes = t.layout.extent() * t.element_bytes;
  const bool in_front = byte > 0x7fffffffu && bytes <= 0x7fffffffu;
  return in_front ? std::int64_t{static_cast<std::int32_t>(byte)} : std::int64_t{byte};
}

std::string byte_text(const format::Tensor& t, std::uint32_t byte) {
  const std::int64_t at = signed_byte(t, byte);
  return at < 0 ? "\u2212" + thousands(static_cast<std::uint64_t>(-at)) : thousands(byte);
}

std::string fault_text(const Finding& f) {
  return std::string(analysis::name_of(f.fault)) + (f.in_warp && f.fault != Fault::kAbsentLane ? " inside a warp" : "");
}

std::string place_text(const Recording& r, const Finding& f) {
  if (const auto* cell = std::get_if<analysis::Cell>(&f.place)) {
    if (cell->padding) return "padding of " + r.tensors[cell->tensor].name;
    return format::place_name(r, cell->tensor, cell->row, cell->column);
  }
  if (const auto* element = std::get_if<analysis::Element>(&f.place))
    return format::place_name(r, element->tensor, element->row, element->column);
  return f.divergence ? "" : r.tensors[f.tensor].name;
}

std::string misaligned(const Recording& r, const Finding& f) {
  const std::uint32_t width = r.sites[f.at->site].width, begin = r.tensors[f.tensor].from_boundary(0) % width;
  return act(r, f) + ", " + number(width) + " bytes at byte " + thousands(f.byte) +
         (begin == 0
              ? ", which is not a multiple of "
              : ", and " + r.tensors[f.tensor].name + " begins " + count_of(begin, "byte") + " past a multiple of ") +
         number(width) + ": the GPU faults.";
}

/// "Line 9 says As[8][132] = A^T, but As[1][0] gets ...: thread 33 (warp 1, lane 1) of block (0,0,0) writes it on ...".
std::string not_as_said(const Recording& r, const Finding& f) {
  const Access& a = *f.at;
  const bool is_of_one = r.tensors[f.tensor].space == format::Space::kShared;
  return "Line " + number(f.said->said.line) + " says " + format::shown(f.said->said.text) + ", but " + f.said->found +
         (is_of_one ? ": " + thread(a) + " of " + block_text(r, a.block) + " writes it on " + line_of_at(r, f) : "") +
         ".";
}

std::string sentence(const Recording& r, const Finding& f) {
  if (f.undecided) return undecided(r, f);
  switch (f.fault) {
    case Fault::kUninitialisedRead: return act(r, f) + "; no thread has written it" + then_used(r, f);
    case Fault::kReadAfterWrite:
    case Fault::kWriteAfterRead:
    case Fault::kReadAndWrite:
    case Fault::kWriteAfterWrite: return race(r, f);
    case Fault::kLostUpdate: return lost_update(r, f);
    case Fault::kOutOfBounds: return out_of_bounds(r, f);
    case Fault::kOverlap: return overlap(r, f);
    case Fault::kMisaligned: return misaligned(r, f);
    case Fault::kDivergence:
      return capital(f.divergence->text(block_name(r, f.divergence->y, f.divergence->x))) +
             "; the result is undefined.";
    case Fault::kReadWithoutBeta:
      return act(r, f) + ", though it is multiplied by 0: a NaN there makes the result NaN.";
    case Fault::kBlockRace:
      return act(r, f) + "; " +
             (f.other ? thread(*f.other) + " of " + block_text(r, f.other->block) + " " +
                            std::string(format::verb_of(r.sites[f.other->site].op)) + " it on " + line_of(r, *f.other)
                      : std::string("another block writes it")) +
             ". Nothing orders the blocks of a launch: " +
             (f.agreed                                       ? kAgreed
              : r.sites[f.at->site].op == format::Op::kStore ? "either may come last"
              : r.sites[f.at->site].op == format::Op::kAtomic
                  ? "either may come last, and the write undoes an update that came before it"
                  : "it may find the old value or the new one") +
             ".";
    case Fault::kCopyInFlight: return in_flight(r, f);
    case Fault::kUnwrittenRead: return act(r, f) + "; neither the host nor a kernel has written it" + then_used(r, f);
    case Fault::kLaunchFault: return fault_sentence(r);
    case Fault::kAbsentLane:
      return capital(f.divergence->text_of_absence(block_name(r, f.divergence->y, f.divergence->x))) +
             "; the result is undefined.";
    case Fault::kUndefinedValue: return undefined_value(r, f);
    case Fault::kNotAsSaid: return not_as_said(r, f);
  }
  return {};
}

std::string fault_sentence(const Recording& r) {
  const format::LaunchFault& f = *r.fault;
  const Access who{.warp = f.thread / format::kLanes, .lane = static_cast<std::uint8_t>(f.thread % format::kLanes)};
  const std::string line = f.line != 0 || !f.called.empty() ? line_in_words(r, f.line, f.called) : "";
  const bool names_others = !f.others.empty();  // with their lines, at the end
  return capital(names_others && !line.empty() ? "on " + line + ", " + thread(who) : thread(who)) + " of block " +
         block_name(r, f.y, f.x) + " " + f.does + (names_others || line.empty() ? "" : ", on " + line) +
         (f.cause.empty() ? "" : ": " + f.cause) +
         ". The launch ends there with a fault; the recording holds the requests " +
         (f.request == format::LaunchFault::kNoRequest ? "before it." : "up to this one.") +
         (is_of_access(f.kind) && f.count > 1
              ? " If it went on, lanes of the block would make " + thousands(f.count) + " accesses that fault there."
              : "");
}

/// `all`: the fault, if there is one, is one of them.
static std::string in_words(bool fault, std::size_t all) {
  if (all == 0) return "";
  if (!fault) return count_of(all, "finding");
  return all == 1 ? "fault" : "fault and " + count_of(all - 1, "finding");
}

std::string findings_in_words(const Recording& r, const analysis::CheckResult& check) {
  return in_words(r.fault.has_value(), check.findings.size());
}

std::size_t listed_findings(const Recording& r, const analysis::CheckResult& check) {
  return check.findings.size() + of_program(r).size();
}

std::string listed_in_words(const Recording& r, const analysis::CheckResult& check) {
  return in_words(r.fault.has_value(), listed_findings(r, check));
}

std::string remark(const Recording& r, const Finding& f) {
  return capital(f.divergence->text(block_name(r, f.divergence->y, f.divergence->x))) +
         ". Each warp is whole, and all reach the same number of barriers. PTX defines this (PTX ISA, \"bar\": warps arrive at a "
         "barrier wherever they are in the code). CUDA C++ does not (Programming Guide, \"Synchronization Functions\": "
         "__syncthreads() in conditional code only if the condition is the same in the whole block).";
}

std::string counted(const Recording& r, const Finding& f) {
  const std::string accesses = thousands(f.count) + (f.count == 1 ? " access" : " accesses");
  switch (f.fault) {
    case Fault::kDivergence:
    case Fault::kAbsentLane: return count_of(f.count, "block");
    case Fault::kLaunchFault:
      return is_of_access(r.fault->kind) ? accesses + (f.count == 1 ? " of a lane" : " of lanes")
                                         : count_of(f.count, "thread");
    case Fault::kUndefinedValue: return count_of(f.count, "value");
    case Fault::kOverlap: return count_of(f.count, "cell");
    case Fault::kNotAsSaid:
      return count_of(f.count, r.tensors[f.tensor].space == format::Space::kShared ? "element" : "comment");
    default: return accesses;
  }
}

std::vector<Unchecked> unchecked(const analysis::CheckResult& check) {
  std::vector<Unchecked> all;
  for (int i = 0; i < analysis::kFaults; ++i) {
    const auto fault = static_cast<Fault>(i);
    const analysis::CheckScope& scope = check.scopes[static_cast<std::size_t>(i)];
    if (scope.extent != analysis::CheckScope::Extent::kNothing || !scope.applies) continue;
    const auto same = std::ranges::find(all, scope.why, &Unchecked::why);
    if (same == all.end())
      all.push_back({std::string(analysis::name_of(fault)), scope.why});
    else
      same->faults += ", " + std::string(analysis::name_of(fault));
  }
  return all;
}

std::string looked_at(const analysis::CheckResult& check) {
  using Extent = analysis::CheckScope::Extent;
  if (check.extent() == Extent::kNothing) return "Nothing was checked: " + std::string(check.scopes.front().why);
  if (check.extent() == Extent::kRecorded) return "Not everything was checked: " + std::string(check.incomplete());
  const std::string all = number(static_cast<std::uint64_t>(check.applying()));
  return (check.made() == check.applying() ? "All " : number(static_cast<std::uint64_t>(check.made())) + " of ") + all +
         " checks covered every access of the launch";
}

std::string_view name_of(format::ProgramFinding::Kind kind) {
  using enum format::ProgramFinding::Kind;
  switch (kind) {
    case kHostRead: return "host reads too early";
    case kHostWrite: return "host writes too early";
    case kUnordered: return "streams not ordered";
    case kFreed: return "freed while in use";
    case kRefused: return "refused call";
    case kUnwrittenCopy: return "unwritten copy";
    case kFault: return "fault";
    case kUnwrittenRead: return "unwritten read";
  }
  return "";
}

std::span<const format::ProgramFinding> of_program(const format::Recording& recording) {
  if (!recording.of_program) return {};
  return *recording.of_program;
}

std::string sentence(const format::ProgramFinding& finding) {
  return finding.text + (finding.count == 1 ? "" : " (" + count_of(finding.count, "time") + ")");
}

}  // namespace gemmscope::words
