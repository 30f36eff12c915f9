// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <limits>
#include <unordered_map>

#include "tracing/format/coding.h"
#include "tracing/format/columns.h"
#include "tracing/format/container.h"

namespace gemmscope::format {
namespace {

/// The mask of a request and, for each active lane but the first, its address minus the first one's.
struct Shape {
  std::uint32_t mask = 0;
  std::vector<std::uint32_t> distances;
};

/// Gives equal shapes one number, in order of first use.
class Shapes {
 public:
  std::uint32_t number(std::uint32_t mask, std::span<const std::uint32_t, kLanes> lanes) {
    Shape shape{mask, {}};
    const std::uint32_t first = lanes[static_cast<std::size_t>(std::countr_zero(mask))];
    std::uint64_t hash = mask;
    for (std::uint32_t left = mask & (mask - 1); left != 0; left &= left - 1) {
      shape.distances.push_back(lanes[static_cast<std::size_t>(std::countr_zero(left))] - first);
      hash = (hash ^ shape.distances.back()) * 0x9e3779b97f4a7c15;
      hash ^= hash >> 32;
    }
    const auto [begin, end] = by_hash_.equal_range(hash);
    for (auto known = begin; known != end; ++known)
      if (all_[known->second].mask == mask && all_[known->second].distances == shape.distances) return known->second;
    const auto id = static_cast<std::uint32_t>(all_.size());
    by_hash_.emplace(hash, id);
    all_.push_back(std::move(shape));
    return id;
  }
  const std::vector<Shape>& all() const { return all_; }

 private:
  std::vector<Shape> all_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> by_hash_;
};

std::uint32_t first_address(const Template& coded, std::size_t row) {
  return coded.lanes(row)[static_cast<std::size_t>(std::countr_zero(coded.rows[row].mask))];
}

constexpr std::uint8_t kContinues = 1 << 4;  ///< behind the bit of __syncwarp, as the four of unused quarters
constexpr std::uint8_t kComputed = 1 << 4;   ///< behind the byte of a part

/// The 32 addresses of a row, 0 for inactive lanes.
void append_addresses(std::vector<std::uint32_t>& addresses, std::uint32_t mask, std::uint32_t first,
                      const std::uint32_t* distance) {
  bool is_first = true;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    if ((mask >> lane & 1u) == 0) {
      addresses.push_back(0);
    } else {
      addresses.push_back(is_first ? first : first + *distance++);
      is_first = false;
    }
  }
}

}  // namespace

std::vector<std::byte> encode_templates(std::span<const Template> templates) {
  Shapes shapes;
  std::vector<Row> rows;
  std::vector<OriginPart> parts;
  std::vector<std::uint32_t> shape_of_row, first_of_row, parts_of_row, distances;
  for (const Template& coded : templates)
    for (std::size_t row = 0; row < coded.rows.size(); ++row) {
      rows.push_back(coded.rows[row]);
      shape_of_row.push_back(shapes.number(coded.rows[row].mask, coded.lanes(row)));
      first_of_row.push_back(first_address(coded, row));
      const auto parts_here = coded.parts_of(row);
      parts_of_row.push_back(static_cast<std::uint32_t>(parts_here.size()));
      parts.insert(parts.end(), parts_here.begin(), parts_here.end());
    }
  for (const Shape& shape : shapes.all())
    distances.insert(distances.end(), shape.distances.begin(), shape.distances.end());

  ByteWriter out;
  out.number(static_cast<std::uint32_t>(shapes.all().size()));
  out.number(static_cast<std::uint32_t>(distances.size()));
  out.column<std::uint32_t>(templates.size(),
                            [&](std::size_t i) { return static_cast<std::uint32_t>(templates[i].rows.size()); });
  out.column<std::uint32_t>(shapes.all().size(), [&](std::size_t i) { return shapes.all()[i].mask; });
  out.column<std::uint32_t>(distances.size(), [&](std::size_t i) { return distances[i]; });
  out.column<std::uint16_t>(rows.size(), [&](std::size_t i) { return rows[i].site; });
  out.column<std::uint16_t>(rows.size(), [&](std::size_t i) { return rows[i].step; });
  out.column<std::uint16_t>(rows.size(), [&](std::size_t i) { return rows[i].k_tile; });
  out.column<std::uint8_t>(rows.size(), [&](std::size_t i) { return static_cast<std::uint8_t>(rows[i].phase); });
  out.column<std::uint8_t>(rows.size(), [&](std::size_t i) { return rows[i].base; });
  out.column<std::uint8_t>(rows.size(), [&](std::size_t i) {
    return static_cast<std::uint8_t>(rows[i].after_syncwarp | rows[i].unused << 1 |
                                     (rows[i].continues ? kContinues << 1 : 0));
  });
  out.column<std::uint32_t>(rows.size(), [&](std::size_t i) { return shape_of_row[i]; });
  out.column<std::uint32_t>(rows.size(), [&](std::size_t i) { return first_of_row[i]; });
  out.column<std::uint16_t>(rows.size(), [&](std::size_t i) { return rows[i].origin; });
  out.column<std::uint8_t>(rows.size(), [&](std::size_t i) { return rows[i].origin_byte; });
  out.column<std::uint8_t>(rows.size(), [&](std::size_t i) { return rows[i].bulk; });
  out.number(static_cast<std::uint32_t>(parts.size()));
  out.column<std::uint8_t>(rows.size(), [&](std::size_t i) { return static_cast<std::uint8_t>(parts_of_row[i]); });
  out.column<std::uint16_t>(parts.size(), [&](std::size_t i) { return parts[i].origin; });
  out.column<std::uint8_t>(parts.size(), [&](std::size_t i) {
    return static_cast<std::uint8_t>(parts[i].origin_byte | (parts[i].computed ? kComputed : 0));
  });
  out.column<std::uint8_t>(parts.size(), [&](std::size_t i) { return parts[i].first; });
  out.column<std::uint8_t>(parts.size(), [&](std::size_t i) { return parts[i].bytes; });
  return out.take();
}

Result<void> decode_templates(std::span<const std::byte> raw, std::uint32_t count, std::uint32_t rows,
                              std::uint64_t offset, std::size_t most_rows, const TakeTemplate& take) {
  ByteReader in(raw);
  const auto shape_count = in.number<std::uint32_t>();
  const auto distance_count = in.number<std::uint32_t>();
  auto rows_of = in.numbers<std::uint32_t>(count);
  const auto masks = in.column<std::uint32_t>(shape_count);
  const auto distances = in.column<std::uint32_t>(distance_count);
  auto site = in.numbers<std::uint16_t>(rows);
  auto step = in.numbers<std::uint16_t>(rows);
  auto k_tile = in.numbers<std::uint16_t>(rows);
  auto phase = in.numbers<std::uint8_t>(rows);
  auto base = in.numbers<std::uint8_t>(rows);
  auto flags = in.numbers<std::uint8_t>(rows);
  auto shape = in.numbers<std::uint32_t>(rows);
  auto first = in.numbers<std::uint32_t>(rows);
  auto origin = in.numbers<std::uint16_t>(rows);
  auto origin_byte = in.numbers<std::uint8_t>(rows);
  auto bulk = in.numbers<std::uint8_t>(rows);
  std::uint64_t parts_left = in.number<std::uint32_t>();
  auto parts_of = in.numbers<std::uint8_t>(rows);
  auto part_origin = in.numbers<std::uint16_t>(parts_left);
  auto part_origin_byte = in.numbers<std::uint8_t>(parts_left);
  auto part_first = in.numbers<std::uint8_t>(parts_left);
  auto part_bytes = in.numbers<std::uint8_t>(parts_left);
  if (!in.finished()) return damaged(offset, "the templates do not have the size that they declare");

  std::vector<std::uint32_t> distances_of;  // [shape] = its first place in distances
  distances_of.reserve(masks.size());
  std::uint64_t used = 0;
  for (const std::uint32_t mask : masks) {
    if (mask == 0) return damaged(offset, "shape " + std::to_string(distances_of.size()) + " has no active lane");
    distances_of.push_back(static_cast<std::uint32_t>(used));
    used += static_cast<std::uint64_t>(std::popcount(mask) - 1);
  }
  if (used != distances.size()) return damaged(offset, "the shapes do not have as many lanes as the templates say");

  std::size_t row = 0;
  for (std::uint32_t t = 0; t < count; ++t) {
    const std::uint32_t n = rows_of.next();
    if (n > rows - row) return damaged(offset, "a template has more rows than there are");
    Template coded;
    for (const std::size_t end = row + n; row < end; ++row) {
      const std::uint32_t of = shape.next();
      if (of >= masks.size())
        return damaged(offset, "row " + std::to_string(row) + " has shape " + std::to_string(of) + " of " +
                                   std::to_string(masks.size()));
      const std::uint32_t mask = masks[of];
      const std::uint8_t flag = flags.next();
      const Row next{.mask = mask,
                     .site = site.next(),
                     .step = step.next(),
                     .k_tile = k_tile.next(),
                     .phase = static_cast<Phase>(phase.next()),
                     .base = base.next(),
                     .after_syncwarp = (flag & 1u) != 0,
                     .unused = static_cast<std::uint8_t>(flag >> 1 & ~kContinues),
                     .origin = origin.next(),
                     .origin_byte = origin_byte.next(),
                     .bulk = bulk.next(),
                     .continues = (flag >> 1 & kContinues) != 0};
      if (coded.rows.size() >= most_rows && next.bulk == 0 && !next.continues) {
        if (auto taken = take(std::move(coded), false); !taken) return taken;
        coded = {};
      }
      if (coded.rows.empty()) {
        const std::size_t expected = std::min(end - row, most_rows);
        coded.rows.reserve(expected), coded.addresses.reserve(expected * kLanes);
      }
      const std::uint8_t parts_here = parts_of.next();
      if (parts_here > parts_left) return damaged(offset, "a row has more parts than there are");
      parts_left -= parts_here;
      for (std::uint8_t part = 0; part < parts_here; ++part) {
        const std::uint8_t byte = part_origin_byte.next();
        coded.parts.push_back({.row = static_cast<std::uint32_t>(coded.rows.size()),
                               .origin = part_origin.next(),
                               .origin_byte = static_cast<std::uint8_t>(byte & ~kComputed),
                               .first = part_first.next(),
                               .bytes = part_bytes.next(),
                               .computed = (byte & kComputed) != 0});
      }
      coded.rows.push_back(next);
      append_addresses(coded.addresses, mask, first.next(), distances.data() + distances_of[of]);
    }
    if (auto taken = take(std::move(coded), true); !taken) return taken;
  }
  if (row != rows || parts_left != 0) return damaged(offset, "the templates have fewer rows than there are");
  return {};
}

Result<void> decode_templates(std::span<const std::byte> raw, std::uint32_t count, std::uint32_t rows,
                              std::uint64_t offset, std::vector<Template>& into) {
  constexpr std::size_t kWhole = std::numeric_limits<std::size_t>::max();
  return decode_templates(raw, count, rows, offset, kWhole, [&](Template&& coded, bool) -> Result<void> {
    into.push_back(std::move(coded));
    return {};
  });
}

}  // namespace gemmscope::format
