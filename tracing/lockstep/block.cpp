// SPDX-License-Identifier: MIT
#include "tracing/lockstep/block.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace gemmscope::lockstep {
namespace {

constexpr std::uint64_t kCacheLine = 64;

std::uint64_t rounded_up(std::uint64_t bytes) { return (bytes + kCacheLine - 1) / kCacheLine * kCacheLine; }

void put(std::byte* registers, Slot slot, Holds holds, int lane, std::uint64_t bits) {
  if (holds == Holds::kPredicate) {
    Mask mask;
    std::memcpy(&mask, registers + slot, sizeof(mask));
    mask = (mask & ~(Mask{1} << lane)) | static_cast<Mask>(bits & 1) << lane;
    std::memcpy(registers + slot, &mask, sizeof(mask));
    return;
  }
  const std::size_t bytes = bytes_of(holds);
  std::memcpy(registers + slot + static_cast<std::size_t>(lane) * bytes, &bits, bytes);
}

std::uint64_t value_of(Block& block, const Warp& warp, int lane, Special what) {
  const auto& [w, h, d] = block.launch.block;
  const auto& [gx, gy, gz] = block.launch.grid;
  const std::uint32_t thread = warp.number * kLanes + static_cast<std::uint32_t>(lane);
  const Mask self = Mask{1} << lane;
  switch (what) {
    case Special::kTidX: return thread % w;
    case Special::kTidY: return thread / w % h;
    case Special::kTidZ: return thread / w / h;
    case Special::kNtidX: return w;
    case Special::kNtidY: return h;
    case Special::kNtidZ: return d;
    case Special::kCtaidX: return block.number % gx;
    case Special::kCtaidY: return block.number / gx % gy;
    case Special::kCtaidZ: return block.number / gx / gy;
    case Special::kNctaidX: return gx;
    case Special::kNctaidY: return gy;
    case Special::kNctaidZ: return gz;
    case Special::kLaneid: return static_cast<std::uint64_t>(lane);
    case Special::kWarpid: return warp.number;
    case Special::kNwarpid: return block.launch.warps();
    case Special::kLanemaskEq: return self;
    case Special::kLanemaskLt: return self - 1;
    case Special::kLanemaskLe: return self - 1 + self;
    case Special::kLanemaskGt: return ~(self - 1 + self);
    case Special::kLanemaskGe: return ~(self - 1);
    case Special::kSharedBase: return reinterpret_cast<std::uint64_t>(block.shared.data());
    case Special::kSharedBytes: return block.shared.size();
    case Special::kLocalBytes: return block.local_bytes;
    case Special::kLocalBase: return reinterpret_cast<std::uint64_t>(block.local_of(warp, lane));
    case Special::kArgumentBase: return reinterpret_cast<std::uint64_t>(block.launch.arguments.data());
    case Special::kArgumentBytes: return block.launch.arguments.size();
    case Special::kGridWorkspaceHigh: return block.launch.grid_workspace >> 32;
    case Special::kGridWorkspaceLow: return block.launch.grid_workspace & 0xffffffff;
    case Special::kFrame: return 0;
  }
  return 0;
}

void begin(Block& block, const Warp& warp) {
  for (int lane = 0; lane < kLanes; ++lane) {
    for (const Constant& c : block.program.constants) put(warp.registers, c.slot, c.holds, lane, c.bits);
    for (const Argument& a : block.program.arguments) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, block.launch.arguments.data() + a.offset, a.bytes);
      put(warp.registers, a.slot, a.holds, lane, bits);
    }
    for (const SpecialSlot& s : block.program.specials)
      put(warp.registers, s.slot, s.holds, lane, value_of(block, warp, lane, s.what));
  }
}

}  // namespace

Mask lanes_of(const Launch& launch, std::uint32_t warp) {
  const std::uint32_t left = launch.threads() - warp * kLanes;
  return left >= kLanes ? kAllLanes : (Mask{1} << left) - 1;
}

void ZeroedMemory::Unmap::operator()(std::byte* all) const {
  if (mapped != 0)
    munmap(all, mapped);
  else
    delete[] all;
}

ZeroedMemory::ZeroedMemory(std::size_t bytes) : bytes_(bytes), all_(nullptr, Unmap{0}) {
  constexpr std::size_t kMany = std::size_t{1} << 20;  // below, clearing them is faster than asking the system
  if (bytes < kMany) {
    all_.reset(new std::byte[bytes]());
    return;
  }
  void* const all = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (all == MAP_FAILED) throw std::bad_alloc();
  all_ = std::unique_ptr<std::byte, Unmap>(static_cast<std::byte*>(all), Unmap{bytes});
}

Block::Block(const Program& p, const Launch& l, const Allocations& a, const Limits& m, std::uint64_t n, Listener* h,
             std::vector<Fault>& f, std::string* s)
    : program(p),
      code(h == nullptr && !p.fast.empty() ? p.fast : p.code),
      launch(l),
      allocations(a),
      limits(m),
      number(n),
      listener(h),
      faults(f),
      printed(s),
      local_bytes(p.recurses ? std::max(p.local_bytes, l.stack_bytes / kFrameAlign * kFrameAlign) : p.local_bytes),
      idle_steps(m.idle_steps),
      shared(p.shared_bytes + l.dynamic_shared),
      local(std::size_t{local_bytes} * l.warps() * kLanes),
      found(p.accesses.size()),
      lies(h == nullptr ? p.bundles.size() : 0),
      ways(lies.size() * l.warps()),
      remembered(p.quiet_loops.size() * l.warps()),
      moves(lockstep::moves(best_isa())) {
  const std::uint64_t each = rounded_up(p.register_bytes);
  const bool asks = m.undefined != nullptr && m.undefined->follows(n);
  if (m.unwritten_shared != nullptr || (asks && (h != nullptr || m.looks_at_shared)))
    written_shared.resize(unwritten_shared = (shared.size() + kWordBytes - 1) / kWordBytes);
  registers.resize((each * l.warps() + kCacheLine) / sizeof(std::uint64_t));
  std::byte* const first = reinterpret_cast<std::byte*>(rounded_up(reinterpret_cast<std::uint64_t>(registers.data())));
  for (std::uint32_t w = 0; w < l.warps(); ++w) {
    warps.push_back({w, first + w * each, {{lanes_of(l, w), 0, kNowhere}}});
    warps.back().most_steps = std::min(m.steps, m.idle_steps);
    begin(*this, warps.back());
  }
}

std::byte* Block::local_of(const Warp& warp, int lane) {
  return local.data() + std::size_t{local_bytes} * (warp.number * kLanes + static_cast<std::uint32_t>(lane));
}

namespace {

std::uint64_t lanes_in(const std::map<std::uint32_t, Mask>& of_warps) {
  std::uint64_t lanes = 0;
  for (const auto& [warp, mask] : of_warps) lanes += static_cast<std::uint64_t>(std::popcount(mask));
  return lanes;
}

std::uint64_t lanes_in(const std::vector<Waiting>& waiting) {
  std::uint64_t lanes = 0;
  for (const Waiting& each : waiting) lanes += static_cast<std::uint64_t>(std::popcount(each.lanes));
  return lanes;
}

}  // namespace

void Block::fault(FaultKind kind, const Warp& warp, int lane, std::uint32_t statement, std::uint64_t address,
                  Space space, std::uint64_t bytes, std::uint64_t align) {
  fault({kind, number, warp.number, static_cast<std::uint32_t>(lane), statement, address, space, bytes, align});
}

void Block::fault(Fault fault) {
  const auto known = std::ranges::find_if(
      faults, [&](const Fault& f) { return f.kind == fault.kind && f.statement == fault.statement; });
  if (known != faults.end()) {
    for (const auto& [warp, lanes] : fault.of_warps) known->of_warps[warp] |= lanes;  // perhaps again, in a loop
    known->count = fault.of_warps.empty() ? known->count + fault.count : lanes_in(known->of_warps);
    return;
  }
  fault.order = static_cast<std::uint32_t>(faults.size());
  fault.of_another_thread =
      fault.space == Space::kGlobal && fault.address - reinterpret_cast<std::uint64_t>(local.data()) < local.size();
  faults.push_back(std::move(fault));
  if (faults.size() > 1) return;
  if (listener != nullptr) listener->faults(faults.back());
  constexpr std::uint64_t kIdleSteps = 10'000'000;  // lanes that load zeros may then wait for ever
  idle_steps = std::min(idle_steps, kIdleSteps);
  for (Warp& each : warps) each.most_steps = std::min(each.most_steps, each.steps + kIdleSteps);
}

void Block::note_request(std::uint32_t statement, Mask lanes, const std::array<std::uint64_t, kLanes>& addresses) {
  if (faults.empty() || faults.back().statement != statement || faults.back().lanes != 0) return;
  faults.back().lanes = lanes, faults.back().addresses = addresses;
}

void Block::changes(Warp& warp) {
  ++changed;
  warp.changed = warp.steps;
  warp.most_steps = std::min(limits.steps, warp.steps + idle_steps);
}

void Block::never_met() {
  const auto waits = [](const Warp& warp) { return !warp.ended(); };
  const Warp& warp = *std::ranges::find_if(warps, waits);
  const std::uint32_t at = std::max(warp.paths.back().at, 1u) - 1;
  Fault result{.kind = FaultKind::kNeverMet, .block = number, .warp = warp.number};
  result.lane = static_cast<std::uint32_t>(std::countr_zero(warp.paths.back().lanes));
  result.statement = program.statements[at], result.waiting = waiting();
  result.count = lanes_in(result.waiting);
  fault(std::move(result));
}

void Block::partial_barrier(const Warp& warp, const Instruction& instruction, Mask lanes) {
  using For = Waiting::For;
  Fault result{.kind = FaultKind::kPartialBarrier, .block = number, .warp = warp.number};
  result.waiting.push_back({warp.number, lanes, For::kBarrier, statement_of(instruction)});
  Mask others = lanes_of(launch, warp.number) & ~lanes,
       alive = warp.paths.empty() ? 0 : warp.paths.front().lanes & others;
  for (const Apart& each : warp.apart) {
    const Mask its = each.paths.front().lanes;
    result.waiting.push_back({warp.number, its, For::kBarrier, statement_of(*each.waits)});
    others &= ~its, alive &= ~its;
  }
  std::ranges::stable_sort(result.waiting, {}, &Waiting::statement);
  if (alive != 0) result.waiting.push_back({warp.number, alive, For::kElsewhere, 0});
  if ((others & ~alive) != 0) result.waiting.push_back({warp.number, others & ~alive, For::kEnds, 0});
  result.lane = static_cast<std::uint32_t>(std::countr_zero(result.waiting.front().lanes));
  result.statement = result.waiting.front().statement;
  result.of_warps[warp.number] = result.waiting.front().lanes;
  result.count = lanes_in(result.of_warps);
  fault(std::move(result));
}

namespace {

/// The first, if it makes several.
std::uint32_t access_of(const Instruction& instruction, const Program& program) {
  return instruction.does == Does::kWords ? program.bundles[instruction.index].first : instruction.index;
}

}  // namespace

/// Where the lanes are that wait for others of their warp: if at a barrier of the block, they would wait there alone,
/// too. For the other lanes, if they repeat what they did: what they last read.
std::vector<Waiting> Block::waiting(const Warp& warp, bool repeats) const {
  std::vector<Waiting> all;
  Mask inner = 0;  // lanes of the paths behind
  for (std::size_t p = warp.paths.size(); p-- > 0;) {
    const Path& path = warp.paths[p];
    const Mask lanes = path.lanes & ~inner;
    const bool runs = p + 1 == warp.paths.size();
    inner |= path.lanes;
    if (lanes == 0) continue;
    const bool at_barrier = path.at < code.size() && code[path.at].does == Does::kBarrier &&
                            static_cast<BarrierUse>(code[path.at].index) != BarrierUse::kArrive;
    const auto what = !runs && at_barrier               ? Waiting::For::kBarrier
                      : !runs                           ? Waiting::For::kOthers
                      : warp.waits != nullptr           ? Waiting::For::kBarrier
                      : repeats && warp.asks != nullptr ? Waiting::For::kMemory
                                                        : Waiting::For::kNothing;
    const std::uint32_t at = what == Waiting::For::kBarrier  ? path.at - (runs ? 1 : 0)
                             : what == Waiting::For::kMemory ? static_cast<std::uint32_t>(warp.asks - code.data())
                                                             : path.at;
    all.push_back({warp.number, lanes, what,
                   program.statements[std::min<std::size_t>(at, program.statements.size() - 1)],
                   what == Waiting::For::kMemory ? found[access_of(*warp.asks, program)].address : 0});
  }
  for (const Apart& each : warp.apart) {
    const bool reads = each.waits == nullptr && repeats && each.asks != nullptr;
    const auto what = reads                                ? Waiting::For::kMemory
                      : each.waits == nullptr              ? Waiting::For::kNothing
                      : each.waits->does == Does::kBarrier ? Waiting::For::kBarrier
                                                           : Waiting::For::kOthers;
    const Instruction* const at = reads ? each.asks : each.waits;
    all.push_back({warp.number, each.paths.front().lanes, what,
                   at == nullptr ? program.statements[each.paths.back().at] : statement_of(*at),
                   reads ? found[access_of(*at, program)].address : 0});
  }
  return all;
}

std::vector<Waiting> Block::waiting() const {
  std::vector<Waiting> all;
  for (const Warp& warp : warps)
    if (!warp.ended())
      for (const Waiting& each : waiting(warp, true)) all.push_back(each);
  return all;
}

void Block::stuck() {
  Fault result{.kind = FaultKind::kStuck, .block = number};
  result.waiting = waiting();
  result.count = lanes_in(result.waiting);
  const Waiting& first = result.waiting.front();
  result.warp = first.warp, result.lane = static_cast<std::uint32_t>(std::countr_zero(first.lanes));
  result.statement = first.statement;
  fault(std::move(result));
}

bool run_block(const Program& program, const Launch& launch, const Allocations& allocations, std::uint64_t number,
               Listener* listener, std::vector<Fault>& faults, const Limits& limits, std::string* printed) {
  Block block(program, launch, allocations, limits, number, listener, faults, printed);
  return run_to_end(block);
}

namespace {

Round run_warps(Block& block) {
  const auto ended = [](const Warp& warp) { return warp.ended(); };
  const std::uint64_t changes = block.changed;
  bool all_yield = true, all_look = true;
  for (Warp& warp : block.warps) {
    if (warp.ended() || warp.waits != nullptr) continue;
    const auto parted = std::ranges::count(warp.apart, nullptr, &Apart::waits);
    Stop stop = run(block, warp);
    for (auto i = parted; i > 0 && stop == Stop::kYields; --i) stop = run(block, warp);  // each in turn
    const bool pauses = stop == Stop::kYields || stop == Stop::kLooks || stop == Stop::kPauses;
    if (block.listener != nullptr && pauses) block.listener->warp_pauses(warp.number);
    if (block.listener != nullptr && !pauses) block.listener->warp_rests(warp.number);
    if (stop == Stop::kFailed) return Round::kFailed;
    all_yield = all_yield && stop == Stop::kYields;
    all_look = all_look && (stop == Stop::kYields || stop == Stop::kLooks);
  }
  if (block.faults.size() >= block.limits.faults) return Round::kFailed;
  settle(block);
  if (std::ranges::all_of(block.warps, ended)) return Round::kEnded;
  const auto cannot_run = [](const Warp& warp) { return warp.ended() || warp.waits != nullptr; };
  if (std::ranges::all_of(block.warps, cannot_run)) return block.never_met(), Round::kFailed;
  if (!all_look || changes != block.changed) return Round::kWorked;
  return all_yield ? Round::kInVain : Round::kCounted;
}

}  // namespace

Round run_round(Block& block) {
  const Round round = run_warps(block);
  if (block.undefined != nullptr && (round == Round::kEnded || round == Round::kFailed)) block.tell_undefined();
  return round;
}

bool run_to_end(Block& block) {
  int in_vain = 0;
  for (;;) {
    const Round round = run_round(block);
    if (round == Round::kEnded || round == Round::kFailed) return round == Round::kEnded;
    in_vain = round == Round::kInVain ? in_vain + 1 : 0;
    if (in_vain < 2) continue;  // the first began before the loops
    if (!part_lanes(block)) return block.stuck(), false;
    in_vain = 0;
  }
}

}  // namespace gemmscope::lockstep
