// SPDX-License-Identifier: MIT
#include "app/words/finding_words.h"

#include <algorithm>

#include "app/words/number.h"

namespace gemmscope::words {
namespace {

using analysis::Access;
using analysis::Fault;
using analysis::Finding;
using format::Recording;

std::string number(std::uint64_t n) { return std::to_string(n); }

std::string block_text(const Recording& r, std::uint32_t block) {
  return "block " + number(r.blocks[block].y) + "," + number(r.blocks[block].x);
}
std::string k_tile_text(std::uint32_t k_tile) {
  return k_tile == format::kEpilogue ? "in the epilogue" : "k-tile " + number(k_tile);
}
std::string thread(const Access& a) {
  return "thread " + number(a.thread()) + " (warp " + number(a.warp) + ", lane " + number(a.lane) + ")";
}
std::string line_of(const Recording& r, const Access& a) { return "line " + number(r.sites[a.site].line); }

/// "Thread 37 (warp 1, lane 5) of block 0,0 reads As[3][12] in line 87, k-tile 0".
std::string act(const Recording& r, const Finding& f) {
  const Access& a = *f.at;
  const bool store = r.sites[a.site].op == format::Op::kStore;
  const std::string place = place_text(r, f);
  return capital(thread(a)) + " of " + block_text(r, a.block) + (store ? " writes " : " reads ") + place + " in " +
         line_of(r, a) + ", " + k_tile_text(f.k_tile);
}
std::string race(const Recording& r, const Finding& f) {
  const std::string between = f.in_warp ? "no __syncwarp between them" : "no barrier between them";
  const std::string risk = f.fault == Fault::kReadAfterWrite ? "the read may come first, and find what was there before"
                           : f.fault == Fault::kWriteAfterRead ? "the write may come first, and the read find it"
                                                               : "either may come last";
  return act(r, f) + "; " + access_text(r, *f.other) + " in " + line_of(r, *f.other) + ", with " + between + ": " +
         risk + ".";
}

std::string out_of_bounds(const Recording& r, const Finding& f) {
  const format::Tensor& t = r.tensors[f.tensor];
  return act(r, f) + ", at byte " + number(f.byte) + ": that is outside of " + t.name + ".";
}

}  // namespace

std::string access_text(const Recording& r, const Access& a) {
  return thread(a) + (r.sites[a.site].op == format::Op::kStore ? " writes it" : " reads it");
}

std::string place_text(const Recording& r, const Finding& f) {
  if (const auto* cell = std::get_if<analysis::Cell>(&f.place)) {
    if (cell->padding) return "padding of " + r.tensors[cell->tensor].name;
    return r.tensors[cell->tensor].name + "[" + number(cell->row) + "][" + number(cell->column) + "]";
  }
  if (const auto* element = std::get_if<analysis::Element>(&f.place))
    return r.tensors[element->tensor].name + "[" + number(element->row) + "][" + number(element->column) + "]";
  return f.divergence ? "" : r.tensors[f.tensor].name;
}

std::string sentence(const Recording& r, const Finding& f) {
  switch (f.fault) {
    case Fault::kUninitialisedRead: return act(r, f) + ", which nobody has written.";
    case Fault::kStaleRead:
      return act(r, f) + ", which nobody has written for it" +
             (f.other ? "; it holds what " + thread(*f.other) + " stored before in " + line_of(r, *f.other) : "") + ".";
    case Fault::kReadAfterWrite:
    case Fault::kWriteAfterRead:
    case Fault::kWriteAfterWrite: return race(r, f);
    case Fault::kOutOfBounds: return out_of_bounds(r, f);
    case Fault::kMisaligned:
      return act(r, f) + ", " + number(r.sites[f.at->site].width) + " bytes at byte " + number(f.byte) +
             ", which is no multiple of that: a GPU stops there.";
    case Fault::kDivergence:
    case Fault::kEarlyExit: return capital(f.divergence->text()) + "; what happens then is undefined.";
    case Fault::kNeverStored:
      return "Nobody in " + block_text(r, f.block) + " stores " + place_text(r, f) + ", which is of its tile.";
    case Fault::kStoredTwice:
      return act(r, f) +
             (f.other ? "; " + thread(*f.other) + " of " + block_text(r, f.other->block) +
                            " has stored it before, in " + line_of(r, *f.other)
                      : std::string(" again")) +
             ".";
    case Fault::kReadWithoutBeta: return act(r, f) + ", though beta is 0: a NaN there becomes one of the result.";
    case Fault::kNeverLoaded:
      return "Nobody in " + block_text(r, f.block) + " loads " + place_text(r, f) + ", which it needs for " +
             k_tile_text(f.k_tile) + ".";
    case Fault::kNeverRead: return act(r, f) + ", and nobody reads it.";
  }
  return {};
}

std::string link_text(const Recording& r, const Finding& f) {
  const std::string block = "block=" + number(r.blocks[f.block].y) + "," + number(r.blocks[f.block].x);
  if (f.at)
    return block + "/warp=" + number(f.at->warp) + "/request=" + number(f.at->request) + "/lane=" + number(f.at->lane);
  if (f.divergence) return block + "/warp=" + number(f.divergence->other_thread / format::kLanes);
  return block + "/k_tile=" + (f.k_tile == format::kEpilogue ? "end" : number(f.k_tile));
}

std::string counted(const Finding& f) {
  switch (f.fault) {
    case Fault::kDivergence:
    case Fault::kEarlyExit: return count_of(f.count, "block");
    case Fault::kNeverStored:
    case Fault::kStoredTwice:
    case Fault::kNeverLoaded: return count_of(f.count, "element");
    case Fault::kNeverRead: return count_of(f.count, "cell");
    default: return thousands(f.count) + (f.count == 1 ? " access" : " accesses");
  }
}

std::vector<Unchecked> unchecked(const analysis::CheckResult& check) {
  std::vector<Unchecked> all;
  for (int i = 0; i < analysis::kFaults; ++i) {
    const auto fault = static_cast<Fault>(i);
    const analysis::CheckScope& scope = check.scopes[static_cast<std::size_t>(i)];
    if (scope.extent != analysis::CheckScope::Extent::kNothing || fault == Fault::kReadWithoutBeta) continue;
    const auto same = std::ranges::find(all, scope.why, &Unchecked::why);
    if (same == all.end())
      all.push_back({std::string(analysis::name_of(fault)), scope.why});
    else
      same->faults += ", " + std::string(analysis::name_of(fault));
  }
  return all;
}

}  // namespace gemmscope::words
