// SPDX-License-Identifier: MIT
#include "tests/fuzz/mend_recording.h"

#include <algorithm>
#include <bit>
#include <tuple>

#include "tracing/format/container.h"

namespace gemmscope::fuzz {
namespace {

/// Of neighbours at the same place, the first stays.
template <class T>
void drop_repeated(std::vector<T>& sorted, const auto& place) {
  const auto same = [&](const T& a, const T& b) { return place(a) == place(b); };
  sorted.erase(std::unique(sorted.begin(), sorted.end(), same), sorted.end());  // clang 14 has no std::ranges::unique
}

using namespace format;
using u32 = std::uint32_t;

/// Only a load of global memory and the store to shared memory behind it stay a bulk copy: of the load's lane and
/// pieces, which become neighbours. None continues another but right behind it.
void mend_copies(const Recording& r, Template& t) {
  const auto is = [&](std::size_t row, Op op, Space space) {
    const Site& site = r.sites[t.rows[row].site];
    return site.asynchronous && site.width == 16 && site.op == op && r.tensors[site.tensor].space == space;
  };
  const auto place = [&](std::size_t row, u32 first) {
    for (u32 l = 0; l < kLanes; ++l)
      t.addresses[row * kLanes + l] = (t.rows[row].mask >> l & 1u) != 0 ? first + 16 * l : 0;
  };
  for (std::size_t i = 0; i < t.rows.size(); ++i) {
    Row& load = t.rows[i];
    load.continues = load.continues && load.bulk != 0;
    if (load.bulk == 0) continue;
    if (load.bulk > kLanes || i + 1 == t.rows.size() || !is(i, Op::kLoad, Space::kGlobal) ||
        !is(i + 1, Op::kStore, Space::kShared)) {
      load.bulk = 0, load.continues = false;
      continue;
    }
    Row& store = t.rows[i + 1];
    store.bulk = load.bulk;
    load.mask = store.mask = 0xffffffffu >> (kLanes - std::popcount(load.mask));
    load.continues = store.continues = load.continues && i >= 2 && t.rows[i - 2].bulk == load.bulk &&
                                       t.rows[i - 2].site == load.site && t.rows[i - 1].site == store.site;
    for (const std::size_t half : {i, i + 1})
      place(half, load.continues
                      ? t.addresses[(half - 2) * kLanes] + 16u * static_cast<u32>(std::popcount(t.rows[half - 2].mask))
                      : t.addresses[half * kLanes]);
    ++i;
  }
}

void mend(const Recording& r, Template& t) {
  for (std::size_t i = 0; i < t.rows.size(); ++i) {
    Row& row = t.rows[i];
    row.site = static_cast<std::uint16_t>(std::min<std::size_t>(row.site, r.sites.size() - 1));
    const std::uint16_t tensor = r.sites[row.site].tensor;
    row.base = r.tensors[tensor].space == Space::kShared ? kSharedBase : static_cast<std::uint8_t>(tensor);
    if (row.mask == 0) row.mask = 1;
    row.k_tile = Row::kEpilogueRow, row.step = kNoStep, row.phase = Phase::kCopy;
    for (u32 lane = 0; lane < kLanes; ++lane)
      if ((row.mask >> lane & 1u) == 0) t.addresses[i * kLanes + lane] = 0;
    const bool has_origin = row.base == kSharedBase && r.sites[row.site].op == Op::kStore && row.origin != 0;
    if (!has_origin || row.origin_byte + r.sites[row.site].width > 16) row.origin = row.origin_byte = 0;
    if (r.sites[row.site].op != Op::kLoad || row.unused >= 15) row.unused = 0;
  }
  mend_copies(r, t);
  std::erase_if(t.parts, [&](const OriginPart& part) {
    if (part.row >= t.rows.size()) return true;
    const Row& row = t.rows[part.row];
    const Site& site = r.sites[row.site];
    return row.base != kSharedBase || site.op != Op::kStore || row.origin != 0 || part.origin == 0 || part.bytes == 0 ||
           part.first + part.bytes > site.width || part.origin_byte + part.bytes > 16;
  });
  t.parts.resize(std::min(t.parts.size(), kMostParts * t.rows.size()));
  std::ranges::sort(t.parts, {}, [](const OriginPart& part) { return std::pair(part.row, part.origin); });
}

void mend_events(const Recording& r, Pattern& p) {
  std::vector<u32> requests(r.warps());
  for (const Segment& g : p.segments) requests[g.warp] += static_cast<u32>(r.templates[g.template_id].rows.size());
  for (SyncEvent& e : p.sync_events) {
    const bool at_barrier = e.kind >= SyncEvent::Kind::kArrive;
    if (!at_barrier) e.phase = SyncEvent::kNoPhase;
    if (e.kind == SyncEvent::Kind::kCommit) e.pending = 0;
    if (at_barrier && e.pending >= r.shared_bytes) e.pending = SyncEvent::kNamed + e.pending % 16;
    if (e.lanes == 0) e.lanes = 1;
    if (e.warp < requests.size()) e.request = std::min(e.request, requests[e.warp]);
  }
  std::erase_if(p.sync_events, [&](const SyncEvent& e) {
    return !r.selection.warps.contains(e.warp) || e.interval >= p.barrier_lines.size() ||
           e.kind > SyncEvent::Kind::kPass;
  });
  std::ranges::stable_sort(p.sync_events, {},
                           [](const SyncEvent& e) { return std::tuple(e.warp, e.interval, e.request); });
}

void mend(const Recording& r, Pattern& p) {
  const Selection& s = r.selection;
  for (Segment& g : p.segments) {
    g.template_id = std::min<u32>(g.template_id, static_cast<u32>(r.templates.size() - 1));
    g.k_tile = kEpilogue;
  }
  std::erase_if(p.segments,
                [&](const Segment& g) { return !s.warps.contains(g.warp) || g.interval >= p.barrier_lines.size(); });
  const auto place = [](const Segment& g) { return std::pair(g.warp, g.interval); };
  std::ranges::stable_sort(p.segments, {}, place);
  drop_repeated(p.segments, place);
  mend_events(r, p);
}

void mend(const Recording& r, LaunchFault& f, u32 lines) {
  f.kind = std::min(f.kind, LaunchFault::Kind::kOther);
  f.y = std::min(f.y, std::max(r.grid_y, 1u) - 1), f.x = std::min(f.x, std::max(r.grid_x, 1u) - 1);
  f.thread = std::min(f.thread, std::max(r.threads, 1u) - 1), f.line = std::min(f.line, lines);
  f.count = std::max<std::uint64_t>(f.count, 1), f.called.clear();
  if (f.does.empty()) f.does = "stops";
  if (f.tensor >= r.tensors.size()) f.tensor = LaunchFault::kNoTensor;
  std::erase_if(f.others,
                [&](const LaunchFault::Waiting& w) { return w.warp >= r.warps() || w.lanes == 0 || w.line > lines; });
  u32 requests = 0;
  for (const Block& b : r.blocks)
    if (b.y == f.y && b.x == f.x)
      for (const Segment& s : r.patterns[b.pattern].segments)
        if (s.warp == f.thread / kLanes) requests += static_cast<u32>(r.templates[s.template_id].rows.size());
  if (f.request >= requests) f.request = LaunchFault::kNoRequest;
}

}  // namespace

void mend(Recording& r) {
  std::erase_if(r.templates, [](const Template& t) { return t.rows.empty(); });
  if (r.tensors.empty()) r.sites.clear();
  if (r.sites.empty()) r.templates.clear();
  if (r.templates.empty())
    for (Pattern& p : r.patterns) p.segments.clear();
  if (r.patterns.empty()) r.blocks.clear();
  if (r.grid_z == 0 || r.grid_y % r.grid_z != 0) r.grid_z = 1;
  Selection& s = r.selection;
  if (s.block_z.begin >= std::min(s.block_z.end, r.grid_z)) s.block_z = {0, 1};
  for (const auto& [range, end] :
       {std::pair(&s.block_y, r.rows_of_z()), {&s.block_x, r.grid_x}, {&s.block_z, r.grid_z}, {&s.warps, r.warps()}})
    range->end = std::min(range->end, end), range->begin = std::min(range->begin, range->end);
  const auto lines = static_cast<u32>(1 + std::count(r.source.text.begin(), r.source.text.end(), '\n'));
  for (Site& site : r.sites) {
    site.tensor = static_cast<std::uint16_t>(std::min<std::size_t>(site.tensor, r.tensors.size() - 1));
    site.line = std::clamp(site.line, 1u, lines);
    const bool plain = site.atomic == Atomic::kPlain && site.op != Op::kAtomic;
    site.asynchronous = site.asynchronous && plain;
    const bool stores = site.op == Op::kStore && !site.asynchronous;
    site.one_value = site.one_value && stores && plain, site.agrees = site.agrees && stores;
    site.unseen = site.unseen && site.op == Op::kAtomic;
  }
  std::stable_sort(r.sites.begin(), r.sites.end(), [](const Site& a, const Site& b) { return a.line < b.line; });
  for (Template& t : r.templates) mend(r, t);
  for (Pattern& p : r.patterns) {
    for (u32& line : p.barrier_lines) line = std::min(line, lines);
    mend(r, p);
  }
  for (Block& b : r.blocks) b.pattern = std::min<u32>(b.pattern, static_cast<u32>(r.patterns.size() - 1));
  std::erase_if(r.blocks, [&](const Block& b) { return !r.selects(b.y, b.x); });
  const auto place = [](const Block& b) { return std::pair(b.y, b.x); };
  std::ranges::sort(r.blocks, {}, place);
  drop_repeated(r.blocks, place);
  const auto is_nowhere = [&](const Divergence& d) {
    return !r.selects(d.y, d.x) || std::max(d.thread, d.other_thread) >= r.threads ||
           std::max(d.line, d.other_line) > lines;
  };
  std::erase_if(r.divergences, is_nowhere);
  if (r.fault) mend(r, *r.fault, lines);
  if (r.of_program)
    std::erase_if(*r.of_program, [](const ProgramFinding& f) {
      return static_cast<int>(f.kind) >= ProgramFinding::kKinds || f.count == 0 || f.text.empty();
    });
  std::ranges::sort(r.unfilled);
  drop_repeated(r.unfilled, [](std::uint16_t t) { return t; });
  std::erase_if(r.unfilled,
                [&](std::uint16_t t) { return t >= r.tensors.size() || r.tensors[t].space != Space::kGlobal; });
  if (r.undefined)
    std::erase_if(*r.undefined, [&](const Undefined& u) {
      const bool of_lane = u.of == Undefined::Of::kLane, has_site = u.site < r.sites.size();
      return !r.selects(u.y, u.x) || std::max(u.thread, u.use_thread) >= r.threads || u.count == 0 ||
             std::max(u.line, u.use_line) > lines || of_lane == has_site ||
             (u.use_tensor != Undefined::kNone && u.use_tensor >= r.tensors.size()) ||
             (has_site &&
              (r.sites[u.site].op == Op::kStore ||
               (u.of == Undefined::Of::kShared) != (r.tensors[r.sites[u.site].tensor].space == Space::kShared)));
    });
  std::erase_if(r.branch_barriers, [&](const Divergence& d) {
    return is_nowhere(d) || d.of_warp || d.line == 0 || d.other_line == 0 ||
           d.thread / kLanes == d.other_thread / kLanes;
  });
  if (!r.absent_lanes) return;
  for (Divergence& d : *r.absent_lanes)
    d.of_warp = true, d.other_thread = d.thread / kLanes * kLanes + d.other_thread % kLanes;
  std::erase_if(*r.absent_lanes, is_nowhere);
}

}  // namespace gemmscope::fuzz
