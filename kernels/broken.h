// SPDX-License-Identifier: MIT
/// @file broken.h
/// The catalogue of kernels that are wrong on purpose: mistakes that people make, to be recorded and looked at.
///
/// Some are a kernel of the ladder with parameters that it refuses otherwise; others have a line or two changed in its
/// text (kernels/broken/NAME.edit). Their names are theirs alone: nothing offers them unasked.
#pragma once

#include <span>
#include <string>

#include "kernels/kernel_info.h"

namespace gemmscope::kernels {

/// Each with its mistake, in the order of the ladder.
std::span<const KernelInfo> broken_kernels();

/// A size at which it shows what is wrong with `kernel`: "64x64x40"; empty for kernels that are right.
std::string size_that_shows(std::string_view kernel);

}  // namespace gemmscope::kernels
