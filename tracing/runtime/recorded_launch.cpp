// SPDX-License-Identifier: MIT
#include "tracing/runtime/recorded_launch.h"

#include <algorithm>

#include "tracing/format/limits.h"
#include "tracing/lockstep/bundles.h"
#include "tracing/lockstep/heap.h"
#include "tracing/lockstep/quiet_loops.h"
#include "tracing/ptx/readable_names.h"
#include "tracing/record/assemble.h"
#include "tracing/record/origin.h"
#include "tracing/runtime/alike_blocks.h"
#include "tracing/runtime/arguments.h"
#include "tracing/runtime/launch_fault.h"
#include "tracing/runtime/named_shared.h"
#include "tracing/runtime/numbering.h"
#include "tracing/runtime/progress.h"
#include "tracing/runtime/recorded_arrays.h"
#include "tracing/runtime/source.h"

namespace gemmscope::runtime {
namespace {

using Parts = record::Capture::Parts;

std::string size_text(const std::array<std::uint32_t, 3>& size) {
  return std::to_string(size[0]) + " x " + std::to_string(size[1]) + " x " + std::to_string(size[2]);
}

/// As record::assemble() orders the sites.
std::vector<record::LogKey> keys_of_sites(const std::vector<const Parts*>& parts) {
  std::set<record::LogKey> keys;
  for (const Parts* p : parts) keys.insert(p->keys.begin(), p->keys.end());
  return {keys.begin(), keys.end()};
}

format::Recording describe(const Kernel& kernel, const lockstep::Launch& launch, const format::Selection& selection,
                           const Lines& lines, const RunsOn& on) {
  format::Recording r;
  r.kernel = ptx::short_name(kernel.name);
  r.grid_x = launch.grid[0], r.grid_y = launch.grid[1] * launch.grid[2], r.grid_z = launch.grid[2];
  r.threads = launch.threads();
  r.shared_bytes = (*kernel.program)->shared_bytes + launch.dynamic_shared;
  r.selection = selection;
  r.source = {lines.path, text_of_file(lines.path)};
  for (const std::string& path : lines.included) r.included.push_back({path, text_of_file(path)});
  r.code = code_of(**kernel.module->ptx, *kernel.function);
  r.origin = record::make_origin(on.backend, on.device, on.driver,
                                 "PTX " + std::to_string((*kernel.module->ptx)->version_major) + "." +
                                     std::to_string((*kernel.module->ptx)->version_minor));
  r.parameters = {{"launch", std::to_string(kernel.launches)},
                  {"grid", size_text(launch.grid)},
                  {"block", size_text(launch.block)}};
  if (launch.is_cooperative) r.parameters.push_back({"cooperative", "yes"});
  return r;
}

/// Marks the sites where threads agreed on what they store. `keys`: of the sites.
void note_values(format::Recording& r, const lockstep::Program& program, const lockstep::StoredValues& values,
                 const std::vector<record::LogKey>& keys, const Lines& lines) {
  const auto is_told = [](const lockstep::Access& a) { return a.matrices == 0; };
  for (std::size_t s = 0; s < keys.size(); ++s) {
    if (r.sites[s].op != format::Op::kStore || r.sites[s].asynchronous) continue;  // no values of copies are known
    const auto stores_there = [&](const lockstep::Access& a) {
      return a.kind == lockstep::AccessKind::kStore && site_key(lines, a, record::key_tensor(keys[s])) == keys[s];
    };
    r.sites[s].agrees = std::ranges::all_of(program.accesses, [&](const lockstep::Access& a) {
      return !stores_there(a) || (is_told(a) && values.agree(a.statement));
    });
  }
}

/// Marks the sites all of whose accesses compute their addresses from their array alone. `named`: named_shared().
void note_named(format::Recording& r, const lockstep::Program& program, const std::vector<std::uint32_t>& named,
                const std::vector<record::LogKey>& keys, const Lines& lines) {
  for (std::size_t s = 0; s < keys.size(); ++s) {
    if (record::key_is_global(keys[s])) continue;
    const std::uint32_t array = record::key_tensor(keys[s]) - record::kFirstShared;
    bool is_named = false, is_other = false;
    for (const lockstep::Access& a : program.accesses) {
      if (site_key(lines, a, record::key_tensor(keys[s])) != keys[s]) continue;
      const bool may_be_shared = a.space == lockstep::Space::kShared || a.space == lockstep::Space::kGeneric;
      is_named = is_named || named[a.statement] == array;
      is_other = is_other || (may_be_shared && named[a.statement] == kNotNamed);
    }
    r.sites[s].named = is_named && !is_other;
  }
}

std::vector<format::Divergence> all_of(const Recorders& heard,
                                       const std::vector<format::Divergence>& (Recorder::*of)() const) {
  std::vector<format::Divergence> all;
  for (const Recorder& recorder : heard.all()) {
    const std::vector<format::Divergence>& some = (recorder.*of)();
    all.insert(all.end(), some.begin(), some.end());
  }
  std::ranges::sort(all, {}, [](const format::Divergence& d) { return std::pair(d.y, d.x); });
  return all;
}

/// Blocks after that one are not part of the recording.
void forget_after(Parts& parts, const lockstep::Launch& launch, std::uint64_t block) {
  std::erase_if(parts.blocks,
                [&](const format::Block& b) { return std::uint64_t{b.y} * launch.grid[0] + b.x > block; });
}

/// Bit n: there are requests to array n, as heard.
std::uint32_t arrays_used(const std::deque<Parts>& captured) {
  std::uint32_t used = 0;
  for (const Parts& parts : captured) {
    std::set<std::uint32_t> patterns;
    for (const format::Block& block : parts.blocks) patterns.insert(block.pattern);
    for (const std::uint32_t pattern : patterns)
      for (const format::Segment& s : parts.patterns[pattern].segments)
        used |= format::tensors_used(parts.templates[s.template_id]);
  }
  return used;
}

/// The fault, with its request, if that is recorded.
void add_fault(format::Recording& r, const lockstep::Fault& fault, const Kernel& kernel, const lockstep::Launch& launch,
               const Lines& lines, const Recorders& heard, const Numbering& numbering) {
  const FaultTeller teller(kernel, launch, heard.allocations());
  format::LaunchFault& to = r.fault.emplace(as_recorded(fault, teller.scene(), lines));
  const auto faulted = heard.faulted();
  const auto block = std::ranges::find_if(r.blocks, [&](const format::Block& b) { return b.y == to.y && b.x == to.x; });
  if (faulted && faulted->block == fault.block && faulted->warp == fault.warp && faulted->request &&
      block != r.blocks.end()) {
    const auto b = static_cast<std::uint32_t>(block - r.blocks.begin());
    if (*faulted->request < r.patterns[block->pattern].warp_requests[faulted->warp]) {
      const auto [segment, row] = format::locate(r, b, faulted->warp, *faulted->request);
      const format::Request request = format::decode(r, b, r.patterns[block->pattern].segments[segment], row);
      const format::Tensor& tensor = r.tensors[r.sites[request.site].tensor];
      to.request = *faulted->request, to.tensor = r.sites[request.site].tensor;
      to.byte = std::int64_t{request.address[fault.lane]} - tensor.offset;
      const bool is_small = tensor.layout.columns * std::uint64_t{tensor.element_bytes} <= 0x7fffffffu;
      if (is_small && to.byte > 0x7fffffff) to.byte -= std::int64_t{1} << 32;  // before it
    }
  }
  const lockstep::Allocation* const array =
      to.tensor == format::LaunchFault::kNoTensor ? meant_array(fault, teller.scene()) : nullptr;
  const auto place = array == nullptr ? numbering.places().end() : numbering.places().find(array->id);
  if (place == numbering.places().end()) return;
  to.tensor = static_cast<std::uint16_t>(place->second.array);
  to.byte = static_cast<std::int64_t>(fault.address - array->address + place->second.offset);
}

/// The arrays that were wholly unwritten, by their numbers.
std::vector<std::uint16_t> unfilled_arrays(const Numbering& numbering, const std::set<std::uint32_t>& unfilled) {
  std::vector<std::uint16_t> arrays;
  for (std::size_t i = 0; i < numbering.arrays().size(); ++i)
    if (std::ranges::all_of(numbering.arrays()[i],
                            [&](const lockstep::Allocation& each) { return unfilled.contains(each.id); }))
      arrays.push_back(static_cast<std::uint16_t>(i));
  return arrays;
}

Result<format::Recording> recording_of(const Kernel& kernel, const lockstep::Launch& launch,
                                       const format::Selection& selection, const Lines& lines, const RunsOn& on,
                                       Recorders& heard, const lockstep::Fault* fault, const MemoryBefore* before,
                                       std::optional<format::KeptMemory>& memory) {
  const std::set<std::uint32_t> unfilled =
      on.backend == "cpu" && fault == nullptr ? heard.unfilled() : std::set<std::uint32_t>{};
  std::deque<Parts> captured;
  for (Recorder& recorder : heard.all()) {
    if (fault != nullptr) recorder.forget_after(fault->block);
    if (!recorder.trouble().empty()) return fail(ErrorKind::kUsage, recorder.trouble());
    captured.push_back(recorder.take_parts());
    if (fault != nullptr) forget_after(captured.back(), launch, fault->block);
  }
  const Numbering numbering(heard.arrays(), heard.joined(), fault == nullptr ? ~0u : arrays_used(captured));
  if (auto done = numbering.check(); !done) return tl::unexpected(done.error());
  format::Recording r = describe(kernel, launch, selection, lines, on);
  const Arguments arguments{*kernel.function, **kernel.program, launch, &text_of(kernel)};
  for (const auto& numbers : {arguments.numbers(), heard.numbers()})
    for (const auto& [name, value] : numbers)
      if (r.parameters.size() < format::kMaxParameters) r.parameters.push_back({name, value});
  add_tensors(r, {kernel, launch, arguments, heard.shared().arrays}, heard.all(), heard.arrays(), numbering);
  if (before != nullptr)
    memory = before->kept(numbering, ArrayNames(arguments, *kernel.module, heard.arrays()), arguments);
  std::deque<Parts> all;
  std::vector<const Parts*> parts;
  for (Parts& each : captured) parts.push_back(&all.emplace_back(numbering.of(std::move(each))));
  if (auto done = record::assemble(r, parts, lines.places); !done) return tl::unexpected(done.error());
  r.divergences = all_of(heard, &Recorder::divergences);
  r.branch_barriers = all_of(heard, &Recorder::branch_barriers);
  if (on.backend == "cpu") r.absent_lanes = all_of(heard, &Recorder::absent_lanes);
  if (fault != nullptr) return add_fault(r, *fault, kernel, launch, lines, heard, numbering), r;
  if (const UnwrittenReads* const watched = heard.watched())
    r.unwritten = by_sites(watched->all(), keys_of_sites(parts), numbering, lines);
  if (const UndefinedUses* const undefined = heard.undefined()) {
    r.undefined = undefined->all(keys_of_sites(parts), numbering, lines);
    r.undefined_cut = undefined->is_cut();
  }
  if (on.backend == "cpu") r.unfilled = unfilled_arrays(numbering, unfilled);
  note_named(r, **kernel.program, heard.shared().named, keys_of_sites(parts), lines);
  if (heard.values() != nullptr) note_values(r, **kernel.program, *heard.values(), keys_of_sites(parts), lines);
  return r;
}

/// What no recording can hold, known before the launch.
std::string trouble_of(const Kernel& kernel, const lockstep::Launch& launch, const format::Selection& selection) {
  if (selection.blocks() == 0 || selection.warps.size() == 0) {
    return "it has no such blocks or warps: its grid has " + size_text(launch.grid) + " blocks of " +
           std::to_string(launch.warps()) + " warps; name blocks x,y,z";
  }
  constexpr std::size_t kMostShared = format::kMaxTensors - 4;  // which leaves some for global memory
  if ((*kernel.program)->shared.size() > kMostShared)
    return "it has more than " + std::to_string(kMostShared) + " arrays in shared memory";
  if (launch.blocks() > format::kMaxBlocks) return "it has more than " + std::to_string(format::kMaxBlocks) + " blocks";
  return "";
}

/// For a launch that was recorded without being run, after that: whether all that it loads had been written before it.
/// If so, what it stores counts as written: all of those arrays, or all that there are if not all blocks are known.
bool left_out_is_written(const Recorders& recorders, const lockstep::Launch& launch,
                         const format::Selection& selection) {
  const std::set<std::uint32_t> unfilled = recorders.unfilled();
  const auto& touched = recorders.arrays().touched();
  const std::uint32_t joined = recorders.joined();
  std::set<std::uint32_t> stored;
  for (const Recorder& recorder : recorders.all())
    for (const record::LogKey key : recorder.capture().parts().keys) {
      if (!record::key_is_global(key)) continue;
      const record::Does does = record::key_does(key);
      const bool only_stores =
          does == record::Does::kStore || does == record::Does::kOneValue || does == record::Does::kStrongStore;
      for (std::uint32_t n = 0; n < touched.size(); ++n) {
        const bool may_be = n == record::key_tensor(key) || (joined >> n & joined >> record::key_tensor(key) & 1u) != 0;
        for (const lockstep::Allocation& each : touched[n]) {
          if (may_be && !only_stores && each.written != nullptr && !each.complete && !unfilled.contains(each.id))
            return false;
          if (may_be && only_stores) stored.insert(each.id);
        }
      }
    }
  const bool all_blocks = selection.blocks() == launch.blocks() && selection.warps.size() == launch.warps();
  for (const lockstep::Allocation& array : recorders.allocations().all())
    if (array.written != nullptr && !array.complete && (!all_blocks || stored.contains(array.id)))
      array.note(array.address, array.bytes);
  return true;
}

}  // namespace

RecordedLaunch recorded(const Kernel& kernel, const lockstep::Launch& launch, const format::Selection& selection,
                        const lockstep::Allocations& allocations, const RunsOn& on, const ReadWords& read,
                        const RunBlocks& run, unsigned threads, const MemoryBefore* before) {
  if (std::string trouble = trouble_of(kernel, launch, selection); !trouble.empty())
    return {run(nullptr).value_or(std::vector<lockstep::Fault>{}), fail(ErrorKind::kUsage, std::move(trouble))};
  const Lines lines = lines_of(**kernel.module->ptx, **kernel.program);
  Recorders recorders(kernel, launch, selection, allocations, !on.is_gpu(), lines, read, threads);
  auto faults = run(&recorders);
  if (!faults) return {{}, tl::unexpected(faults.error()), {}};
  if (!faults->empty() && on.is_gpu()) return {std::move(*faults), fail(ErrorKind::kUsage, "it faulted")};
  const lockstep::Fault* const fault = faults->empty() ? nullptr : &faults->front();
  std::optional<format::KeptMemory> memory;
  auto recording = recording_of(kernel, launch, selection, lines, on, recorders, fault, before, memory);
  return {std::move(*faults), std::move(recording), std::move(memory)};
}

namespace {

/// Without running all of its blocks.
bool record_alike(const lockstep::Slice& slice, const lockstep::Launch& launch, const format::Selection& selection,
                  Recorders& recorders, const lockstep::Limits& limits) {
  const auto record = [&] {
    return record_alike_blocks(slice, launch, selection, recorders.allocations(), recorders.all(), limits);
  };
  if (recorders.split() && record() && !recorders.have_trouble()) return true;
  recorders.renew();
  return record();
}

/// While this object exists, loads from these allocations are not checked: that they are unwritten is known.
class NotLookedAt {
 public:
  NotLookedAt(Memory& memory, const lockstep::Allocations& arrays, const std::set<std::uint32_t>& ids)
      : memory_(memory) {
    for (const lockstep::Allocation& each : arrays.all())
      if (ids.contains(each.id) && memory.look_away(each, true)) arrays_.push_back(each);
  }
  NotLookedAt(const NotLookedAt&) = delete;
  NotLookedAt& operator=(const NotLookedAt&) = delete;
  ~NotLookedAt() {
    for (const lockstep::Allocation& each : arrays_) memory_.look_away(each, false);
  }

 private:
  Memory& memory_;
  std::vector<lockstep::Allocation> arrays_;
};

}  // namespace

RecordedLaunch run_recorded(const Kernel& kernel, const lockstep::Launch& launch, const format::Selection& selection,
                            Memory& memory, Results results, unsigned threads, lockstep::TouchedMemory* touched) {
  const lockstep::Program& program = **kernel.program;
  const lockstep::Allocations& allocations = memory.allocations();
  memory.note_complete();
  std::optional<MemoryBefore> before;
  if (results == Results::kKept) before.emplace(allocations, addresses_among(program, launch));
  const auto run = [&](Recorders* recorders) -> Result<std::vector<lockstep::Fault>> {
    Progress progress(ptx::short_name(kernel.name));
    const lockstep::Limits limits = limits_of_environment();
    lockstep::Limits plain = limits;
    plain.touched = touched;
    if (recorders == nullptr) return run_grid(program, launch, allocations, threads, nullptr, plain, &progress);
    const auto watched = [&](bool values) {
      lockstep::Limits all = plain;
      all.watcher = &recorders->watcher();
      if (values) all.values = &recorders->to_be_told();
      return all;
    };
    std::atomic<bool> unwritten_shared = false;
    lockstep::Limits alike = limits;
    alike.unwritten_shared = &unwritten_shared;
    auto slice = lockstep::slice_of(recorders->program());
    if (slice) slice->tells_local = recorders->follow_local();
    const bool left_out = results == Results::kLeftOut && slice;
    if (slice && slice->closed && record_alike(*slice, launch, selection, *recorders, alike)) {
      lockstep::Limits told = watched(!left_out && recorders->have_common_stores());
      const std::set<std::uint32_t> unfilled = recorders->unfilled();
      if (!left_out) {
        told.undefined = &recorders->follower(), told.looks_at_shared = unwritten_shared;
        const NotLookedAt not_looked_at(memory, recorders->allocations(), unfilled);
        return run_grid(lockstep::with_members(program), launch, allocations, threads, nullptr, told, &progress);
      }
      if (left_out_is_written(*recorders, launch, selection)) return std::vector<lockstep::Fault>{};
    }
    recorders->renew();
    lockstep::Limits all = watched(!left_out);
    if (!left_out) all.undefined = &recorders->follower();
    if (left_out && !slice->tells_local) slice->program = lockstep::with_quiet_loops(slice->program);
    return run_grid(left_out ? slice->program : recorders->program(), launch, allocations, threads, &recorders->all(),
                    all, &progress);
  };
  const auto run_once = [&](Recorders* recorders) -> Result<std::vector<lockstep::Fault>> {
    auto faults = run(recorders);
    if (faults && faults->empty() && (*kernel.program)->uses_heap && launch.heap->gave_again())
      return fail(ErrorKind::kUsage,
                  "the device heap is so small that malloc gave memory again which this launch had freed; "
                  "cudaDeviceSetLimit(cudaLimitMallocHeapSize, bytes) makes it larger");
    return faults;
  };
  return recorded(kernel, launch, selection, allocations, {"cpu", record::cpu_name(), ""}, words_of_host, run_once,
                  threads, before ? &*before : nullptr);
}

}  // namespace gemmscope::runtime
