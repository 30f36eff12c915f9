// SPDX-License-Identifier: MIT
#include "tracing/cuda/stream_capture.h"

#include <algorithm>
#include <array>

namespace gemmscope::cuda {

namespace {

constexpr record::LogKey kBarrierKey = record::marker_key(record::Marker::kBarrier);

tl::unexpected<Error> contradiction(const char* what) {
  return fail(ErrorKind::kNoDevice, std::string("the GPU's record contradicts itself (") + what +
                                        "), so nothing was kept; try again, and report it if it happens twice");
}

}  // namespace

std::vector<WarpRegion> lay_out(std::span<const WarpCount> room, StreamSize& total) {
  total = {};
  std::vector<WarpRegion> regions;
  regions.reserve(room.size());
  for (const WarpCount& count : room) {
    regions.push_back({.first_entry = total.entries, .first_line = total.lines, .room = count});
    total.entries += count.entries;
    total.lines += count.requests;
  }
  return regions;
}

StreamCapture::StreamCapture(const record::Plan& plan)
    : selection_(plan.selection), warps_(plan.warps), capture_(plan.selection, plan.warps) {}

Result<void> StreamCapture::add_block(const Stream& stream, BlockSpan blocks, std::uint32_t index) {
  const std::uint32_t wide = selection_.block_x.size();
  const std::uint32_t number = blocks.first + index;
  capture_.begin_block(selection_.block_y.begin + number / wide, selection_.block_x.begin + number % wide);

  std::vector<std::uint32_t> lines_of_block;
  for (std::uint32_t warp = selection_.warps.begin; warp < selection_.warps.end; ++warp) {
    const std::size_t place = std::size_t{index} * warps_ + warp;
    if (stream.written[place] != stream.regions[place].room)
      return contradiction("a warp wrote more or less than it counted before");
    if (auto added = add_warp(stream, stream.regions[place], warp); !added) return added;
    if (warp == selection_.warps.begin) lines_of_block = barrier_lines_;
    if (barrier_lines_ != lines_of_block) return contradiction("two warps of a block reached different barriers");
  }
  for (const std::uint32_t line : lines_of_block) capture_.end_interval(line);
  capture_.end_interval(0);  // the kernel's end
  capture_.end_block();
  return {};
}

Result<void> StreamCapture::add_warp(const Stream& stream, const WarpRegion& region, std::uint32_t warp) {
  const auto entries = stream.entries.subspan(region.first_entry, region.room.entries);
  const auto requests =
      std::count_if(entries.begin(), entries.end(), [](const StreamEntry& e) { return !record::key_is_marker(e.key); });
  if (static_cast<std::uint64_t>(requests) != region.room.requests)
    return contradiction("requests and addresses differ in number");

  const AddressLine* lines = stream.lines.data() + region.first_line;
  barrier_lines_.clear();
  for (auto begin = entries.begin();;) {
    const auto end = std::find_if(begin, entries.end(), [](const StreamEntry& e) { return e.key == kBarrierKey; });
    add_interval({begin, end}, lines, warp, static_cast<std::uint32_t>(barrier_lines_.size()));
    if (end == entries.end()) return {};
    lines += std::count_if(begin, end, [](const StreamEntry& e) { return !record::key_is_marker(e.key); });
    barrier_lines_.push_back(end->value);
    begin = end + 1;
  }
}

void StreamCapture::add_interval(std::span<const StreamEntry> entries, const AddressLine* lines, std::uint32_t warp,
                                 std::uint32_t interval) {
  const std::size_t n = entries.size();
  logs_.resize(n * format::kLanes);
  for (std::size_t e = 0; e < n; ++e) {
    const StreamEntry entry = entries[e];
    if (record::key_is_marker(entry.key)) {
      for (std::size_t lane = 0; lane < format::kLanes; ++lane)
        logs_[lane * n + e] = record::pack(entry.key, entry.value);
      continue;
    }
    for (std::size_t lane = 0; lane < format::kLanes; ++lane)
      logs_[lane * n + e] =
          record::pack(entry.key, (entry.value >> lane & 1u) != 0 ? lines->lane[lane] : record::kInactiveAddress);
    ++lines;
  }
  std::array<std::span<const record::LogEntry>, format::kLanes> lanes;
  for (std::size_t lane = 0; lane < format::kLanes; ++lane) lanes[lane] = {logs_.data() + lane * n, n};
  capture_.add(warp, interval, lanes);
}

}  // namespace gemmscope::cuda
