// SPDX-License-Identifier: MIT
// What the table says of coalesced.
#include "kernel_sources.h"  // generated from the .cuh files by kernels/CMakeLists.txt
#include "kernels/table.h"
#include "kernels/untiled_info.h"

namespace gemmscope::kernels {

const KernelInfo& coalesced_info() {
  static const KernelInfo info = untiled_info("coalesced", "one thread for each element of C, lanes along a row",
                                              "kernels/02_coalesced.cuh", texts::k02_coalesced_cuh);
  return info;
}

}  // namespace gemmscope::kernels
