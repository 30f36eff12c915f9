// SPDX-License-Identifier: MIT
#include "app/words/reuse_words.h"

#include "app/words/number.h"
#include "tracing/analysis/geometry.h"

namespace gemmscope::words {
namespace {

using analysis::Missing;
using analysis::Times;

std::string plain(const Times& times) {
  if (times.same()) return thousands(times.least);
  return thousands(times.least) + " to " + thousands(times.most) + " (mean " + decimals(times.mean(), 1) + ")";
}

/// "8 requests", "1 request", "1 to 3 (mean 2.5) requests".
std::string of(const Times& times, const std::string& thing) {
  return times.same() ? count_of(times.least, thing) : plain(times) + " " + thing + "s";
}

/// Why so many blocks: " (N / BN = 4 096 / 128)", as each column of block tiles needs an element of A, and each row one
/// of B. Empty where that does not explain their number.
std::string blocks_of_launch(const format::Recording& recording, const analysis::MatrixReuse& reuse) {
  const auto shape = analysis::block_shape(recording);
  const format::Matrix matrix = recording.tensors[reuse.of.tensor].matrix;
  const bool of_A = matrix == format::Matrix::kA;
  if (!shape || (!of_A && matrix != format::Matrix::kB)) return "";
  const std::uint32_t size = of_A ? recording.N : recording.M, tile = of_A ? shape->BN : shape->BM;
  const Times& blocks = reuse.launch.blocks;
  if (!blocks.same() || blocks.least <= 1 || blocks.least != (size + tile - 1) / tile) return "";
  return (of_A ? " (N / BN = " : " (M / BM = ") + thousands(size) + " / " + thousands(tile) +
         (size % tile == 0 ? ")" : ", rounded up)");
}

std::string per_block(const analysis::MatrixReuse& reuse) {
  std::string text = times_in_words(reuse.block_lanes) + " per block";
  if (reuse.block_requests != reuse.block_lanes) text += ", in " + of(reuse.block_requests, "request");
  return text;
}

}  // namespace

std::string times_in_words(const Times& times) {
  if (times.same()) return times.least == 1 ? "once" : count_of(times.least, "time");
  return thousands(times.least) + " to " + thousands(times.most) + " times (mean " + decimals(times.mean(), 1) + ")";
}

std::string missing_in_words(Missing missing) {
  switch (missing) {
    case Missing::kNothing: return "";
    case Missing::kDropped: return "requests were lost while recording; record again";
    case Missing::kWarps: return "not all warps are recorded; record all of them";
    case Missing::kBlocks: return "not all blocks are recorded; record all of them";
    case Missing::kNoBlocks: return "no block is recorded";
    case Missing::kTooLarge: return "this size takes too long to count; record a smaller product";
    case Missing::kElsewhere:
      return "some blocks store to other arrays than C, so the launch is more than this product";
    case Missing::kNoProduct: return "no tiles of a matrix product are known of this recording";
  }
  return "";
}

std::string done_by(format::Op op) {
  return op == format::Op::kLoad ? "loaded" : op == format::Op::kStore ? "stored" : "updated";
}

std::string several_of(format::Op op) {
  return op == format::Op::kLoad ? "loads" : op == format::Op::kStore ? "stores" : "updates";
}

std::string matrix_reuse_in_words(const format::Recording& recording, const analysis::MatrixReuse& reuse, bool why) {
  if (reuse.missing != Missing::kNothing) return several_of(reuse.of.op) + " are not counted";
  std::string text = "each element is " + done_by(reuse.of.op) + " ";
  if (reuse.launch_missing == Missing::kNothing)
    text += times_in_words(reuse.launch.lanes) + ", by " + of(reuse.launch.blocks, "block") +
            (why ? blocks_of_launch(recording, reuse) : "") +
            (reuse.block_lanes == reuse.launch.lanes ? "" : ", " + per_block(reuse));
  else
    text += per_block(reuse);
  if (reuse.outside != 0) text += "; " + count_of(reuse.outside, "more element") + " outside the matrix";
  return text;
}

std::string tile_reuse_in_words(const analysis::TileReuse& reuse) {
  if (reuse.missing != Missing::kNothing) return "reads are not counted";
  if (reuse.lanes.of == 0) return "nothing is stored";
  return "each element is read by " + of(reuse.lanes, "lane") + ", in " + of(reuse.requests, "request") + " and " +
         of(reuse.wavefronts, "wavefront");
}

}  // namespace gemmscope::words
