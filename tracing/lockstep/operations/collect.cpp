// SPDX-License-Identifier: MIT
#include <vector>

#include "tracing/lockstep/operations/families.h"

namespace gemmscope::lockstep::GEMMSCOPE_ISA {

std::span<const std::span<const Operation>> families() {
  static const std::span<const Operation> all[] = {integer_operations()};
  return all;
}

}  // namespace gemmscope::lockstep::GEMMSCOPE_ISA
