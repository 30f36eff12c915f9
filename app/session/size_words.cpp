// SPDX-License-Identifier: MIT
#include "app/session/size_words.h"

namespace gemmscope::session {

std::string size_in_words(std::uint32_t M, std::uint32_t N, std::uint32_t K) {
  return std::to_string(M) + " \u00d7 " + std::to_string(N) + " \u00d7 " + std::to_string(K);
}

}  // namespace gemmscope::session
