// SPDX-License-Identifier: MIT
#include <map>

#include "tracing/format/coding.h"
#include "tracing/format/columns.h"
#include "tracing/format/container.h"

namespace gemmscope::format {
namespace {

/// The segment before with the same template, from which the next one is told by its differences.
class Predictor {
 public:
  /// The prediction for a segment with this template, to be replaced by the segment. The first is of zeros.
  Segment& of(std::uint32_t template_id) { return last_.try_emplace(template_id, Segment{.k_tile = 0}).first->second; }

 private:
  std::map<std::uint32_t, Segment> last_;  // ordered, because a file can choose ids that collide in a hash table
};

}  // namespace

std::vector<std::byte> encode_segments(std::span<const Segment> segments, std::size_t bases) {
  std::vector<Segment> differences(segments.begin(), segments.end());
  Predictor predictor;
  for (Segment& d : differences) {
    Segment& before = predictor.of(d.template_id);
    const Segment segment = d;
    d.interval -= before.interval;
    d.k_tile -= before.k_tile;
    for (std::size_t t = 0; t < d.base.size(); ++t) d.base[t] -= before.base[t];
    before = segment;
  }
  const std::size_t n = differences.size();
  ByteWriter out;
  out.column<std::uint16_t>(n, [&](std::size_t i) { return differences[i].warp; });
  out.column<std::uint32_t>(n, [&](std::size_t i) { return differences[i].template_id; });
  out.column<std::uint32_t>(n, [&](std::size_t i) { return differences[i].interval; });
  out.column<std::uint32_t>(n, [&](std::size_t i) { return differences[i].k_tile; });
  for (std::size_t t = 0; t < bases; ++t)
    out.column<std::uint32_t>(n, [&](std::size_t i) { return differences[i].base[t]; });
  return out.take();
}

Result<void> decode_segments(std::span<const std::byte> raw, std::uint32_t count, std::size_t bases,
                             std::uint64_t offset, std::vector<Segment>& into) {
  ByteReader in(raw);
  auto warp = in.numbers<std::uint16_t>(count);
  auto template_id = in.numbers<std::uint32_t>(count), interval = in.numbers<std::uint32_t>(count),
       k_tile = in.numbers<std::uint32_t>(count);
  std::vector<Column<std::uint32_t>> base(bases);
  for (auto& column : base) column = in.numbers<std::uint32_t>(count);
  if (!in.finished()) return damaged(offset, "the segments do not have the size that they declare");

  Predictor predictor;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t id = template_id.next();
    Segment& segment = predictor.of(id);
    segment.warp = warp.next();
    segment.template_id = id;
    segment.interval += interval.next();
    segment.k_tile += k_tile.next();
    for (std::size_t t = 0; t < base.size(); ++t) segment.base[t] += base[t].next();
    into.push_back(segment);
  }
  return {};
}

std::vector<std::byte> encode_blocks(std::span<const Block> blocks, std::size_t bases) {
  ByteWriter out;
  out.column<std::uint32_t>(blocks.size(), [&](std::size_t i) { return blocks[i].y; });
  out.column<std::uint32_t>(blocks.size(), [&](std::size_t i) { return blocks[i].x; });
  out.column<std::uint32_t>(blocks.size(), [&](std::size_t i) { return blocks[i].pattern; });
  for (std::size_t t = 0; t < bases; ++t)
    out.column<std::uint32_t>(blocks.size(), [&](std::size_t i) { return blocks[i].base[t]; });
  return out.take();
}

Result<void> decode_blocks(std::span<const std::byte> raw, std::uint32_t count, std::size_t bases, std::uint64_t offset,
                           std::vector<Block>& into) {
  ByteReader in(raw);
  auto y = in.numbers<std::uint32_t>(count), x = in.numbers<std::uint32_t>(count),
       pattern = in.numbers<std::uint32_t>(count);
  std::vector<Column<std::uint32_t>> base(bases);
  for (auto& column : base) column = in.numbers<std::uint32_t>(count);
  if (!in.finished()) return damaged(offset, "the blocks do not have the size that they declare");
  for (std::size_t i = 0; i < count; ++i) {
    Block& block = into.emplace_back();
    block.y = y.next(), block.x = x.next(), block.pattern = pattern.next();
    for (std::size_t t = 0; t < bases; ++t) block.base[t] = base[t].next();
  }
  return {};
}

}  // namespace gemmscope::format
