// SPDX-License-Identifier: MIT
/// @file step.h
/// Recordings for tests: a step of the ladder, or a kernel that is broken on purpose, compiled by nvcc and recorded by
/// the interpreter without its main(). What nvcc made is kept in the build's folder, by the text that it was made of.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tracing/format/recording.h"
#include "tracing/format/result.h"

namespace gemmscope::testing {

struct Step {
  std::string name = "warp_tile";            ///< or "10_warp_tile"; of a broken kernel "warp_tile_no_row_loop"
  std::string preset{};                      ///< empty: the file's own numbers
  std::vector<format::Parameter> numbers{};  ///< that are not as the preset, or the file, has them
  /// Compiled with --Ofast-compile=mid: nvcc joins and moves no accesses. False: as gemmscope record compiles it.
  bool as_written = false;

  std::string key() const;  ///< "warp_tile PA=4": names it in tests
};

struct Product {
  std::uint32_t M = 256, N = 256, K = 256;
  float alpha = 1, beta = 0;
  std::optional<format::Range> block_y{}, block_x{};  ///< the blocks that are recorded, addresses only; nothing: all
};

/// What the launch recorded. Throws std::runtime_error where nvcc or the recorder refuses.
[[nodiscard]] format::Recording recorded(const Step& step, const Product& product = {});
/// The same, with its tiles found and described. Throws also where no tiles are found.
[[nodiscard]] format::Recording described(const Step& step, const Product& product = {});

/// M, N and K that a broken kernel's comment names: where its mistake shows.
[[nodiscard]] Product product_said(const Step& step);

/// The same launch in two ways.
struct TwoWays {
  format::Recording quick;  ///< as --addresses-only records it
  format::Recording whole;  ///< from all that the kernel does
};
[[nodiscard]] TwoWays recorded_two_ways(const Step& step, const Product& product);

/// Names of the correct steps, in their order: "naive" .. "half_swizzled".
[[nodiscard]] const std::vector<std::string>& all_steps();
/// Names of the steps whose blocks may end at an edge of C; the others move 16 bytes at a time and take whole tiles.
[[nodiscard]] const std::vector<std::string>& steps_with_edges();
/// Names of the kernels that are broken on purpose, sorted.
[[nodiscard]] const std::vector<std::string>& all_broken();
/// Names each test of a step, or of a broken kernel, by it.
inline constexpr auto name_of_step = [](const auto& test) { return test.param; };

/// The value; throws an error as std::runtime_error.
template <class T>
T or_throw(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  return std::move(*result);
}

}  // namespace gemmscope::testing
