// SPDX-License-Identifier: MIT
#include "tracing/lockstep/moves.h"

namespace gemmscope::lockstep {

namespace avx2 {
const Moves& moves();
}
namespace avx512 {
const Moves& moves();
}

const Moves& moves(Isa isa) { return isa == Isa::kAvx512 ? avx512::moves() : avx2::moves(); }

}  // namespace gemmscope::lockstep
