// SPDX-License-Identifier: MIT
// What the table says of naive.
#include "kernel_sources.h"  // generated from the .cuh files by kernels/CMakeLists.txt
#include "kernels/table.h"
#include "kernels/untiled_info.h"

namespace gemmscope::kernels {

const KernelInfo& naive_info() {
  static const KernelInfo info = untiled_info("naive", "one thread for each element of C, lanes down a column",
                                              "kernels/01_naive.cuh", texts::k01_naive_cuh);
  return info;
}

}  // namespace gemmscope::kernels
