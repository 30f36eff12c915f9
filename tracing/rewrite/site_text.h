// SPDX-License-Identifier: MIT
/// @file site_text.h
/// What lanes do at a site, as PTX: which of them write nothing down, and what the others write.
#pragma once

#include <string>

#include "tracing/rewrite/place.h"

namespace gemmscope::rewrite {

[[nodiscard]] std::string number(std::uint64_t n);
/// The name of a register or variable.
[[nodiscard]] std::string name_of(const Place& place, const ptx::Operand& operand);

/// Lanes that do not do it leave for the label `to`.
[[nodiscard]] std::string leave_text(const Place& place, const Site& site, const std::string& to);
/// So do lanes that ask where blocks wait for each other: that is CUDA's business, and takes other rounds each time.
/// cooperative_groups has that place from %envreg1 and 2 (details/driver_abi.h).
[[nodiscard]] std::string leave_grid_text(const Place& place, const Site& site, const std::string& to);
/// What a lane writes down, into the record at %gs_z. Empty: only that it was there.
[[nodiscard]] std::string what_text(const Place& place, const Site& site);

}  // namespace gemmscope::rewrite
