// SPDX-License-Identifier: MIT
/// @file choose_kernels.h
#pragma once

#include <string>
#include <vector>

#include "kernels/table.h"
#include "tracing/format/result.h"

namespace gemmscope::cli {

/// The kernels of these names or aliases; all if there are none. Errors: kUsage for a name that is no kernel.
Result<std::vector<const kernels::KernelInfo*>> choose_kernels(const std::vector<std::string>& names);

}  // namespace gemmscope::cli
