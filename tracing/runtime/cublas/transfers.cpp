// SPDX-License-Identifier: MIT
// Copies of vectors and matrices between host and device, both the host's memory.
#include <cstring>

#include "tracing/runtime/cublas/handle.h"
#include "tracing/runtime/shared.h"

namespace gemmscope::runtime::cublas {
namespace {

/// `rows` elements of each of `columns`, whose columns are `ld` elements apart.
struct Place {
  const void* data;
  std::int64_t ld;
};

Status copy(void* stream, std::int64_t rows, std::int64_t columns, std::int64_t bytes, Place from, Place to,
            Place device) {
  if (rows < 0 || columns < 0 || bytes <= 0 || from.ld < rows || to.ld < rows || from.ld < 1 || to.ld < 1)
    return Status::kInvalidValue;
  if (rows == 0 || columns == 0) return Status::kSuccess;
  const Status status = put(stream, [=] {
    if (!gemmscope_holds(device.data, static_cast<std::uint64_t>(((columns - 1) * device.ld + rows) * bytes)))
      return false;
    for (std::int64_t j = 0; j < columns; ++j)
      std::memmove(static_cast<std::byte*>(const_cast<void*>(to.data)) + j * to.ld * bytes,
                   static_cast<const std::byte*>(from.data) + j * from.ld * bytes,
                   static_cast<std::size_t>(rows * bytes));
    return true;
  });
  gemmscope_waits(stream);
  return status == Status::kSuccess ? status : Status::kMappingError;
}

Status copy_to(void* stream, std::int64_t rows, std::int64_t columns, std::int64_t bytes, Place from, Place to) {
  return copy(stream, rows, columns, bytes, from, to, to);
}
Status copy_from(void* stream, std::int64_t rows, std::int64_t columns, std::int64_t bytes, Place from, Place to) {
  return copy(stream, rows, columns, bytes, from, to, from);
}

}  // namespace
}  // namespace gemmscope::runtime::cublas

using namespace gemmscope::runtime::cublas;

Status cublasSetVector(int n, int bytes, const void* from, int from_step, void* to, int to_step) {
  return cublasSetVectorAsync(n, bytes, from, from_step, to, to_step, nullptr);
}
Status cublasGetVector(int n, int bytes, const void* from, int from_step, void* to, int to_step) {
  return cublasGetVectorAsync(n, bytes, from, from_step, to, to_step, nullptr);
}
Status cublasSetMatrix(int rows, int columns, int bytes, const void* from, int lda, void* to, int ldb) {
  return cublasSetMatrixAsync(rows, columns, bytes, from, lda, to, ldb, nullptr);
}
Status cublasGetMatrix(int rows, int columns, int bytes, const void* from, int lda, void* to, int ldb) {
  return cublasGetMatrixAsync(rows, columns, bytes, from, lda, to, ldb, nullptr);
}
Status cublasSetVectorAsync(int n, int bytes, const void* from, int from_step, void* to, int to_step, void* stream) {
  return copy_to(stream, 1, n, bytes, {from, from_step}, {to, to_step});
}
Status cublasGetVectorAsync(int n, int bytes, const void* from, int from_step, void* to, int to_step, void* stream) {
  return copy_from(stream, 1, n, bytes, {from, from_step}, {to, to_step});
}
Status cublasSetMatrixAsync(int rows, int columns, int bytes, const void* from, int lda, void* to, int ldb,
                            void* stream) {
  return copy_to(stream, rows, columns, bytes, {from, lda}, {to, ldb});
}
Status cublasGetMatrixAsync(int rows, int columns, int bytes, const void* from, int lda, void* to, int ldb,
                            void* stream) {
  return copy_from(stream, rows, columns, bytes, {from, lda}, {to, ldb});
}
