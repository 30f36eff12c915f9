// SPDX-License-Identifier: MIT
// ldmatrix and stmatrix: matrices of 8 x 8 halves, a row of 16 bytes at each address.
#include <cstring>

#include "tracing/lockstep/undefined.h"

namespace gemmscope::lockstep {
namespace {

using Matrix = std::array<std::array<std::uint16_t, 8>, 8>;  // row, column

/// Element 0 or 1 of a lane's register. PTX ISA, "ldmatrix": lane 4 * row + column / 2 has it; with .trans the matrix
/// is the other way round.
std::uint16_t& element(Matrix& matrix, bool transposed, int lane, int which) {
  const int row = lane / 4, column = lane % 4 * 2 + which;
  return transposed ? matrix[column][row] : matrix[row][column];
}

}  // namespace

void do_rows(Block& block, Warp& warp, const Access& access) {
  const Mask lanes = kAllLanes >> (kLanes - 8 * access.matrices);
  Addresses addresses = addresses_of(warp, access);
  Space space = access.space;
  if (space == Space::kGeneric) space = resolve(block, warp, lanes, addresses);
  if (space != Space::kShared) return block.fault(FaultKind::kNotShared, warp, 0, access.statement);
  if (block.listener != nullptr) block.listener->request(warp.number, access, space, lanes, addresses);
  const Mask there = sound(block, warp, access, space, lanes, addresses);
  if (!block.written_shared.empty())
    note_shared(block, access, there, addresses, block.moves.reach(addresses.data(), there));
  if (!access.moves) return;
  if (block.undefined != nullptr) block.undefined->rows(warp, access, there, addresses);
  const bool loads = access.kind == AccessKind::kLoad;
  for (int m = 0; m < access.matrices; ++m) {
    std::byte* const registers = warp.registers + access.values[m];
    Matrix matrix{};
    const auto each = [&](auto move) {
      for (int l = 0; l < kLanes; ++l)
        for (int e = 0; e < 2; ++e) move(registers + 4 * l + 2 * e, &element(matrix, access.transposed, l, e));
    };
    if (!loads) each([](std::byte* in, std::uint16_t* at) { std::memcpy(at, in, 2); });
    for (int row = 0; row < 8; ++row) {
      if ((there >> (8 * m + row) & 1u) == 0) continue;
      std::byte* const at = host_address(block, warp, space, 8 * m + row, addresses[8 * m + row]);
      if (loads)
        std::memcpy(matrix[row].data(), at, 16);
      else
        std::memcpy(at, matrix[row].data(), 16);
    }
    if (loads) each([](std::byte* in, const std::uint16_t* at) { std::memcpy(in, at, 2); });
  }
}

}  // namespace gemmscope::lockstep
