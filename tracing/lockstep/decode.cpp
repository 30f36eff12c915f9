// SPDX-License-Identifier: MIT
#include "tracing/lockstep/decode.h"

#include "tracing/lockstep/decoder.h"

namespace gemmscope::lockstep {

Result<Program> decode(const ptx::Module& module, const ptx::Function& kernel, std::span<const std::uint64_t> variables,
                       Isa isa) {
  return Decoder(module, kernel, variables, isa).run();
}

}  // namespace gemmscope::lockstep
