// SPDX-License-Identifier: MIT
// Prints the digests, so that builds by different compilers can be compared.
#include <cstdio>

#include "tests/golden/digests.h"

int main() {
  for (const std::string& line : gemmscope::digest_lines(0)) std::puts(line.c_str());
}
