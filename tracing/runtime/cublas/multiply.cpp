// SPDX-License-Identifier: MIT
#include "tracing/runtime/cublas/multiply.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <vector>

#include "tracing/record/on_threads.h"
#include "tracing/runtime/cublas/number.h"

namespace gemmscope::runtime::cublas {
namespace {

// A task is a tile of C; strips of A and B that it needs are copied as doubles, edges filled with zeros, so that the
// innermost loops have one shape. The sums of 4 x 8 elements stay in registers.
constexpr std::int64_t kTile = 128, kDepth = 256;  // rows and columns of a tile, and of k at once: 256 KiB each
constexpr std::int64_t kRows = 4, kColumns = 8;
constexpr std::int64_t kWorthThreads = 1 << 20;  // multiply-adds; a thread starts in the time of some ten thousands

using Four [[gnu::vector_size(32)]] = double;

/// Elements of a matrix that is `across` x k once its Op is applied: (i, p) at i * step + p * step_k.
struct Strips {
  const void* data;
  Type type;
  std::int64_t across, step, step_k;
};

/// Strips of `kWidth` of [first, first + count) x [p0, p0 + depth): strip after strip, of each p its `kWidth` numbers.
template <std::int64_t kWidth>
void pack(const Strips& from, std::int64_t first, std::int64_t count, std::int64_t p0, std::int64_t depth, double* to) {
  with_type(from.type, [&](auto* p) {
    const auto* const data = static_cast<decltype(p)>(const_cast<void*>(from.data));
    for (std::int64_t strip = first; strip < first + count; strip += kWidth)
      for (std::int64_t d = p0; d < p0 + depth; ++d)
        for (std::int64_t i = strip; i < strip + kWidth; ++i)
          *to++ = i < from.across ? static_cast<double>(data[i * from.step + d * from.step_k]) : 0.0;
  });
}

Four load(const double* from) {
  Four four;
  std::memcpy(&four, from, sizeof(four));
  return four;
}
void store(double* to, Four four) { std::memcpy(to, &four, sizeof(four)); }

/// Adds to the 4 x 8 sums at `sums`, whose rows are kTile apart.
void add_products(const double* a, const double* b, std::int64_t depth, double* sums) {
  std::array<Four, kRows> left, right;
  for (std::int64_t i = 0; i < kRows; ++i) left[i] = load(sums + i * kTile), right[i] = load(sums + i * kTile + 4);
  for (std::int64_t d = 0; d < depth; ++d, a += kRows, b += kColumns) {
    const Four b_left = load(b), b_right = load(b + 4);
    for (std::int64_t i = 0; i < kRows; ++i) left[i] += a[i] * b_left, right[i] += a[i] * b_right;
  }
  for (std::int64_t i = 0; i < kRows; ++i) store(sums + i * kTile, left[i]), store(sums + i * kTile + 4, right[i]);
}

class Tiles {
 public:
  explicit Tiles(const Product& p)
      : p_(p),
        a_{p.a, p.input, p.m, p.op_a == Op::kN ? 1 : p.lda, p.op_a == Op::kN ? p.lda : 1},
        b_{p.b, p.input, p.n, p.op_b == Op::kN ? p.ldb : 1, p.op_b == Op::kN ? 1 : p.ldb} {}

  std::int64_t count() const { return tiles_of(p_.m) * tiles_of(p_.n); }

  void run(std::int64_t tile) {
    const std::int64_t row = tile % tiles_of(p_.m) * kTile, column = tile / tiles_of(p_.m) * kTile;
    std::ranges::fill(sums_, 0.0);
    if (p_.alpha != 0)
      for (std::int64_t p0 = 0; p0 < p_.k; p0 += kDepth) add(row, column, p0, std::min(kDepth, p_.k - p0));
    with_type(p_.output, [&](auto* p) { write(static_cast<decltype(p)>(p_.c), row, column); });
  }

 private:
  static std::int64_t tiles_of(std::int64_t n) { return (n + kTile - 1) / kTile; }

  void add(std::int64_t row, std::int64_t column, std::int64_t p0, std::int64_t depth) {
    const std::int64_t rows = std::min(kTile, p_.m - row), columns = std::min(kTile, p_.n - column);
    pack<kRows>(a_, row, rows, p0, depth, packed_a_.data());
    pack<kColumns>(b_, column, columns, p0, depth, packed_b_.data());
    for (std::int64_t i = 0; i < rows; i += kRows)
      for (std::int64_t j = 0; j < columns; j += kColumns)
        add_products(&packed_a_[i * depth], &packed_b_[j * depth], depth, &sums_[i * kTile + j]);
  }

  template <class T>
  void write(T* c, std::int64_t row, std::int64_t column) const {
    for (std::int64_t j = column; j < std::min(p_.n, column + kTile); ++j)
      for (std::int64_t i = row; i < std::min(p_.m, row + kTile); ++i) {
        T& element = c[i + j * p_.ldc];
        const double before = p_.beta == 0 ? 0 : p_.beta * static_cast<double>(element);
        const double product = p_.alpha == 0 ? 0 : p_.alpha * sums_[(i - row) * kTile + j - column];
        element = rounded(product + before, static_cast<T*>(nullptr));
      }
  }

  const Product& p_;
  Strips a_, b_;
  std::vector<double> sums_ = std::vector<double>(kTile * kTile);
  std::vector<double> packed_a_ = std::vector<double>(kTile * kDepth), packed_b_ = packed_a_;
};

}  // namespace

void multiply(const Product& product) {
  const std::int64_t tiles = Tiles(product).count();
  std::atomic<std::int64_t> next = 0;
  const auto work = [&](unsigned) {
    Tiles mine(product);
    for (std::int64_t tile = next++; tile < tiles; tile = next++) mine.run(tile);
  };
  const bool is_large = product.m * product.n * product.k >= kWorthThreads;
  record::on_threads(is_large ? record::host_threads(0, static_cast<std::uint64_t>(tiles)) : 1, work,
                     [&] { next = tiles; });
}

}  // namespace gemmscope::runtime::cublas
