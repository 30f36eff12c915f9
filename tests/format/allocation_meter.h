// SPDX-License-Identifier: MIT
/// @file allocation_meter.h
/// How much memory operator new hands out; linking allocation_meter.cpp replaces it for the whole test program.
#pragma once

#include <cstddef>

namespace gemmscope::format::testing {

class AllocationMeter {
 public:
  AllocationMeter();
  /// Most bytes in use at one time since the meter was made, beyond those then in use.
  std::size_t peak() const;

 private:
  std::size_t before_;
};

}  // namespace gemmscope::format::testing
