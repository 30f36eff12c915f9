// SPDX-License-Identifier: MIT
#include "tracing/lockstep/operations/families.h"

namespace gemmscope::lockstep::GEMMSCOPE_ISA {

Tables tables() {
  static const std::span<const Row> families[] = {
      integer_operations(),     carry_operations(), bit_operations(),     predicate_operations(), float_operations(),
      approximate_operations(), warp_operations(),  convert_operations(), half_operations()};
  return {families, matrix_operations()};
}

}  // namespace gemmscope::lockstep::GEMMSCOPE_ISA
