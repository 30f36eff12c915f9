// SPDX-License-Identifier: MIT
#include "app/cli/option_values.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

namespace gemmscope::cli {
namespace {

using format::BlockName;
using format::parse_block_name;

template <class Number>
std::optional<Number> number(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<std::uint32_t> count(std::string_view text) { return number<std::uint32_t>(text); }

/// Before and after the first `separator`; nullopt if there is none.
std::optional<std::pair<std::string_view, std::string_view>> halves(std::string_view text, char separator) {
  const std::size_t at = text.find(separator);
  if (at == std::string_view::npos) return std::nullopt;
  return std::pair{text.substr(0, at), text.substr(at + 1)};
}

tl::unexpected<Error> wrong(const std::string& option, const std::string& text, const std::string& form) {
  return fail(ErrorKind::kUsage, option + " '" + text + "' cannot be read; write " + form);
}

/// The block after all that are not beyond `last` in any direction. Nothing: numbers end before it.
std::optional<BlockName> after(const BlockName& last) {
  constexpr std::uint32_t kLast = 0xffffffff;
  if (std::max({last.x, last.y, last.z.value_or(0)}) == kLast) return std::nullopt;
  return BlockName{last.x + 1, last.y + 1, last.z ? std::optional(*last.z + 1) : std::nullopt};
}

}  // namespace

Result<Size> parse_size(const std::string& text) {
  const auto m_rest = halves(text, 'x');
  const auto n_k = m_rest ? halves(m_rest->second, 'x') : std::nullopt;
  if (n_k)
    if (const auto M = count(m_rest->first), N = count(n_k->first), K = count(n_k->second); M && N && K)
      return Size{*M, *N, *K};
  return wrong("--size", text, "MxNxK with whole numbers, for example --size 1024x1024x1024");
}

Result<std::pair<int, int>> parse_pixels(const std::string& text) {
  constexpr int kLeast = 1, kMost = 16384;  // the most that OpenGL implementations commonly draw to
  const auto fits = [](std::optional<int> pixels) { return pixels && *pixels >= kLeast && *pixels <= kMost; };
  if (const auto sides = halves(text, 'x'))
    if (const auto width = number<int>(sides->first), height = number<int>(sides->second); fits(width) && fits(height))
      return std::pair{*width, *height};
  return wrong("--pixels", text, "WIDTHxHEIGHT with 1 to 16384 each, for example --pixels 1600x1000");
}

Result<float> parse_number(const std::string& option, const std::string& text) {
  const auto value = number<float>(text);
  if (!value || !std::isfinite(*value)) return wrong(option, text, "a number, for example " + option + " 0.5");
  return *value;
}

Result<std::uint32_t> parse_count(const std::string& option, const std::string& text) {
  const auto value = count(text);
  if (!value) return wrong(option, text, "a whole number, for example " + option + " 12");
  return *value;
}

Result<format::Range> parse_range(const std::string& option, const std::string& text) {
  const auto ends = halves(text, ':');
  if (!ends) {
    if (const auto one = count(text); one && *one != 0xffffffff) return format::Range{*one, *one + 1};
  } else if (const auto begin = count(ends->first), end = count(ends->second); begin && end) {
    if (*begin < *end) return format::Range{*begin, *end};
    return fail(ErrorKind::kUsage, option + " " + text + " is empty, because the end is not included; " + option +
                                       " 0:1 is the first one");
  }
  return wrong(option, text, "FIRST:END, for example " + option + " 0:1 for the first one");
}

Result<std::pair<std::uint32_t, std::uint32_t>> parse_share(const std::string& option, const std::string& text) {
  if (const auto parts = halves(text, '/'))
    if (const auto index = count(parts->first), all = count(parts->second); index && all && *index < *all)
      return std::pair{*index, *all};
  return wrong(option, text, "I/N with I from 0 to N-1, for example " + option + " 0/4");
}

Result<Blocks> parse_blocks(const std::string& text) {
  const auto ends = halves(text, ':');
  const auto first = parse_block_name(ends ? ends->first : text);
  const auto end = ends ? parse_block_name(ends->second) : first ? after(*first) : std::nullopt;
  if (!first || !end || first->z.has_value() != end->z.has_value())
    return wrong("--blocks", text, "Y,X for one block, for example --blocks 0,0, or Y,X:ENDY,ENDX for several");
  if (first->x < end->x && first->y < end->y && (!first->z || *first->z < *end->z)) {
    Blocks blocks{{first->y, end->y}, {first->x, end->x}};
    if (first->z) blocks.z = {*first->z, *end->z};
    return blocks;
  }
  return fail(ErrorKind::kUsage, "--blocks " + text + " is empty, because the end is not included; " +
                                     (first->z ? "--blocks 0,0,0:2,1,1 is the first two blocks along x"
                                               : "--blocks 0,0:1,2 is the first two blocks of the first row"));
}

Result<Blocks> parse_program_blocks(const std::string& text) {
  const auto ends = halves(text, ':');
  const auto first = parse_block_name(ends ? ends->first : text), end = ends ? parse_block_name(ends->second) : first;
  if (first && first->z && end && end->z) return parse_blocks(text);
  return wrong("--blocks", text,
               "X,Y,Z for one block, for example --blocks 0,0,0, or X,Y,Z:ENDX,ENDY,ENDZ for several");
}

Result<BlockName> parse_block(const std::string& text) {
  if (const auto one = format::parse_block_name(text)) return *one;
  return wrong("--block", text, "Y,X, for example --block 0,0, or of a program X,Y,Z, for example --block 0,0,0");
}

Result<format::Parameter> parse_assignment(const std::string& text) {
  const auto sides = halves(text, '=');
  if (!sides || sides->first.empty() || sides->second.empty())
    return wrong("--set", text, "NAME=VALUE, for example --set PA=4");
  return format::Parameter{std::string(sides->first), std::string(sides->second)};
}

Result<analysis::ConflictModel> parse_model(const std::string& text) {
  for (int m = 0; m < analysis::kConflictModels; ++m) {
    const auto model = static_cast<analysis::ConflictModel>(m);
    if (text == analysis::name_of(model)) return model;
  }
  return fail(ErrorKind::kUsage,
              "there is no counting rule '" + text + "'; write --model fused, --model textbook or --model subop");
}

}  // namespace gemmscope::cli
