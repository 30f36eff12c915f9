// SPDX-License-Identifier: MIT
/// @file table.h
/// The table of all kernels. Menus, command line and documentation read it.
///
/// CONTRIBUTING.md says how to add a kernel.
#pragma once

#include <tl/expected.hpp>

#include "kernels/kernel_info.h"

namespace gemmscope::kernels {

/// The correct ones.
std::span<const KernelInfo> all_kernels();
/// By name or alias, deliberately broken kernels included (kernels/broken.h); nullptr if there is none.
const KernelInfo* find_kernel(std::string_view name_or_alias);

using Assignments = std::span<const std::pair<std::string, std::string>>;  ///< name, value

/// Whether deliberately broken variants (KernelInfo::wrong_on_purpose) are allowed.
enum class Offer { kRight, kWrongToo };

/// Decides every parameter: preset (the kernel's first if empty), which may name sizes besides ("k10_a6000 BK=32"), then
/// the assignments. Correct kernels can have tile sizes that no preset has.
/// Errors: a sentence saying which name, value or constraint is wrong, why, and what is possible instead.
tl::expected<Variant, std::string> resolve(std::string_view kernel, std::string_view preset, Assignments assignments,
                                           Offer offer = Offer::kRight);

/// Whether the variant's results may be wrong: then it may reach beyond the matrices, too.
bool is_wrong(const Variant& variant);

/// Why no GPU can run the variant, in a sentence: sizes that are compiled on demand are for the emulator; empty if one can.
std::string only_emulated(const Variant& variant);

/// What is wrong with a problem of this size for the variant, in a sentence; empty if nothing.
std::string size_error(const Variant& variant, long long M, long long N, long long K);

/// The rows of the table, each described in its own file.
const KernelInfo& naive_info();
const KernelInfo& coalesced_info();
const KernelInfo& shared_tile_info();
const KernelInfo& block_tile_info();
const KernelInfo& vectorized_info();
const KernelInfo& warp_tile_info();
const KernelInfo& sgemm64_info();
const KernelInfo& half_padded_info();

}  // namespace gemmscope::kernels
