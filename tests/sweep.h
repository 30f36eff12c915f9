// SPDX-License-Identifier: MIT
/// For tests that go through hundreds of configurations.
#pragma once

#include <cstddef>
#include <vector>

namespace gemmscope {

/// What this build goes through: all of them; with sanitizers, which take twenty times as long, every fifth.
template <class T>
std::vector<T> swept(std::vector<T> all) {
#if defined(GEMMSCOPE_ASAN) || defined(GEMMSCOPE_TSAN)
  std::vector<T> some;
  for (std::size_t i = 0; i < all.size(); i += 5) some.push_back(std::move(all[i]));
  return some;
#else
  return all;
#endif
}

}  // namespace gemmscope
