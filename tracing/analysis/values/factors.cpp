// SPDX-License-Identifier: MIT
#include "tracing/analysis/values/factors.h"

#include <algorithm>
#include <cmath>

namespace gemmscope::analysis {
namespace {

constexpr std::uint64_t kMostOfMatrix = std::uint64_t{1} << 26;  ///< of a matrix

/// A matrix of the product, with the bytes of its array.
struct HeldMatrix {
  const format::KeptArray* array = nullptr;
  const ProductMatrix* as = nullptr;
  NumberKind kind;
  std::uint32_t rows = 0;    ///< of one product's matrix
  format::BatchStep step{};  ///< to the next product's

  /// `row`: the products' rows follow each other. nullptr: the array ends before it.
  [[nodiscard]] const std::byte* at(const std::vector<std::byte>& bytes, std::uint32_t row,
                                    std::uint32_t column) const {
    column += row / rows * step.columns, row = row % rows + row / rows * step.rows;
    const std::uint64_t line = as->transposed ? column : row, place = as->transposed ? row : column;
    const std::uint64_t element = line * as->pitch + place;
    return (element + 1) * kind.bytes <= bytes.size() ? bytes.data() + element * kind.bytes : nullptr;
  }
};

Result<HeldMatrix> held(const format::Recording& recording, const format::KeptMemory& memory, const ProductMatrix& as,
                        std::uint32_t rows, format::BatchStep step) {
  const format::Tensor& tensor = recording.tensors[as.tensor];
  const auto array = std::ranges::find(memory.arrays, as.tensor, &format::KeptArray::tensor);
  if (array == memory.arrays.end())
    return fail(ErrorKind::kUsage, "the values of " + tensor.name + " were not kept" +
                                       (memory.why_not.empty() ? "" : ": " + memory.why_not));
  const auto kind = kind_of(array->type, tensor.element_bytes, recording.code.ptx);
  if (!kind)
    return fail(ErrorKind::kUsage, "what numbers " + tensor.name + " has is not known: its elements have " +
                                       std::to_string(tensor.element_bytes) + " bytes" +
                                       (array->type.empty() ? "" : ", and their type is " + array->type));
  return HeldMatrix{&*array, &as, *kind, rows, step};
}

/// The matrix, row by row. Elements beyond the array's end are NaN: nothing is said of them.
template <class Number, class Read>
std::vector<Number> matrix_of(const HeldMatrix& from, const std::vector<std::byte>& bytes, std::uint32_t rows,
                              std::uint32_t columns, Number beyond, const Read& read) {
  std::vector<Number> all(std::size_t{rows} * columns, beyond);
  for (std::uint32_t row = 0; row < rows; ++row)
    for (std::uint32_t column = 0; column < columns; ++column)
      if (const std::byte* const at = from.at(bytes, row, column); at != nullptr)
        all[std::size_t{row} * columns + column] = read(from.kind, at);
  return all;
}
std::vector<double> numbers(const HeldMatrix& from, const std::vector<std::byte>& bytes, std::uint32_t rows,
                            std::uint32_t columns) {
  return matrix_of(from, bytes, rows, columns, std::nan(""), number_at);
}
std::vector<std::uint64_t> wholes(const HeldMatrix& from, const std::vector<std::byte>& bytes, std::uint32_t rows,
                                  std::uint32_t columns) {
  return matrix_of(from, bytes, rows, columns, std::uint64_t{0}, whole_at);
}

/// row += a * B's row; and the sizes of the products.
void add_scaled(double a, const double* B, std::uint32_t columns, double* row, double* sizes) {
  for (std::uint32_t n = 0; n < columns; ++n) {
    const double product = a * B[n];
    row[n] += product;
    sizes[n] += std::fabs(product);
  }
}

bool is_constant(const std::vector<double>& all) {
  return std::ranges::all_of(all, [&](double each) { return each == all.front(); });
}

}  // namespace

Result<Factors> factors_of(const format::Recording& recording, const Product& p, const format::KeptMemory& memory) {
  const auto of_A = held(recording, memory, p.A, p.M, p.batch.A), of_B = held(recording, memory, p.B, p.K, p.batch.B),
             of_C = held(recording, memory, p.C, p.M, p.batch.C);
  for (const auto* each : {&of_A, &of_B, &of_C})
    if (!*each) return tl::unexpected(each->error());
  const std::uint64_t rows = std::uint64_t{p.M} * p.batch.products, ks = std::uint64_t{p.K} * p.batch.products;
  if (p.M == 0 || p.N == 0 || p.K == 0) return fail(ErrorKind::kUsage, "no element of its matrices is accessed");
  if (rows * p.N > kMostOfMatrix || rows * p.K > kMostOfMatrix || ks * p.N > kMostOfMatrix)
    return fail(ErrorKind::kUsage, "its matrices have more than 67,108,864 elements");

  Factors f;
  f.rows = static_cast<std::uint32_t>(rows), f.columns = p.N, f.K = p.K, f.M = p.M;
  f.of_A = of_A->kind, f.of_B = of_B->kind, f.of_C = of_C->kind;
  const std::vector<double> A = numbers(*of_A, of_A->array->before, f.rows, p.K),
                            B = numbers(*of_B, of_B->array->before, static_cast<std::uint32_t>(ks), p.N);
  f.before = numbers(*of_C, of_C->array->before, f.rows, p.N);
  f.after = numbers(*of_C, of_C->array->at_end(), f.rows, p.N);
  f.A_is_constant = !A.empty() && is_constant(A), f.B_is_constant = !B.empty() && is_constant(B);
  f.sum.resize(rows * p.N), f.magnitude.resize(rows * p.N);
  for (std::uint32_t m = 0; m < f.rows; ++m)
    for (std::uint32_t k = 0; k < p.K_of(m / p.M); ++k)
      add_scaled(A[std::size_t{m} * p.K + k], B.data() + (std::size_t{m / p.M} * p.K + k) * p.N, p.N,
                 f.sum.data() + std::size_t{m} * p.N, f.magnitude.data() + std::size_t{m} * p.N);
  if (!f.of_A.is_whole() || !f.of_B.is_whole() || !f.of_C.is_whole()) return f;

  const std::vector<std::uint64_t> a = wholes(*of_A, of_A->array->before, f.rows, p.K),
                                   b = wholes(*of_B, of_B->array->before, static_cast<std::uint32_t>(ks), p.N);
  f.whole_before = wholes(*of_C, of_C->array->before, f.rows, p.N);
  f.whole_after = wholes(*of_C, of_C->array->at_end(), f.rows, p.N);
  f.whole.resize(rows * p.N);
  for (std::uint32_t m = 0; m < f.rows; ++m)
    for (std::uint32_t k = 0; k < p.K_of(m / p.M); ++k)
      for (std::uint32_t n = 0; n < p.N; ++n)
        f.whole[std::size_t{m} * p.N + n] +=
            a[std::size_t{m} * p.K + k] * b[(std::size_t{m / p.M} * p.K + k) * p.N + n];
  return f;
}

}  // namespace gemmscope::analysis
