// SPDX-License-Identifier: MIT
#include "tracing/format/block_name.h"

#include <algorithm>
#include <charconv>
#include <tuple>
#include <vector>

namespace gemmscope::format {
namespace {

/// Numbers with commas between them; nothing else.
std::optional<std::vector<std::uint32_t>> numbers_in(std::string_view text) {
  std::vector<std::uint32_t> all;
  for (const char *at = text.data(), *const end = at + text.size();; ++at) {
    const auto [after, error] = std::from_chars(at, end, all.emplace_back());
    if (error != std::errc{}) return std::nullopt;
    at = after;
    if (at == end) return all;
    if (*at != ',') return std::nullopt;
  }
}

}  // namespace

Grid grid_of(const Recording& recording) { return {recording.grid_x, recording.rows_of_z(), recording.grid_z}; }

std::optional<BlockName> block_of(std::span<const std::uint32_t> numbers) {
  if (numbers.size() == 2) return BlockName{.x = numbers[1], .y = numbers[0]};
  if (numbers.size() == 3) return BlockName{numbers[0], numbers[1], numbers[2]};
  return std::nullopt;
}

std::optional<BlockName> parse_block_name(std::string_view text) {
  if (text.starts_with('(') && text.ends_with(')')) text = text.substr(1, text.size() - 2);
  const auto numbers = numbers_in(text);
  return numbers ? block_of(*numbers) : std::nullopt;
}

std::string text_of(const BlockName& name) {
  const std::string x = std::to_string(name.x), y = std::to_string(name.y);
  return name.z ? x + "," + y + "," + std::to_string(*name.z) : y + "," + x;
}

std::optional<BlockPlace> place_of(const BlockName& name, const Grid& grid) {
  if (!name.z && grid.z != 1) return std::nullopt;
  const std::uint32_t z = name.z.value_or(0);
  if (name.x >= grid.x || name.y >= grid.y || z >= grid.z) return std::nullopt;
  return BlockPlace{z * grid.y + name.y, name.x};
}

std::optional<std::uint32_t> find_block(const Recording& recording, const BlockName& name) {
  const auto place = place_of(name, grid_of(recording));
  if (!place) return std::nullopt;
  const auto key = [](const Block& b) { return std::pair(b.y, b.x); };
  const auto found = std::ranges::lower_bound(recording.blocks, std::pair(place->y, place->x), {}, key);
  if (found == recording.blocks.end() || key(*found) != std::pair(place->y, place->x)) return std::nullopt;
  return static_cast<std::uint32_t>(found - recording.blocks.begin());
}

BlockName name_of_block(const Recording& recording, std::uint32_t y, std::uint32_t x) {
  return {x, y % recording.rows_of_z(), y / recording.rows_of_z()};
}

std::string block_name(const Recording& recording, std::uint32_t y, std::uint32_t x) {
  const BlockName name = name_of_block(recording, y, x);
  return name.z ? "(" + text_of(name) + ")" : text_of(name);
}

std::string block_name(const Recording& recording, const Block& block) {
  return block_name(recording, block.y, block.x);
}

std::string blocks_there_are(const Recording& recording) {
  const auto number = [](std::uint64_t n) { return std::to_string(n); };
  const std::string rows = number(recording.rows_of_z()), columns = number(recording.grid_x);
  return number(recording.blocks.size()) + " blocks of a grid of " + columns + " x " + rows + " x " +
         number(recording.grid_z) + ", written x,y,z";
}

}  // namespace gemmscope::format
