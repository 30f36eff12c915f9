// SPDX-License-Identifier: MIT
// libFuzzer: PTX text.
#include <cstdint>

#include "tests/fuzz/drive.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  gemmscope::fuzz::drive_ptx({reinterpret_cast<const char*>(data), size});
  return 0;
}
