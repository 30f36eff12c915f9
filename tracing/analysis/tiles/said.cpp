// SPDX-License-Identifier: MIT
#include "tracing/analysis/tiles/said.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "tracing/analysis/tiles/source_kernel.h"
#include "tracing/analysis/tiles/statement.h"
#include "tracing/cxx/presets.h"
#include "tracing/cxx/ranges.h"
#include "tracing/cxx/said_arguments.h"
#include "tracing/format/limits.h"
#include "tracing/format/statement_mark.h"

namespace gemmscope::analysis {
namespace {

using cxx::Token;
using format::kStatementMark;
using format::Recording;

constexpr std::size_t kMostSaid = 64;
constexpr std::int64_t kLongest = 1 << 20;  ///< rows or columns of a tile

/// "128x8" and "128 × 8" -> "128 x 8"; hexadecimal numbers stay as they are.
std::string with_crosses(std::string_view text) {
  constexpr std::string_view kCross = "\u00d7";
  const auto is_digit = [&](std::size_t i) {
    return i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])) != 0;
  };
  const auto is_word = [&](std::size_t i) { return i < text.size() && cxx::is_of_word(text[i]); };
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_hexadecimal = i > 0 && text[i - 1] == '0' && (i < 2 || !is_word(i - 2));
    const bool is_cross = text.substr(i, kCross.size()) == kCross;
    if (is_cross || (text[i] == 'x' && is_digit(i - 1) && !is_hexadecimal)) {
      i += is_cross ? kCross.size() - 1 : 0;
      out += out.ends_with(' ') ? "x" : " x";
      out += text.substr(i + 1).starts_with(' ') ? "" : " ";
    } else {
      out += text[i];
    }
  }
  return out;
}

class Reader {
 public:
  Reader(const Recording& recording, const SourceKernel& source) : r_(recording), source_(source) {}

  /// One statement of a comment.
  void read(std::uint32_t line, Tokens tokens) {
    if (tokens.size() == 1 && tokens[0].text == "swizzled" && !said.tiles.empty() && said.tiles.back().line == line) {
      said.tiles.back().swizzled = true, said.tiles.back().text += ", swizzled";
      return;
    }
    at_ = {line, text_of(tokens)};
    const std::vector<Tokens> sides = parts_at(tokens, "=");
    if (sides.size() == 2)
      read_equation(sides[0], sides[1]);
    else if (sides.size() > 2)
      leave_out("it has more than one =");
    else if (tokens.size() > 1 && (tokens[1].text == "tile" || tokens[1].text == "-"))
      read_shape(tokens);
    else if (const auto one = named(tokens); one && find(one->name, format::Space::kShared))
      leave_out("say what it holds, as in " + one->name + "[8][132] = A^T");
    else if (std::ranges::count(tokens, "[", &Token::text) == 0)  // otherwise a shape: given_shape.h
      leave_out(
          "write what is multiplied, what an array holds, or a tile: C = A * B, As[8][132] = A^T, block tile 64 x 64");
  }

  Said said;

 private:
  void leave_out(const std::string& why) { said.left_out.push_back({at_.line, at_.text + ": " + why}); }

  std::optional<std::uint16_t> find(std::string_view name, format::Space space) const {
    for (std::size_t t = 0; t < r_.tensors.size(); ++t)
      if (r_.tensors[t].space == space && r_.tensors[t].name == name) return static_cast<std::uint16_t>(t);
    return std::nullopt;
  }

  void read_equation(Tokens left, Tokens right) {
    const auto to = named(left);
    if (!to) return leave_out("write an array to the left of =, as in C = A * B or As[8][132] = A^T");
    if (const auto shared = find(to->name, format::Space::kShared)) return read_tile(*shared, *to, right);
    const auto C = find(to->name, format::Space::kGlobal);
    const bool is_product = parts_at(right, "*").size() > 1;
    if (!C)
      return leave_out("the kernel accesses no array " + to->name +
                       (is_product ? " in global memory" : " in shared memory"));
    read_roles(*C, *to, right);
  }

  void read_roles(std::uint16_t C, const Named& to, Tokens right) {
    std::vector<SaidRoles::Factor> factors;
    for (const Tokens term : parts_at(right, "+")) {  // alpha * A * B + beta * C
      std::vector<SaidRoles::Factor> of_term;
      for (const Tokens factor : parts_at(term, "*")) {
        const auto one = named(factor);
        const auto array = one ? find(one->name, format::Space::kGlobal) : std::nullopt;
        if (array) of_term.push_back({*array, one->transposed});
        if (!array && !source_.value(factor) && !(one && is_parameter(one->name)))
          return leave_out(text_of(factor) + " is no array in global memory that the kernel accesses, and no number");
      }
      if (of_term.size() < 2) continue;
      if (of_term.size() > 2 || !factors.empty()) return leave_out("only one product of two matrices can be said");
      factors = of_term;
    }
    if (factors.empty()) return leave_out("write a product of two arrays, as in C = A * B^T");
    if (to.transposed) {
      std::swap(factors[0], factors[1]);
      for (SaidRoles::Factor& each : factors) each.transposed = !each.transposed;
    }
    if (said.roles) return leave_out("line " + std::to_string(said.roles->line) + " says already what is multiplied");
    const std::int64_t rows = to.sizes.size() == 2 && !to.transposed ? source_.value(to.sizes[0]).value_or(0) : 0;
    const bool is_sound = rows > 0 && rows <= kLongest;
    said.roles =
        SaidRoles{at_, C, factors[0], factors[1], is_sound ? static_cast<std::uint32_t>(rows) : std::uint32_t{0}};
  }

  bool is_parameter(std::string_view name) const {
    return std::ranges::find(r_.parameters, name, &format::Parameter::name) != r_.parameters.end();
  }

  void read_tile(std::uint16_t shared, const Named& to, Tokens right) {
    const std::vector<Tokens> parts = parts_at(right, "*");
    const auto of = named(right);
    if (!of || parts.size() > 1) return leave_out("write one array to the right of =, as in As[8][132] = A^T");
    const auto matrix = find(of->name, format::Space::kGlobal);
    if (!matrix) return leave_out("the kernel accesses no array " + of->name + " in global memory");
    if (to.sizes.size() != 2 && to.sizes.size() != 3)
      return leave_out("write rows and columns, and before them how many buffers there are, as in " + to.name +
                       "[8][132] or " + to.name + "[2][8][132]");
    std::vector<std::uint32_t> sizes;
    for (const Tokens size : to.sizes) {
      const auto value = number(size);
      if (!value) return;
      sizes.push_back(*value);
    }
    SaidTile tile{at_};
    tile.shared = shared, tile.matrix = *matrix, tile.transposed = of->transposed != to.transposed;
    tile.columns = sizes.back(), tile.rows = sizes[sizes.size() - 2];
    tile.buffers = sizes.size() == 3 ? sizes[0] : 1;
    if (std::uint64_t{tile.columns} * tile.rows > format::kMaxSharedBytes / tile.buffers)
      return leave_out("no shared memory has so many elements");
    if (std::ranges::find(said.tiles, shared, &SaidTile::shared) != said.tiles.end())
      return leave_out("another comment says already what " + to.name + " holds");
    said.tiles.push_back(tile);
  }

  /// "block tile 128 x 64", "k-tile BK"
  void read_shape(Tokens tokens) {
    using Of = SaidShape::Of;
    constexpr std::array<std::pair<std::string_view, Of>, 4> kNames{
        {{"block", Of::kBlock}, {"warp", Of::kWarp}, {"thread", Of::kThread}, {"k", Of::kKTile}}};
    const auto name = std::ranges::find(kNames, tokens[0].text, &std::pair<std::string_view, Of>::first);
    const std::size_t begin = tokens[1].text == "-" ? 3 : 2;
    if (name == kNames.end() || begin > tokens.size() || tokens[begin - 1].text != "tile")
      return leave_out("write block tile, warp tile, thread tile or k-tile before the numbers");
    const std::vector<Tokens> sizes = parts_at(tokens.subspan(begin), "x");
    const bool of_k = name->second == Of::kKTile;
    if (sizes.size() != (of_k ? 1 : 2))
      return leave_out(of_k ? "write one number, as in k-tile 8" : "write two numbers, as in block tile 128 x 64");
    const auto rows = number(sizes[0]), columns = rows ? number(sizes.back()) : rows;
    if (!columns) return;
    SaidShape shape{at_};
    shape.of = name->second, shape.rows = *rows, shape.columns = *columns;
    if (std::ranges::find(said.shapes, shape.of, &SaidShape::of) != said.shapes.end())
      return leave_out("another comment says already how large it is");
    said.shapes.push_back(shape);
  }

  /// Nothing: it has been left out.
  std::optional<std::uint32_t> number(Tokens size) {
    const auto value = source_.value(size);
    if (!value)
      leave_out("the value of " + (size.empty() ? "[]" : text_of(size)) +
                " is not known; use numbers, constants, template arguments and scalar parameters");
    else if (*value < 1 || *value > kLongest)
      leave_out(text_of(size) + " is " + std::to_string(*value) + ", which is no size of a tile");
    else
      return static_cast<std::uint32_t>(*value);
    return std::nullopt;
  }

  const Recording& r_;
  const SourceKernel& source_;
  SaidIn at_;
};

/// What is wrong with a preset, range or arguments; empty: nothing is. Nothing: the statement says something else.
std::optional<std::string> problem_of_setting(std::string_view statement) {
  if (cxx::is_preset(statement)) return std::string(cxx::preset_in(statement) ? "" : cxx::kHowToWritePreset);
  if (cxx::is_arguments(statement)) return std::string(cxx::arguments_in(statement) ? "" : cxx::kHowToWriteArguments);
  if (!cxx::is_range(statement)) return std::nullopt;
  const auto range = cxx::range_in(statement);
  return range ? "" : range.error().message;
}

}  // namespace

Said said_in(const Recording& recording) {
  const std::string_view text = recording.source.text;
  if (text.find(kStatementMark) == text.npos) return {};
  const SourceKernel source(recording);
  if (source.kernel() == nullptr) return {};
  const format::Range own = source.lines();
  Reader reader(recording, source);
  std::uint32_t line = 1;
  std::size_t begin = 0;
  for (std::size_t read = 0; begin < text.size() && line < own.end && read < kMostSaid; ++line) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view one = text.substr(begin, end - begin);
    const std::size_t at = one.find(kStatementMark);
    begin = end + 1;
    if (at == one.npos || !own.contains(line)) continue;
    const std::string_view statement = one.substr(at + kStatementMark.size());
    if (const auto problem = problem_of_setting(statement)) {
      if (!problem->empty()) reader.said.left_out.push_back({line, std::string(*problem)});
      continue;
    }
    const std::string said = with_crosses(statement);
    const std::vector<Token> tokens = cxx::tokens_of(said);
    for (const Tokens each : parts_at(tokens, ",")) {
      if (!each.empty() && read++ < kMostSaid) reader.read(line, each);
    }
  }
  return std::move(reader.said);
}

}  // namespace gemmscope::analysis
