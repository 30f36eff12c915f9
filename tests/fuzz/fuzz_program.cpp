// SPDX-License-Identifier: MIT
// libFuzzer: nearly correct PTX (mutate_ptx.h), which the interpreter refuses or runs.
#include <algorithm>
#include <cstdint>

#include "tests/fuzz/drive.h"
#include "tests/fuzz/mutate_ptx.h"

using namespace gemmscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::drive_program({reinterpret_cast<const char*>(data), size});
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  const std::string changed = fuzz::mutated_ptx({reinterpret_cast<const char*>(data), size}, seed);
  if (changed.empty() || changed.size() > most) return size;
  std::copy(changed.begin(), changed.end(), data);
  return changed.size();
}
