// SPDX-License-Identifier: MIT
#include "app/session/preset_words.h"

namespace gemmscope::session {

std::vector<std::pair<std::string, std::string>> tile_sizes(const kernels::KernelInfo& kernel,
                                                            std::string_view preset) {
  std::vector<std::pair<std::string, std::string>> sizes;
  const auto variant = kernels::resolve(kernel.name, preset, {});
  if (!variant) return sizes;
  const auto all = variant->parameters();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (kernel.parameters[i].value.empty()) sizes.push_back(all[i]);
  return sizes;
}

std::string tile_sizes_in_words(const kernels::KernelInfo& kernel, std::string_view preset) {
  std::string text;
  for (const auto& [name, value] : tile_sizes(kernel, preset)) text += (text.empty() ? "" : " ") + name + "=" + value;
  return text;
}

std::string size_in_words(std::uint32_t M, std::uint32_t N, std::uint32_t K) {
  if (M == 0) return "any size";  // of a program of one's own
  return std::to_string(M) + " \u00d7 " + std::to_string(N) + " \u00d7 " + std::to_string(K);
}

}  // namespace gemmscope::session
