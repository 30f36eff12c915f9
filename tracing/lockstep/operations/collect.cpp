// SPDX-License-Identifier: MIT
#include "tracing/lockstep/operations/families.h"

namespace gemmscope::lockstep::GEMMSCOPE_ISA {

std::span<const std::span<const Operation>> families() {
  static const std::span<const Operation> all[] = {
      integer_operations(),     carry_operations(), bit_operations(),     predicate_operations(), float_operations(),
      approximate_operations(), warp_operations(),  convert_operations(), half_operations()};
  return all;
}

}  // namespace gemmscope::lockstep::GEMMSCOPE_ISA
