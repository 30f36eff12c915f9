// SPDX-License-Identifier: MIT
#include "tracing/simt/matrix_memory.h"

#include <new>

#include <sys/mman.h>

namespace gemmscope::simt {

namespace {

constexpr std::size_t kGapBytes = std::size_t{64} << 20;  // more than any kernel strays from the end of a matrix
constexpr std::size_t kAlign = 4096;

}  // namespace

MatrixMemory::MatrixMemory(const record::Plan& plan) : shapes_(plan.matrices()) {
  bytes_ = kGapBytes;
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    start_[i] = bytes_;
    bytes_ += (shapes_[i].bytes() + kAlign - 1) / kAlign * kAlign + kGapBytes;
  }
  void* memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  memory_ = static_cast<std::byte*>(memory);
}

MatrixMemory::~MatrixMemory() { munmap(memory_, bytes_); }

Result<void> MatrixMemory::fill(const kernels::GemmData& data) {
  const std::vector<float>* const from[] = {&data.A, &data.B, &data.C};
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    const record::MatrixShape& m = shapes_[i];
    if (from[i]->size() != m.elements())
      return fail(ErrorKind::kUsage, "the matrices given do not have the sizes planned");
    kernels::store_matrix(*from[i], m.rows, m.columns, m.storage, at(i));
  }
  return {};
}

void MatrixMemory::copy_C(std::vector<float>& C) const {
  const record::MatrixShape& m = shapes_[2];
  C.resize(m.elements());
  kernels::load_matrix(at(2), m.rows, m.columns, m.storage, C);
}

}  // namespace gemmscope::simt
