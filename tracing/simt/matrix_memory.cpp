// SPDX-License-Identifier: MIT
#include "tracing/simt/matrix_memory.h"

#include <algorithm>
#include <new>

#include <sys/mman.h>

namespace gemmscope::simt {

namespace {

constexpr std::size_t kGapBytes = std::size_t{64} << 20;  // more than any kernel strays from the end of a matrix
constexpr std::size_t kAlign = 4096;

}  // namespace

MatrixMemory::MatrixMemory(const record::Plan& plan) {
  const std::size_t M = plan.M, N = plan.N, K = plan.K;
  elements_[0] = M * K, elements_[1] = K * N, elements_[2] = M * N;
  bytes_ = kGapBytes;
  for (int i = 0; i < 3; ++i) {
    start_[i] = bytes_;
    bytes_ += (elements_[i] * sizeof(float) + kAlign - 1) / kAlign * kAlign + kGapBytes;
  }
  void* memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  memory_ = static_cast<std::byte*>(memory);
}

MatrixMemory::~MatrixMemory() { munmap(memory_, bytes_); }

Result<void> MatrixMemory::fill(const kernels::GemmData& data) {
  if (data.A.size() != elements_[0] || data.B.size() != elements_[1] || data.C.size() != elements_[2])
    return fail(ErrorKind::kUsage, "the matrices given do not have the sizes planned");
  std::copy(data.A.begin(), data.A.end(), at(0));
  std::copy(data.B.begin(), data.B.end(), at(1));
  std::copy(data.C.begin(), data.C.end(), at(2));
  return {};
}

}  // namespace gemmscope::simt
