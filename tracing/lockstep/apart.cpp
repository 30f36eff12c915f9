// SPDX-License-Identifier: MIT
#include "tracing/lockstep/apart.h"

#include <algorithm>
#include <utility>

namespace gemmscope::lockstep {
namespace {

bool is_ready(const Apart& each) { return each.waits == nullptr; }

/// Both stand at the same place, on the way to the same places.
bool are_alike(const std::vector<Path>& one, const std::vector<Path>& other) {
  return std::ranges::equal(one, other,
                            [](const Path& a, const Path& b) { return a.at == b.at && a.meets == b.meets; });
}

/// Takes the lanes out of the warp's paths: to the same places, they have paths of their own.
std::vector<Path> taken_out(Warp& warp, Mask lanes) {
  std::vector<Path> theirs;
  for (Path& path : warp.paths) {
    if ((path.lanes & lanes) != 0) theirs.push_back({path.lanes & lanes, path.at, path.meets});
    path.lanes &= ~lanes;
  }
  return theirs;
}

/// Lanes that wait at the instruction run together with those that run and have come there, too, if their ways are
/// alike. Returns whether there were any.
bool join(Warp& warp, const Instruction& instruction) {
  return 0 != std::erase_if(warp.apart, [&](const Apart& each) {
           if (each.waits != &instruction || !are_alike(each.paths, warp.paths)) return false;
           for (std::size_t i = 0; i < warp.paths.size(); ++i) warp.paths[i].lanes |= each.paths[i].lanes;
           return true;
         });
}

/// The lanes that run part from those that wait for them, and these run.
bool part_running(Warp& warp) {
  if (warp.paths.empty()) return false;
  const Mask run = warp.paths.back().lanes;
  if (run == 0 || warp.paths.front().lanes == run) return false;
  warp.apart.push_back({taken_out(warp, run), nullptr, warp.asks});
  std::erase_if(warp.paths, [](const Path& path) { return path.lanes == 0; });
  warp.asks = nullptr;
  return warp.parted = true;
}

/// Lanes may also wait for others of their own part.
bool part_lanes(Warp& warp) {
  if (warp.ended() || warp.waits != nullptr || !warp.frames.empty()) return false;
  bool any = false;
  for (auto turns = std::ranges::count_if(warp.apart, is_ready); turns >= 0; --turns) {
    any = part_running(warp) || any;
    take_turns(warp);
  }
  return any;
}

}  // namespace

void set_apart(Warp& warp, const Instruction& instruction, Mask lanes) {
  Apart apart{taken_out(warp, lanes), &instruction};
  ++apart.paths.back().at, ++warp.paths.back().at;
  warp.apart.push_back(std::move(apart));
}

bool take_turns(Warp& warp) {
  const auto ready = std::ranges::find(warp.apart, nullptr, &Apart::waits);
  if (ready == warp.apart.end()) return false;
  Apart ran{std::exchange(warp.paths, std::move(ready->paths)), nullptr, std::exchange(warp.asks, ready->asks)};
  warp.apart.erase(ready);
  if (!ran.paths.empty()) warp.apart.push_back(std::move(ran));  // behind all others, so that each has its turn
  return true;
}

bool come_to_barrier(Block& block, Warp& warp, const Instruction& instruction, Mask lanes) {
  ++warp.paths.back().at;
  if (!warp.apart.empty()) {
    if (std::ranges::count(warp.apart, nullptr, &Apart::waits) != 0) {
      warp.apart.push_back({std::exchange(warp.paths, {}), &instruction});
      return take_turns(warp), false;
    }
    const auto is_elsewhere = [&](const Apart& each) { return !are_one_barrier(block, instruction, *each.waits); };
    if (std::ranges::any_of(warp.apart, is_elsewhere)) block.partial_barrier(warp, instruction, lanes);
    if (join(warp, instruction)) lanes = warp.paths.back().lanes;
    for (Apart& each : warp.apart) each.waits = nullptr;
  }
  return reach(block, warp, instruction, lanes);
}

Others others_of(Block& block, Warp& warp) {
  if (warp.apart.empty()) return Others::kNone;
  if (take_turns(warp)) return Others::kGoOn;
  if (warp.apart.back().waits->does != Does::kBarrier) {  // nothing is expected of lanes that have ended
    warp.paths = std::move(warp.apart.back().paths);
    warp.apart.pop_back();
    return Others::kGoOn;
  }
  // Nothing is expected of lanes that left where the kernel ends. Others went past the barrier.
  const bool went_past =
      std::ranges::any_of(warp.apart, [](const Apart& each) { return each.paths.back().meets != kNowhere; });
  Apart last = std::move(warp.apart.back());
  warp.apart.pop_back();
  const Mask lanes = last.paths.front().lanes;
  if (went_past) block.partial_barrier(warp, *last.waits, lanes);
  warp.paths = std::move(last.paths);
  --warp.paths.back().at;
  return come_to_barrier(block, warp, *last.waits, lanes) ? Others::kWait : Others::kGoOn;
}

bool are_together(Warp& warp, const Instruction& instruction) {
  if (std::ranges::any_of(warp.apart, is_ready)) {
    warp.apart.push_back({std::exchange(warp.paths, {}), &instruction});
    return take_turns(warp), false;
  }
  return !join(warp, instruction);
}

bool part_lanes(Block& block) {
  bool any = false;
  for (Warp& warp : block.warps) any = part_lanes(warp) || any;
  return any;
}

}  // namespace gemmscope::lockstep
