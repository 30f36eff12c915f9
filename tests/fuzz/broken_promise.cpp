// SPDX-License-Identifier: MIT
#include <cstdlib>
#include <iostream>

#include "tests/fuzz/drive.h"

namespace gemmscope::fuzz {

void broken_promise(std::string_view what) {
  std::cerr << "broken promise: " << what << std::endl;
  std::abort();
}

}  // namespace gemmscope::fuzz
