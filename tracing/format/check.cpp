// SPDX-License-Identifier: MIT
#include "tracing/format/check.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

#include "tracing/format/container.h"
#include "tracing/format/limits.h"

namespace gemmscope::format {
namespace {

using Found = std::optional<Fault>;

constexpr std::uint32_t kPieceBytes = 16;  // of a bulk copy

/// The kernels of an older gemmscope told it where their tiles are.
const std::string kTold = "says where tiles are, as only files of an older gemmscope do";

std::string number(std::uint64_t n) { return std::to_string(n); }

/// Bulk copies are pairs of rows, a load from global or shared memory and a store of the same pieces to the other; a
/// pair that continues one goes on where that ends. Returns the first row that is not so; all rows: there is none.
std::size_t first_unpaired_row(const Recording& r, const Template& coded) {
  const auto is = [&](std::size_t row, Op op, Space space) {
    const Site& site = r.sites[coded.rows[row].site];
    return site.asynchronous && site.width == kPieceBytes && site.op == op && r.tensors[site.tensor].space == space;
  };
  const auto are_alike = [&](std::size_t row, std::size_t other) {
    return coded.rows[row].bulk == coded.rows[other].bulk && coded.rows[row].continues == coded.rows[other].continues;
  };
  const auto are_neighbours = [&](std::size_t row) {  // from the first place on
    const std::uint32_t mask = coded.rows[row].mask;
    const auto at = coded.lanes(row);
    for (std::size_t place = 1; place < kLanes && (mask >> place & 1u) != 0; ++place)
      if (at[place] != at[place - 1] + kPieceBytes) return false;
    return (mask & 1u) != 0 && (mask & (mask + 1)) == 0;
  };
  const auto goes_on = [&](std::size_t row) {  // after the row of the pair before
    const std::size_t before = row - 2;
    return coded.rows[before].bulk == coded.rows[row].bulk && coded.rows[before].site == coded.rows[row].site &&
           coded.lanes(row)[0] == coded.lanes(before)[0] +
                                      kPieceBytes * static_cast<std::uint32_t>(std::popcount(coded.rows[before].mask));
  };
  for (std::size_t load = 0; load < coded.rows.size(); ++load) {
    if (coded.rows[load].bulk == 0 && !coded.rows[load].continues) continue;
    const std::size_t store = load + 1;
    const auto copies = [&](Space from, Space to) { return is(load, Op::kLoad, from) && is(store, Op::kStore, to); };
    const bool paired = coded.rows[load].bulk != 0 && coded.rows[load].bulk <= kLanes && store < coded.rows.size() &&
                        (copies(Space::kGlobal, Space::kShared) || copies(Space::kShared, Space::kGlobal)) &&
                        are_alike(load, store) && coded.rows[load].mask == coded.rows[store].mask &&
                        are_neighbours(load) && are_neighbours(store);
    if (!paired || (coded.rows[load].continues && (load < 2 || !goes_on(load) || !goes_on(store)))) return load;
    ++load;
  }
  return coded.rows.size();
}

/// An index into Template::parts; their number if none is wrong.
std::size_t first_wrong_part(const Recording& recording, const Template& coded) {
  constexpr int kWidest = 16;
  for (std::size_t i = 0; i < coded.parts.size(); ++i) {
    const OriginPart& part = coded.parts[i];
    const OriginPart& before = coded.parts[i == 0 ? i : i - 1];
    if (part.row >= coded.rows.size() || part.origin == 0 || part.bytes == 0) return i;
    if (part.first + part.bytes > recording.sites[coded.rows[part.row].site].width) return i;
    if (part.origin_byte + part.bytes > kWidest) return i;
    if (before.row > part.row || (before.row == part.row && before.origin > part.origin)) return i;
  }
  return coded.parts.size();
}

/// `before`: rows of the template before these.
Found check_template(const Recording& recording, std::size_t id, const Template& coded, std::uint64_t before) {
  const auto wrong_template = [&](const std::string& what) {
    return Fault{SectionType::kTemplates, id, "template " + number(id) + what};
  };
  if (coded.rows.empty()) return wrong_template(" has no rows");
  if (coded.addresses.size() != coded.rows.size() * kLanes) return wrong_template(" does not have 32 addresses a row");
  for (std::size_t i = 0; i < coded.rows.size(); ++i) {
    const Row& row = coded.rows[i];
    const auto at = [&](const std::string& what) {
      return wrong_template(", row " + number(before + i) + ": " + what);
    };
    if (row.mask == 0) return at("no lane is active");
    if (row.site >= recording.sites.size()) return at("there is no site " + number(row.site));
    if (row.k_tile != Row::kEpilogueRow || row.step != kNoStep || row.phase != Phase::kCopy) return at("it " + kTold);
    if (row.unused >= 15 || (row.unused != 0 && recording.sites[row.site].op != Op::kLoad))
      return at("what is unused of it is not a part of a load");
    const std::uint16_t tensor = recording.sites[row.site].tensor;
    const bool shared = recording.tensors[tensor].space == Space::kShared;
    const bool has_origin = row.origin != 0 || row.origin_byte != 0;
    if (has_origin && (!shared || recording.sites[row.site].op != Op::kStore || row.origin == 0 ||
                       row.origin_byte + recording.sites[row.site].width > 16))
      return at("its origin is no part of a load");
    if (!coded.parts_of(i).empty() && (!shared || recording.sites[row.site].op != Op::kStore || has_origin))
      return at("it has parts, and is no store to shared memory, or has an origin");
    if (row.base != (shared ? kSharedBase : tensor)) return at("the base is not that of tensor " + number(tensor));
    const auto lanes = coded.lanes(i);
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      if ((row.mask >> lane & 1u) == 0 && lanes[lane] != 0)
        return at("lane " + number(lane) + " is inactive and has an address");
  }
  if (coded.parts.size() > kMostParts * coded.rows.size()) return wrong_template(" has too many parts");
  if (const std::size_t part = first_wrong_part(recording, coded); part != coded.parts.size())
    return wrong_template(", part " + number(part) + ": it is no part of a load, or not in order");
  if (const std::size_t row = first_unpaired_row(recording, coded); row != coded.rows.size())
    return wrong_template(", row " + number(before + row) + ": it is not part of a bulk copy");
  return {};
}

Found check_segment(const Recording& recording, const Pattern& pattern, std::uint64_t id, const Segment& segment) {
  const auto at = [&](const std::string& what) {
    return Fault{SectionType::kSegments, id, "segment " + number(id) + " " + what};
  };
  if (!recording.selection.warps.contains(segment.warp))
    return at("is of warp " + number(segment.warp) + ", which is not selected");
  if (segment.interval >= pattern.barrier_lines.size())
    return at("is in barrier interval " + number(segment.interval) + " of " + number(pattern.barrier_lines.size()));
  if (segment.k_tile != kEpilogue) return at(kTold);
  return {};
}

/// Checks the order of events, and that the warps, intervals and requests that they name exist. `requests`: of each
/// warp.
Found check_sync_events(const Recording& r, std::size_t p, const std::vector<std::uint64_t>& requests) {
  const Pattern& pattern = r.patterns[p];
  const auto place = [](const SyncEvent& e) { return std::tuple(e.warp, e.interval, e.request); };
  const auto has_barrier = [&](std::uint32_t barrier) {
    constexpr std::uint32_t kBarriersOfABlock = 16;
    return barrier < r.shared_bytes || barrier - SyncEvent::kNamed < kBarriersOfABlock;
  };
  for (std::size_t i = 0; i < pattern.sync_events.size(); ++i) {
    const SyncEvent& e = pattern.sync_events[i];
    const bool at_barrier = e.kind >= SyncEvent::Kind::kArrive;
    const bool exists = r.selection.warps.contains(e.warp) && e.interval < pattern.barrier_lines.size() &&
                        e.lanes != 0 && e.kind <= SyncEvent::Kind::kPass && e.request <= requests[e.warp] &&
                        (e.kind == SyncEvent::Kind::kWait || (e.kind == SyncEvent::Kind::kCommit && e.pending == 0) ||
                         (at_barrier && has_barrier(e.pending))) &&
                        (at_barrier || e.phase == SyncEvent::kNoPhase);
    if (!exists || (i > 0 && place(pattern.sync_events[i - 1]) > place(e)))
      return Fault{SectionType::kDescription, 0,
                   "sync event " + number(i) + " of pattern " + number(p) +
                       " names a warp, interval, request, barrier or phase that does not exist, or is out of order"};
  }
  return {};
}

Found check_block(const Recording& recording, std::size_t id, const Block& block) {
  const auto at = [&](const std::string& what) {
    return Fault{SectionType::kBlocks, id, "block " + number(id) + " " + what};
  };
  if (block.pattern >= recording.patterns.size())
    return at("has pattern " + number(block.pattern) + " of " + number(recording.patterns.size()));
  if (!recording.selects(block.y, block.x))
    return at("is in row " + number(block.y) + ", column " + number(block.x) + ", which is not selected");
  return {};
}

/// It is a request of a recorded block, or none.
Found check_request_of_fault(const Recording& r) {
  if (!r.fault || r.fault->request == LaunchFault::kNoRequest) return {};
  const auto block =
      std::ranges::find_if(r.blocks, [&](const Block& b) { return b.y == r.fault->y && b.x == r.fault->x; });
  std::uint64_t requests = 0;
  if (block != r.blocks.end())
    for (const Segment& s : r.patterns[block->pattern].segments)
      if (s.warp == r.fault->thread / kLanes) requests += r.templates[s.template_id].rows.size();
  if (r.fault->request < requests) return {};
  return Fault{SectionType::kDescription, 0, "the fault is of a request that does not exist"};
}

}  // namespace

Found PartCheck::add(const Template& coded, bool is_last) {
  if (auto fault = check_template(recording_, rows_.size(), coded, open_)) return fault;
  open_ += coded.rows.size();
  if (is_last) rows_.push_back(std::exchange(open_, 0));
  return {};
}

Found PartCheck::add(const Segment& s) {
  const auto at = [&](const std::string& what) {
    return Fault{SectionType::kSegments, segments_, "segment " + number(segments_) + " " + what};
  };
  if (s.template_id >= rows_.size()) return at("has template " + number(s.template_id) + " of " + number(rows_.size()));
  if (auto fault = check_segment(recording_, recording_.patterns[pattern_], segments_, s)) return fault;
  const std::pair place(std::uint32_t{s.warp}, s.interval);
  if (last_segment_ && *last_segment_ >= place) return at("is not in the order of warps and intervals");
  last_segment_ = place;
  requests_[s.warp] += rows_[s.template_id];
  all_requests_ += rows_[s.template_id];
  if (all_requests_ > kMaxBlockRequests)
    return at("makes a block of more than " + number(kMaxBlockRequests) + " requests");
  ++segments_;
  return {};
}

Found PartCheck::end_pattern() {
  if (auto fault = check_sync_events(recording_, pattern_, requests_)) return fault;
  ++pattern_, last_segment_.reset(), all_requests_ = 0;
  std::ranges::fill(requests_, 0);
  return {};
}

Found PartCheck::add(const Block& block) {
  if (auto fault = check_block(recording_, blocks_, block)) return fault;
  const std::pair place(block.y, block.x);
  if (last_block_ && *last_block_ >= place)
    return Fault{SectionType::kBlocks, blocks_,
                 "block " + number(blocks_) + " is not in the order of rows and columns"};
  last_block_ = place, ++blocks_;
  return {};
}

Found check(const Recording& recording) {
  if (auto fault = check_description(recording)) return fault;
  PartCheck parts(recording);
  for (const Template& coded : recording.templates)
    if (auto fault = parts.add(coded)) return fault;
  for (const Pattern& pattern : recording.patterns) {
    for (const Segment& segment : pattern.segments)
      if (auto fault = parts.add(segment)) return fault;
    if (auto fault = parts.end_pattern()) return fault;
  }
  for (const Block& block : recording.blocks)
    if (auto fault = parts.add(block)) return fault;
  return check_request_of_fault(recording);
}

}  // namespace gemmscope::format
