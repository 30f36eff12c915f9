// SPDX-License-Identifier: MIT
#include "tracing/lockstep/moves.h"

namespace gemmscope::lockstep {

namespace avx2 {
const Moves& moves();
}
#ifdef GEMMSCOPE_AVX2_ALONE
namespace avx512 = avx2;
#else
namespace avx512 {
const Moves& moves();
}
#endif

const Moves& moves(Isa isa) { return isa == Isa::kAvx512 ? avx512::moves() : avx2::moves(); }

}  // namespace gemmscope::lockstep
