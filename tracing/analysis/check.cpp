// SPDX-License-Identifier: MIT
#include "tracing/analysis/check.h"

#include <algorithm>
#include <bit>

#include "tracing/analysis/barrier_gaps.h"
#include "tracing/analysis/check_memory.h"
#include "tracing/analysis/consequences.h"
#include "tracing/analysis/tiles/unread.h"
#include "tracing/analysis/warp_stretches.h"

namespace gemmscope::analysis {
namespace {

using format::Recording;
using Extent = CheckScope::Extent;

void add_divergence(const Recording& r, Fault fault, const format::Divergence& d, Findings& findings) {
  const auto block = std::lower_bound(
      r.blocks.begin(), r.blocks.end(), d,
      [](const format::Block& b, const format::Divergence& at) { return std::pair(b.y, b.x) < std::pair(at.y, at.x); });
  if (block == r.blocks.end() || block->y != d.y || block->x != d.x) return;
  findings.add({.fault = fault, .in_warp = d.of_warp}, 1,
               [&] { return Finding{.block = static_cast<std::uint32_t>(block - r.blocks.begin()), .divergence = d}; });
}

void check_divergence(const Recording& r, Findings& findings) {
  for (const format::Divergence& d : r.divergences) add_divergence(r, Fault::kDivergence, d, findings);
  if (r.absent_lanes)
    for (const format::Divergence& d : *r.absent_lanes) add_divergence(r, Fault::kAbsentLane, d, findings);
}
std::vector<Finding> branch_barriers_of(const Recording& r) {
  Findings remarks;
  for (const format::Divergence& d : r.branch_barriers) add_divergence(r, Fault::kDivergence, d, remarks);
  return remarks.all([](const FindingKey&) { return true; });
}

/// The first lanes that wait elsewhere than the faulting thread does; that thread, if there are none.
format::LaunchFault::Waiting elsewhere(const format::LaunchFault& fault) {
  const auto warp = static_cast<std::uint16_t>(fault.thread / kLanes);
  const std::uint32_t lane = fault.thread % kLanes;
  const auto is_there = [&](const format::LaunchFault::Waiting& others) {
    const bool has_it = others.warp == warp && (others.lanes >> lane & 1) != 0;
    return has_it || (fault.kind == format::LaunchFault::Kind::kBarrier && others.line == fault.line);
  };
  for (const auto& others : fault.others)
    if (others.lanes != 0 && !is_there(others)) return others;
  return {.warp = warp, .lanes = 1u << lane, .line = fault.line};
}

/// Its access, if that is recorded, or otherwise its thread. Mistakes of the block's other lanes in that request are
/// the same fault.
void check_fault(const Recording& r, Findings& findings) {
  if (!r.fault) return;
  const format::LaunchFault& f = *r.fault;
  findings.add({.fault = Fault::kLaunchFault, .tensor = f.tensor < r.tensors.size() ? f.tensor : std::uint16_t{0}},
               f.count, [&] {
                 if (const auto at = faulting_access(r)) {
                   const format::Tensor& tensor = r.tensors[r.sites[at->site].tensor];
                   return finding_at(r, *at, {}, static_cast<std::uint32_t>(f.byte + tensor.offset));
                 }
                 const auto after = std::ranges::upper_bound(
                     r.blocks, std::pair(f.y, f.x), {}, [](const format::Block& b) { return std::pair(b.y, b.x); });
                 const auto block = after == r.blocks.begin() ? after : std::prev(after);
                 format::Divergence threads{.y = f.y, .x = f.x, .thread = f.thread, .line = f.line};
                 const format::LaunchFault::Waiting other = elsewhere(f);
                 threads.other_thread = other.warp * kLanes + static_cast<std::uint32_t>(std::countr_zero(other.lanes));
                 threads.other_line = other.line;
                 return Finding{.block = static_cast<std::uint32_t>(block - r.blocks.begin()), .divergence = threads};
               });
}

void check_undefined(const Recording& r, Findings& findings) {
  if (!r.undefined) return;
  for (const format::Undefined& u : *r.undefined) {
    if (u.of != format::Undefined::Of::kLane) continue;
    const auto block = std::ranges::find_if(r.blocks, [&](const format::Block& b) { return b.y == u.y && b.x == u.x; });
    if (block == r.blocks.end()) continue;
    const std::uint32_t from = u.thread / kLanes * kLanes + static_cast<std::uint32_t>(std::countr_zero(u.from));
    const FindingKey key{.fault = Fault::kUndefinedValue,
                         .site = static_cast<std::uint16_t>(u.line),  // one for each line and why
                         .other_site = static_cast<std::uint16_t>(u.why)};
    findings.add(key, u.count, [&] {
      return Finding{
          .block = static_cast<std::uint32_t>(block - r.blocks.begin()),
          .divergence =
              format::Divergence{
                  .y = u.y, .x = u.x, .thread = u.thread, .line = u.line, .other_thread = from, .of_warp = true},
          .undefined = u};
    });
  }
}

/// What depends on the value that the access loads; null: nothing is known to.
const format::Undefined* what_depends_on(const Recording& r, const Finding& f) {
  if (!r.undefined || !f.at) return nullptr;
  const auto found = std::ranges::find_if(*r.undefined, [&](const format::Undefined& u) {
    return u.of != format::Undefined::Of::kLane && u.site == f.at->site;
  });
  return found == r.undefined->end() ? nullptr : &*found;
}

/// In an array that is never filled, a value that is only computed with is not a finding of its own: see remarks.h.
bool is_of_unfilled(const Recording& r, const Finding& f) {
  const format::Undefined* const use = what_depends_on(r, f);
  return std::ranges::binary_search(r.unfilled, f.tensor) &&
         (use == nullptr || use->use == format::Undefined::Use::kStore);
}

/// Takes out reads of unwritten memory on which nothing depends.
void take_out_unused(const Recording& r, CheckResult& result) {
  std::erase_if(result.findings, [&](Finding& f) {
    if (f.fault != Fault::kUninitialisedRead && f.fault != Fault::kUnwrittenRead) return false;
    if (f.fault == Fault::kUnwrittenRead && is_of_unfilled(r, f)) return true;
    if (const format::Undefined* const use = what_depends_on(r, f)) f.undefined = *use;
    if (f.undefined || !r.undefined || r.undefined_cut) return false;
    result.unused.push_back(f);
    return true;
  });
}

/// Where a comment says what is multiplied, check_said() has these as findings.
bool is_finding_if_said(const Remark& remark) {
  return remark.kind == Remark::Kind::kLeftOut || remark.kind == Remark::Kind::kUnfit;
}

/// Where the kernel has locks or signals already, it helps to use them rightly.
void point_to_signals(const SignalSites& signals, std::size_t sites, std::vector<Finding>& findings) {
  bool waits = false, decides = false;
  for (std::uint16_t site = 0; site < sites; ++site) {
    waits = waits || signals.waits(site) || signals.locks(site);
    decides = decides || (signals.looks(site) && signals.decides(site));
  }
  for (Finding& f : findings)
    if (f.remedy == Remedy::kUsual && !f.agreed &&
        (f.fault == Fault::kLostUpdate ? waits : f.fault == Fault::kBlockRace && (waits || decides)))
      f.remedy = Remedy::kSignal;
}

/// One for each look that decides, and each array; its count is that of all.
std::vector<Finding> one_for_each_look(std::vector<Finding> undecided) {
  std::vector<Finding> all;
  for (Finding& f : undecided) {
    const auto same = std::ranges::find_if(all, [&](const Finding& other) {
      return f.look && other.look && f.look->site == other.look->site && f.tensor == other.tensor;
    });
    if (same == all.end())
      all.push_back(std::move(f));
    else
      same->count += f.count;
  }
  return all;
}

CheckScope recorded(std::string_view why) { return {.extent = Extent::kRecorded, .why = why}; }
CheckScope nothing(std::string_view why) { return {.extent = Extent::kNothing, .why = why}; }
CheckScope inapplicable(std::string_view why) { return {Extent::kNothing, why, false}; }

/// Something has not been done: that shows only where all is known.
bool is_omission(Fault fault) { return fault == Fault::kUninitialisedRead || fault == Fault::kCopyInFlight; }
enum class Part { kThreads, kCopies, kAddresses, kGlobal, kUnwritten, kReadsOfC, kDivergence, kSaid };
Part part_of(Fault fault) {
  switch (fault) {
    case Fault::kOutOfBounds:
    case Fault::kMisaligned:
    case Fault::kOverlap: return Part::kAddresses;
    case Fault::kBlockRace: return Part::kGlobal;
    case Fault::kCopyInFlight: return Part::kCopies;
    case Fault::kUnwrittenRead: return Part::kUnwritten;
    case Fault::kDivergence:
    case Fault::kUndefinedValue:
    case Fault::kAbsentLane:
    case Fault::kLaunchFault: return Part::kDivergence;
    case Fault::kReadWithoutBeta: return Part::kReadsOfC;
    case Fault::kNotAsSaid: return Part::kSaid;
    default: return Part::kThreads;
  }
}

/// Whether lanes of a warp do nothing together.
bool has_no_masks(const Recording& r) {
  constexpr std::string_view kTogether[] = {"shfl.", "vote.", "match.", "redux.", "elect."};
  const auto is_there = [&](std::string_view opcode) { return r.code.ptx.find(opcode) != std::string::npos; };
  return !r.code.ptx.empty() && std::ranges::none_of(kTogether, is_there);
}

// The same words for all, so that they are told together.
constexpr std::string_view kNotOnGpu = "a GPU does not show that; the emulator does",
                           kNotLookedFor = "this was not checked during recording",
                           kFaulted = "the launch ended with a fault before it was complete";

/// docs/checks.md says why each needs what it needs.
CheckScope scope_of(Fault fault, const Recording& r, bool is_C_unread) {
  if (fault == Fault::kLaunchFault && r.fault) return CheckScope{};
  if (r.blocks.empty()) return nothing("no block is recorded");
  const Recorded part = recorded_part(r);
  const bool all = part.all_blocks && part.all_warps;
  const bool on_gpu = r.origin.backend == "cuda";
  if (fault == Fault::kReadWithoutBeta && !is_C_unread)
    return inapplicable("no comment of the source says that C is only written");
  if (r.dropped != 0 && is_omission(fault)) return nothing("requests were dropped while it was recorded");
  if (r.fault && is_omission(fault)) return nothing(kFaulted);
  const auto without_warps = [&](std::string_view why) { return nothing(r.fault ? kFaulted : why); };
  const auto not_looked_for = [&] { return nothing(r.fault ? kFaulted : kNotLookedFor); };
  switch (fault) {
    case Fault::kUninitialisedRead:
      if (!part.all_warps) return without_warps("not all warps are recorded: another may have written the cell");
      break;
    case Fault::kOverlap:
      if (!part.all_warps) return without_warps("not all warps are recorded: another may have read the cell");
      break;
    case Fault::kDivergence:
      if (on_gpu) return nothing(kNotOnGpu);
      if (r.source.text.empty()) return nothing("without its source, barriers are not told apart");
      break;
    case Fault::kUnwrittenRead:
      if (on_gpu) return nothing(kNotOnGpu);
      if (!r.unwritten) return not_looked_for();
      break;
    case Fault::kAbsentLane:
      if (has_no_masks(r)) break;
      if (on_gpu) return nothing(kNotOnGpu);
      if (!r.absent_lanes) return not_looked_for();
      break;
    case Fault::kUndefinedValue:
      if (has_no_masks(r)) break;
      if (on_gpu) return nothing(kNotOnGpu);
      if (!r.undefined) return not_looked_for();
      if (r.undefined_cut) return recorded("following all undefined values would have taken too long");
      break;
    default: break;
  }
  if (r.fault) return recorded("the launch ended with a fault; what would follow is not recorded");
  return all ? CheckScope{} : recorded("only part of the launch is recorded");
}

}  // namespace

std::uint64_t CheckResult::count(Fault fault) const {
  std::uint64_t n = 0;
  for (const Finding& f : findings)
    for (const Finding& part : parts_of(f)) n += part.fault == fault ? part.count : 0;
  return n;
}

std::string_view CheckResult::incomplete() const {
  const auto scope =
      std::find_if(scopes.begin(), scopes.end(), [](const CheckScope& s) { return s.extent == Extent::kRecorded; });
  return scope != scopes.end() ? scope->why : std::string_view();
}

int CheckResult::made() const {
  return static_cast<int>(
      std::ranges::count_if(scopes, [](const CheckScope& s) { return s.extent != Extent::kNothing; }));
}

int CheckResult::applying() const { return static_cast<int>(std::ranges::count_if(scopes, &CheckScope::applies)); }

CheckScope::Extent CheckResult::extent() const {
  return made() == 0 ? Extent::kNothing : incomplete().empty() ? Extent::kWhole : Extent::kRecorded;
}

CheckResult check(const Recording& recording, const Clock& clock) {
  return check(recording, tiles_of(recording), clock);
}

CheckResult check(const Recording& recording, const std::optional<Tiles>& tiles, const Clock& clock) {
  Findings findings;
  const Deadline deadline(clock);
  std::array<Budget, 8> budgets;  // by Part
  budgets.fill(Budget(&deadline));
  const auto budget = [&](Part part) -> Budget& { return budgets[static_cast<std::size_t>(part)]; };
  const auto steps = ProgramSteps::of(recording);
  const SignalSites signals(recording, steps);
  check_shared(recording, signals, findings, budget(Part::kThreads));
  check_arrays(recording, signals, findings, budget(Part::kThreads));
  check_copies(recording, findings, budget(Part::kCopies));
  check_addresses(recording, findings, budget(Part::kAddresses));
  check_overlaps(recording, findings, budget(Part::kAddresses));
  check_global(recording, signals, findings, budget(Part::kGlobal));
  check_unwritten(recording, findings, budget(Part::kUnwritten));
  check_divergence(recording, findings);
  check_fault(recording, findings);
  check_undefined(recording, findings);
  const Said said = said_in(recording);
  const std::string_view not_compared = check_said(recording, said, findings, budget(Part::kSaid));
  const bool is_C_unread = said.roles && leaves_C_unread(recording, *said.roles);
  const std::string_view not_told =
      is_C_unread ? check_reads_of_C(recording, said.roles->C, findings, budget(Part::kReadsOfC)) : "";
  const auto is_found = [](const FindingKey& key) { return !key.agreed && !key.undecided; };
  CheckResult result{.findings = findings.all(is_found),
                     .agreed = findings.all([](const FindingKey& key) { return key.agreed && !key.undecided; }),
                     .unused = {},
                     .branch_barriers = branch_barriers_of(recording),
                     .remarks = remarks(recording, tiles),
                     .undecided = one_for_each_look(findings.all([](const FindingKey& key) { return key.undecided; })),
                     .gaps = {},
                     .scopes = {}};
  take_out_unused(recording, result);
  if (said.roles) std::erase_if(result.remarks, is_finding_if_said);
  if (steps != nullptr) {
    result.findings = one_for_each_gap(recording, *steps, std::move(result.findings));
    result.findings = one_for_each_stretch(recording, std::move(result.findings));
    Budget own(&deadline);
    result.findings = with_consequences(recording, *steps, std::move(result.findings), own);
    point_to_signals(signals, recording.sites.size(), result.findings);
    for (std::size_t i = 0; i < result.findings.size(); ++i)
      if (result.findings[i].gap) {
        result.gaps.push_back({*result.findings[i].gap, {i}});
        for (const BarrierGap& gap : result.findings[i].further_gaps) result.gaps.push_back({gap, {i}});
      }
  } else {
    result.gaps = barrier_gaps(recording, nullptr, result.findings);
  }
  for (int f = 0; f < kFaults; ++f) {
    CheckScope& scope = result.scopes[static_cast<std::size_t>(f)];
    const auto fault = static_cast<Fault>(f);
    scope = scope_of(fault, recording, is_C_unread);
    if (fault == Fault::kReadWithoutBeta && !not_told.empty()) scope = nothing(not_told);
    if (fault == Fault::kNotAsSaid && !not_compared.empty()) scope = recorded(not_compared);
    if (fault == Fault::kNotAsSaid && said.none()) scope = inapplicable("no comment of the source says what tiles are");
    const auto is_undecided = [&](const Finding& finding) { return finding.fault == fault; };
    if (scope.extent != Extent::kNothing && std::ranges::any_of(result.undecided, is_undecided))
      scope = recorded("it is not decided whether signals order some accesses");
    if (scope.extent != Extent::kNothing && fault == Fault::kBlockRace && findings.blocks_wait())
      scope = recorded("grid.sync() may order accesses of several blocks; those are not reported as races");
    if (scope.extent == Extent::kNothing) continue;
    if (findings.left_out()) scope = recorded("there are more findings than are listed");
    if (budget(part_of(fault)).gave_up()) scope = recorded("checking the whole recording would take too long");
    if (budget(part_of(fault)).was_late()) scope = recorded("the check was stopped after half a minute");
  }
  return result;
}

}  // namespace gemmscope::analysis
