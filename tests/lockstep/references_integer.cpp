// SPDX-License-Identifier: MIT
#include "tests/lockstep/reference.h"

namespace gemmscope::lockstep::testing {
namespace {

using Wide = __int128;

/// a op b in 128 bits; the test keeps the bits that the result has.
template <Wide (*kOp)(Wide, Wide)>
void binary(const Bits* s, Bits* r) {
  r[0] = static_cast<Bits>(kOp(s[0], s[1]));
}
Wide sum(Wide a, Wide b) { return a + b; }
Wide difference(Wide a, Wide b) { return a - b; }
Wide product(Wide a, Wide b) { return a * b; }

}  // namespace

std::span<const Reference> integer_references() {
  static constexpr Reference all[] = {
      {"add.u16", binary<sum>},        {"add.u32", binary<sum>},        {"add.u64", binary<sum>},
      {"sub.u16", binary<difference>}, {"sub.u32", binary<difference>}, {"sub.u64", binary<difference>},
      {"mul.lo.u16", binary<product>},
  };
  return all;
}

}  // namespace gemmscope::lockstep::testing
