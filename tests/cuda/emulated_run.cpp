// SPDX-License-Identifier: MIT
#include "tests/cuda/emulated_run.h"

#include <stdexcept>

#include "tracing/record/lane_zip.h"
#include "tracing/simt/block_runner.h"
#include "tracing/simt/bodies.h"
#include "tracing/simt/matrix_memory.h"

namespace gemmscope::cuda {

namespace {

bool is_marker(record::LogKey key, record::Marker marker) { return key == record::marker_key(marker); }

}  // namespace

std::vector<EmulatedRun::Written> EmulatedRun::run(BlockSpan blocks) const {
  struct Writer : simt::BlockRunner::Listener {
    const format::Selection& selection;
    std::vector<Written>& written;
    std::vector<bool> on;
    std::size_t first = 0;  // of this block's warps in `written`

    Writer(const format::Selection& s, std::vector<Written>& w, std::size_t warps)
        : selection(s), written(w), on(warps) {}

    void on_warp(std::uint32_t w, record::LaneLogs lanes) override {
      if (!selection.warps.contains(w)) return;
      if (!record::is_aligned(lanes)) throw std::logic_error("the kernels of this test must not diverge");
      for (std::size_t e = 0; e < lanes.front().size(); ++e) write(written[first + w], w, lanes, e);
    }
    void on_barrier(std::uint32_t line) override {
      for (std::uint32_t w = 0; w < on.size() && line != 0; ++w)
        if (selection.warps.contains(w))
          written[first + w].entries.push_back({record::marker_key(record::Marker::kBarrier), line});
    }

    void write(Written& out, std::uint32_t w, record::LaneLogs lanes, std::size_t e) {
      const record::LogKey key = record::entry_key(lanes.front()[e]);
      const std::uint32_t value = record::entry_value(lanes.front()[e]);
      if (is_marker(key, record::Marker::kKTile))
        on[w] = value == record::kEpilogueValue ? selection.epilogue : selection.k_tiles.contains(value);
      if (record::key_is_marker(key)) {
        if (on[w] || !is_marker(key, record::Marker::kStep)) out.entries.push_back({key, value});
        return;
      }
      AddressLine line{};
      std::uint32_t mask = 0;
      for (std::size_t l = 0; l < format::kLanes; ++l) {
        line.lane[l] = record::entry_value(lanes[l][e]);
        mask |= static_cast<std::uint32_t>(line.lane[l] != record::kInactiveAddress) << l;
      }
      if (mask == 0 || !on[w]) return;
      out.entries.push_back({key, mask});
      out.lines.push_back(line);
    }
  };

  simt::MatrixMemory memory(plan_);
  const simt::BoundBody body =
      simt::compiled_in(plan_.variant, true)(plan_.arguments(memory.A(), memory.B(), memory.C()), plan_.has_edges());
  std::vector<Written> written(std::size_t{blocks.count} * plan_.warps);
  Writer writer(plan_.selection, written, plan_.warps);
  simt::BlockRunner runner({plan_.warps * 32, 1, 1}, body.run, body.arguments.get(), &writer);
  const std::uint32_t wide = plan_.selection.block_x.size();
  for (std::uint32_t b = 0; b < blocks.count; ++b) {
    const std::uint32_t number = blocks.first + b;
    writer.first = std::size_t{b} * plan_.warps;
    runner.run({plan_.selection.block_x.begin + number % wide, plan_.selection.block_y.begin + number / wide, 0});
  }
  return written;
}

Result<std::vector<WarpCount>> EmulatedRun::count(BlockSpan blocks) {
  std::vector<WarpCount> counts;
  for (const Written& w : run(blocks))
    counts.push_back({static_cast<std::uint32_t>(w.entries.size()), static_cast<std::uint32_t>(w.lines.size())});
  return counts;
}

Result<Stream> EmulatedRun::record(BlockSpan blocks, std::span<const WarpCount> room, int slot) {
  ++launches;
  StreamSize size;
  Stream stream{.regions = lay_out(room, size), .written = {}, .entries = {}, .lines = {}};
  Slot& out = slots_[slot];
  out.entries.clear();
  out.lines.clear();
  for (const Written& w : run(blocks)) {
    stream.written.push_back(
        {static_cast<std::uint32_t>(w.entries.size()), static_cast<std::uint32_t>(w.lines.size())});
    out.entries.insert(out.entries.end(), w.entries.begin(), w.entries.end());
    out.lines.insert(out.lines.end(), w.lines.begin(), w.lines.end());
  }
  if (out.entries.size() != size.entries || out.lines.size() != size.lines)
    return fail(ErrorKind::kUsage, "the room is not what was counted");
  stream.entries = out.entries;
  stream.lines = out.lines;
  if (damage) damage(stream);
  return stream;
}

}  // namespace gemmscope::cuda
