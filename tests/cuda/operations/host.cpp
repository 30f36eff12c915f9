// SPDX-License-Identifier: MIT
#include "tests/cuda/operations/batch.h"

namespace gemmscope::operations {
namespace {

using lockstep::kLanes;
using lockstep::Mask;
using lockstep::Slot;

constexpr std::size_t kEach = kLanes * sizeof(Bits);

void put_in(const Column& column, std::size_t first, std::byte* at) {
  if (column.holds != Holds::kPredicate) {
    const std::size_t bytes = stored_bytes(column.holds);
    std::memcpy(at, column.bytes.data() + first * bytes, kLanes * bytes);
    return;
  }
  Mask mask = 0;
  for (std::size_t l = 0; l < kLanes; ++l) mask |= static_cast<Mask>(column.get(first + l)) << l;
  std::memcpy(at, &mask, sizeof(mask));
}

void take_out(Column& column, std::size_t first, const std::byte* at) {
  if (column.holds != Holds::kPredicate) {
    const std::size_t bytes = stored_bytes(column.holds);
    std::memcpy(column.bytes.data() + first * bytes, at, kLanes * bytes);
    return;
  }
  Mask mask;
  std::memcpy(&mask, at, sizeof(mask));
  for (std::size_t l = 0; l < kLanes; ++l) column.put(first + l, mask >> l & 1u);
}

}  // namespace

Columns run_on_host(const Operation& operation, const Batch& batch) {
  Columns columns = batch.columns;
  alignas(64) std::array<std::byte, kMostOperands * kEach> registers{};
  std::array<Slot, kMostOperands> slots{};
  for (std::size_t i = 0; i < kMostOperands; ++i) slots[i] = static_cast<Slot>(i * kEach);
  const auto all = static_cast<std::size_t>(operands_of(operation));
  for (std::size_t warp = 0; warp < batch.warps(); ++warp) {
    const std::size_t first = warp * kLanes;
    for (std::size_t i = 0; i < all; ++i) put_in(batch.columns[i], first, registers.data() + slots[i]);
    operation.run(registers.data(), slots.data(), batch.active[warp], 1);
    for (std::size_t i = 0; i < operation.results; ++i) take_out(columns[i], first, registers.data() + slots[i]);
  }
  return columns;
}

}  // namespace gemmscope::operations
