// SPDX-License-Identifier: MIT
#include "tracing/analysis/given_shape.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <utility>

#include "tracing/analysis/tiles/said.h"
#include "tracing/analysis/tiles/source_kernel.h"
#include "tracing/format/limits.h"
#include "tracing/format/statement_mark.h"

namespace gemmscope::analysis {
namespace {

/// Bytes of a --tensor. Each x in it may be the one between rows and columns, and all these ways are tried.
constexpr std::size_t kMostText = format::kMaxNameBytes;

std::optional<std::uint32_t> number(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() && value != 0 ? std::optional(value) : std::nullopt;
}

/// The value of a number or a scalar parameter.
std::optional<std::uint32_t> value_of_one(const format::Recording& recording, std::string_view name) {
  while (name.starts_with(' ')) name.remove_prefix(1);
  while (name.ends_with(' ')) name.remove_suffix(1);
  if (const auto plain = number(name)) return plain;
  const auto given = recording.parameter(name);
  return given ? number(*given) : std::nullopt;
}

/// The value of a number, a scalar parameter, or a product of these: "nz * ny".
std::optional<std::uint32_t> value_of(const format::Recording& recording, std::string_view product) {
  std::uint64_t value = 1;
  for (;; product.remove_prefix(product.find('*') + 1)) {
    const auto factor = value_of_one(recording, product.substr(0, product.find('*')));
    value *= factor.value_or(0);
    if (value == 0 || value > 0xffffffff) return std::nullopt;
    if (product.find('*') == product.npos) return static_cast<std::uint32_t>(value);
  }
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Cuts a word off the front; empty if there is none.
std::string word(std::string_view& text) {
  constexpr std::string_view kBetween = " ,=*+^";  // "C[M][N] = A[M][K] * B[K][N]" has three shapes
  while (!text.empty() && kBetween.find(text.front()) != kBetween.npos) text.remove_prefix(1);
  const auto size = static_cast<std::size_t>(std::ranges::find_if_not(text, is_word) - text.begin());
  std::string found(text.substr(0, size));
  text.remove_prefix(size);
  return found;
}

/// Cuts an array's name off the front: a word, or "p.x", "s->y" or "p+8" of a struct's pointer, or "p+8+16" of one in a
/// struct to which that points; empty if there is none.
std::string array_name(std::string_view& text) {
  std::string name = word(text);
  while (!name.empty()) {
    const std::string_view sign = text.substr(0, text.starts_with("->") ? 2 : 1);
    if (sign != "+" && sign != "." && sign != "->") break;
    name += sign;
    text.remove_prefix(sign.size());
    name += word(text);
  }
  return name;
}

/// Cuts "[M]" off the front; empty if there is none.
std::string bracketed(std::string_view& text) {
  const std::size_t end = text.find(']');
  if (text.empty() || text.front() != '[' || end == text.npos) return {};
  std::string found(text.substr(1, end - 1));
  text.remove_prefix(end + 1);
  return found;
}

/// Index of the array; nullopt where there is none.
std::optional<std::size_t> find(const format::Recording& recording, const std::string& name) {
  const auto found = std::ranges::find_if(recording.tensors, [&](const format::Tensor& tensor) {
    return tensor.space == format::Space::kGlobal && tensor.name == name;
  });
  if (found == recording.tensors.end()) return std::nullopt;
  return static_cast<std::size_t>(found - recording.tensors.begin());
}

/// The array of which that is a part; null: none.
const format::Tensor* whole_of(const format::Recording& recording, const std::string& name) {
  const auto found = std::ranges::find_if(recording.tensors, [&](const format::Tensor& tensor) {
    return std::ranges::find(tensor.parts, name, &format::Part::name) != tensor.parts.end();
  });
  return found == recording.tensors.end() ? nullptr : &*found;
}

/// Rows and columns, if constants and template arguments of the kernel are in them.
std::optional<std::pair<std::uint32_t, std::uint32_t>> values_in_source(const format::Recording& recording,
                                                                        const GivenShape& shape) {
  const SourceKernel source(recording);
  const auto value = [&](const std::string& text) -> std::optional<std::uint32_t> {
    const auto found = source.value(cxx::tokens_of(text));
    return found && *found > 0 && *found <= 0xffffffff ? std::optional(static_cast<std::uint32_t>(*found))
                                                       : std::nullopt;
  };
  for (std::size_t i = 0; i + 1 < shape.rows_columns.size(); i += 2) {
    const auto rows = value(shape.rows_columns[i]), columns = value(shape.rows_columns[i + 1]);
    if (rows && columns) return std::pair(*rows, *columns);
  }
  return std::nullopt;
}

/// Rows and columns, with the parameters' values.
std::optional<std::pair<std::uint32_t, std::uint32_t>> values(const format::Recording& recording,
                                                              const GivenShape& shape) {
  for (std::size_t i = 0; i + 1 < shape.rows_columns.size(); i += 2) {
    const auto rows = value_of(recording, shape.rows_columns[i]),
               columns = value_of(recording, shape.rows_columns[i + 1]);
    if (rows && columns) return std::pair(*rows, *columns);
  }
  return values_in_source(recording, shape);
}

}  // namespace

Result<GivenShape> parse_shape(std::string_view text) {
  if (text.size() > kMostText)
    return fail(ErrorKind::kUsage, "--tensor '" + std::string(text.substr(0, 40)) + "...' has " +
                                       std::to_string(text.size()) + " bytes, more than the " +
                                       std::to_string(kMostText) + " allowed");
  const std::size_t equals = text.find('='), colon = text.find(':');
  GivenShape shape;
  if (equals != text.npos && equals != 0 && colon != text.npos && equals < colon) {
    shape.array = text.substr(0, equals), shape.bytes = number(text.substr(equals + 1, colon - equals - 1));
    const std::string_view size = text.substr(colon + 1);
    for (std::size_t x = size.find('x'); x != size.npos; x = size.find('x', x + 1))  // names may have an x, too
      if (x != 0 && x + 1 < size.size())
        shape.rows_columns.emplace_back(size.substr(0, x)), shape.rows_columns.emplace_back(size.substr(x + 1));
  }
  if (!shape.bytes || shape.rows_columns.empty())
    return fail(ErrorKind::kUsage,
                "--tensor '" + std::string(text) +
                    "' is no array's shape; write NAME=BYTES:ROWSxCOLUMNS, for example A=4:MxK, with "
                    "scalar parameters of the kernel, numbers, or products such as nz*ny");
  return shape;
}

std::vector<GivenShape> shapes_in(std::string_view source) {
  std::vector<GivenShape> shapes;
  for (std::size_t at = source.find(format::kStatementMark), end = 0; at != source.npos;
       at = source.find(format::kStatementMark, end)) {
    end = std::min(source.find('\n', at), source.size());
    std::string_view line = source.substr(at + format::kStatementMark.size(), end - at - format::kStatementMark.size());
    for (std::string name = array_name(line); !name.empty(); name = array_name(line)) {
      std::string rows = bracketed(line), columns = bracketed(line);
      if (rows.empty()) continue;
      for (std::string next = bracketed(line); !next.empty(); next = bracketed(line))  // of more dimensions than two
        rows += "*" + std::exchange(columns, next);
      if (!columns.empty()) shapes.push_back({name, std::nullopt, {rows, columns}});
    }
  }
  return shapes;
}

bool has_array(const format::Recording& recording, const GivenShape& shape) {
  return find(recording, shape.array) || whole_of(recording, shape.array) != nullptr;
}

Result<void> give_shape(format::Recording& recording, const GivenShape& shape) {
  const auto array = find(recording, shape.array);
  const std::string named = shape.array + " of " + recording.kernel;
  if (const format::Tensor* const whole = whole_of(recording, shape.array); whole != nullptr && !array)
    return fail(ErrorKind::kUsage, named + " is a part of " + whole->name +
                                       ", as lanes of one request go to it and to others, and has no rows");
  if (!array) return fail(ErrorKind::kUsage, named + " is no array in global memory that it touches");
  format::Tensor* const tensor = &recording.tensors[*array];
  if (!tensor->parts.empty())
    return fail(ErrorKind::kUsage, named + " is " + std::to_string(tensor->parts.size()) + " allocations, and no rows");
  const auto size = values(recording, shape);
  if (!size)
    return fail(
        ErrorKind::kUsage,
        named + " cannot be " + shape.rows_columns[0] + " x " + shape.rows_columns[1] +
            ": each must be a number, or computed from scalar parameters, template arguments and constants of the kernel");
  const std::uint32_t bytes = shape.bytes.value_or(tensor->element_bytes);
  const std::uint64_t all = tensor->layout.extent() * tensor->element_bytes,
                      elements = std::uint64_t{size->first} * size->second;
  if (bytes > tensor->element_bytes || tensor->element_bytes % bytes != 0)
    return fail(ErrorKind::kUsage, named + " is accessed " + std::to_string(tensor->element_bytes) +
                                       " bytes at a time, so its elements have not " + std::to_string(bytes));
  if (all % bytes != 0 || elements != all / bytes)  // elements * bytes may need more than 64 bits
    return fail(ErrorKind::kUsage, named + " has " + std::to_string(all) + " bytes, and not " +
                                       std::to_string(size->first) + " x " + std::to_string(size->second) +
                                       " elements of " + std::to_string(bytes));
  tensor->element_bytes = bytes;
  tensor->layout = {.rows = size->first, .columns = size->second, .pitch = size->second};
  return {};
}

}  // namespace gemmscope::analysis
