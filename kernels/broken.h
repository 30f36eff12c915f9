// SPDX-License-Identifier: MIT
/// @file broken.h
/// The catalogue of kernels that are wrong on purpose: mistakes that people make, to be recorded and looked at.
///
/// Some are a kernel of the ladder with parameters that it refuses otherwise; others have a line or two changed in its
/// text (kernels/broken/NAME.edit). Their names are theirs alone: nothing offers them unasked.
#pragma once

#include <span>

#include "kernels/kernel_info.h"

namespace gemmscope::kernels {

/// Each with its mistake, in the order of the ladder.
std::span<const KernelInfo> broken_kernels();

}  // namespace gemmscope::kernels
