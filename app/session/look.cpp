// SPDX-License-Identifier: MIT
#include "app/session/look.h"

#include <algorithm>
#include <bit>

namespace gemmscope::session {

std::string_view name_of(Scope scope) {
  return scope == Scope::kKTile ? "k_tile" : scope == Scope::kBlock ? "block" : "kernel";
}

analysis::Scope scope_at(Scope scope, std::uint32_t block, std::uint32_t k_tile) {
  analysis::Scope part;
  if (scope == Scope::kKernel) return part;
  part.blocks = {block, block + 1};
  if (scope == Scope::kBlock) return part;
  part.epilogue = k_tile == format::kEpilogue;
  part.k_tiles = part.epilogue ? format::Range{0, 0} : format::Range{k_tile, k_tile + 1};
  return part;
}

Result<analysis::NamedScope> named_scope(const std::string& name) {
  for (const auto scope : {Scope::kKTile, Scope::kBlock, Scope::kKernel})
    if (name == name_of(scope)) return analysis::NamedScope{name, scope_at(scope, 0, 0)};
  return fail(ErrorKind::kUsage, "there is no scope '" + name + "'; choose one of k_tile, block, kernel");
}

int Look::lane() const {
  if (!current) return -1;
  if (selected.lane) return *selected.lane;
  if (const auto* life = std::get_if<std::shared_ptr<const analysis::Life>>(&studied[0].outcome); followed && life)
    if (const auto use = analysis::use_at(**life, now())) return std::countr_zero((*life)->uses[*use].lanes | 1u << 31);
  return current->request.mask == 0 ? 0 : std::countr_zero(current->request.mask);
}

std::uint32_t Look::k_tile_in_shared() const {
  if (k_tile() != format::kEpilogue) return k_tile();
  return std::max(1u, loaded->recording.k_tiles) - 1;
}

}  // namespace gemmscope::session
