// SPDX-License-Identifier: MIT
// Prints the digests, so that builds by different compilers can be compared.
#include <cstdio>

#include "tests/golden/digests.h"

int main() {
  for (const auto& request : gemmscope::digest_requests()) std::puts(gemmscope::digest_line(request).c_str());
}
