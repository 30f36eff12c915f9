// SPDX-License-Identifier: MIT
/// @file broken.h
/// The catalogue of deliberately broken kernels: mistakes that people make, to be recorded and studied.
///
/// Some are a kernel of the ladder with parameters that it normally refuses; others are its text with a line or two
/// changed (kernels/broken/NAME.edit). They have names of their own, and are offered only on request.
#pragma once

#include <span>
#include <string>

#include "kernels/kernel_info.h"

namespace gemmscope::kernels {

/// Each with its mistake, in the order of the ladder.
std::span<const KernelInfo> broken_kernels();

/// A size at which what is wrong with `kernel` shows: "64x64x40"; empty for correct kernels.
std::string size_that_shows(std::string_view kernel);

}  // namespace gemmscope::kernels
