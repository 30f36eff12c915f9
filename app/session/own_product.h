// SPDX-License-Identifier: MIT
/// @file own_product.h
/// What a step of the ladder multiplies: its program's arguments, by their meaning.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/session/session.h"

namespace gemmscope::session {

/// As kernels/gemm.h reads it, with what it has where there is no argument.
struct OwnProduct {
  std::uint32_t M = 256, N = 256, K = 256;
  std::string alpha = "1", beta = "0";
  friend bool operator==(const OwnProduct&, const OwnProduct&) = default;
};

/// One size alone is M, N and K.
OwnProduct product_of(const std::vector<std::string>& arguments);
/// The fewest that product_of() reads as `product`.
std::vector<std::string> arguments_of(const OwnProduct& product);

/// nullopt: the program includes no gemm.h, so what its arguments mean is not known.
std::optional<OwnProduct> own_product(const Session& session);
/// Runs the program with another size, alpha or beta.
void set_own_product(Session& session, const OwnProduct& product);

}  // namespace gemmscope::session
