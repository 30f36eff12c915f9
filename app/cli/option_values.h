// SPDX-License-Identifier: MIT
/// @file option_values.h
/// The values that options take, from text. Every error names the option, the text, and the form that is possible.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "tracing/analysis/bank_conflicts.h"
#include "tracing/format/block_name.h"
#include "tracing/format/recording.h"
#include "tracing/format/result.h"

namespace gemmscope::cli {

struct Size {
  std::uint32_t M = 0, N = 0, K = 0;
};

/// Ranges of blockIdx.
struct Blocks {
  format::Range y, x;
  std::optional<format::Range> z{};  ///< none: it was not given
};

Result<Size> parse_size(const std::string& text);                   ///< 1024x1024x1024
Result<std::pair<int, int>> parse_pixels(const std::string& text);  ///< 1600x1000; 1 to 16384 each
Result<float> parse_number(const std::string& option, const std::string& text);
Result<std::uint32_t> parse_count(const std::string& option, const std::string& text);
/// "a:b" is a, .., b-1; "a" is a alone.
Result<format::Range> parse_range(const std::string& option, const std::string& text);
/// "i/n": share i of n, counted from 0.
Result<std::pair<std::uint32_t, std::uint32_t>> parse_share(const std::string& option, const std::string& text);
/// "y,x" is one block; "y0,x0:y1,x1" the rows y0 .. y1-1 and columns x0 .. x1-1; likewise "x,y,z" and
/// "x0,y0,z0:x1,y1,z1".
Result<Blocks> parse_blocks(const std::string& text);
/// The same of a program: "x,y,z" alone.
Result<Blocks> parse_program_blocks(const std::string& text);
/// "y,x" or "x,y,z".
Result<format::BlockName> parse_block(const std::string& text);
Result<format::Parameter> parse_assignment(const std::string& text);  ///< PA=4
Result<analysis::ConflictModel> parse_model(const std::string& text);

}  // namespace gemmscope::cli
