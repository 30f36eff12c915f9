// SPDX-License-Identifier: MIT
// libFuzzer: recordings. Bytes are changed behind the checksums and sealed again (mutate_recording.h).
#include <algorithm>
#include <cstdint>

#include "tests/fuzz/drive.h"
#include "tests/fuzz/mutate_recording.h"

using namespace gemmscope;

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::drive_recording(std::as_bytes(std::span(data, size)), fuzz::Places::kOne);
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  const auto bytes = [](std::span<std::byte> raw, std::size_t used) {
    return LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(raw.data()), used, raw.size());
  };
  const std::vector<std::byte> changed = fuzz::mutated(std::as_bytes(std::span(data, size)), seed, bytes);
  if (changed.empty() || changed.size() > most) return size;
  std::copy(changed.begin(), changed.end(), reinterpret_cast<std::byte*>(data));
  return changed.size();
}
