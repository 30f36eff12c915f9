// SPDX-License-Identifier: MIT
/// @file statement.h
/// Parts of what a comment says of tiles.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tracing/cxx/brackets.h"

namespace gemmscope::analysis {

using Tokens = std::span<const cxx::Token>;

/// What stands between signs that are in no brackets.
[[nodiscard]] std::vector<Tokens> parts_at(Tokens tokens, std::string_view sign);
/// As it stands in the comment.
[[nodiscard]] std::string text_of(Tokens tokens);

/// "p.x[M][K]^T"
struct Named {
  std::string name;
  std::vector<Tokens> sizes;
  bool transposed = false;
};

/// Nothing: it is something else.
[[nodiscard]] std::optional<Named> named(Tokens tokens);

}  // namespace gemmscope::analysis
