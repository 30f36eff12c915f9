// SPDX-License-Identifier: MIT
/// @file given_shape.h
/// Shapes of arrays that the user states: `A=4:MxK` on the command line, `// gemmscope: A[M][K]` in the source.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tracing/format/recording.h"
#include "tracing/format/result.h"

namespace gemmscope::analysis {

struct GivenShape {
  std::string array;                      ///< its name
  std::optional<std::uint32_t> bytes;     ///< of an element; nullopt: as recorded
  std::vector<std::string> rows_columns;  ///< each way to read "MxK": rows before columns; scalar parameters or numbers

  friend bool operator==(const GivenShape&, const GivenShape&) = default;
};

/// "A=4:MxK". Errors: kUsage, what it is to look like.
[[nodiscard]] Result<GivenShape> parse_shape(std::string_view text);
/// The shapes in all comments that begin with "gemmscope:"; one may name several arrays: "// gemmscope: A[M][K], x[K]".
[[nodiscard]] std::vector<GivenShape> shapes_in(std::string_view source);
/// Whether the recording has an array of that name in global memory.
[[nodiscard]] bool has_array(const format::Recording& recording, const GivenShape& shape);
/// Gives the array its rows and columns. Errors: kUsage, why it cannot be: an unknown name, another size.
[[nodiscard]] Result<void> give_shape(format::Recording& recording, const GivenShape& shape);

}  // namespace gemmscope::analysis
