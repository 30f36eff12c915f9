// SPDX-License-Identifier: MIT
/// @file broken.h
/// The catalogue of deliberately broken kernels: mistakes that people make, to be recorded and studied.
///
/// Most are the text of a kernel of the ladder with a line or two changed (kernels/broken/NAME.edit); a few are the
/// kernel itself with parameters that are correct elsewhere and that it refuses. They have names of their own, and are
/// offered only on request.
#pragma once

#include <span>
#include <string>

#include "kernels/kernel_info.h"

namespace gemmscope::kernels {

/// Each with its mistake, in the order of the ladder.
std::span<const KernelInfo> broken_kernels();

/// A size at which what is wrong with `kernel` shows: "64x64x40"; empty for correct kernels.
std::string size_that_shows(std::string_view kernel);
/// The same with the preset if there are several: "128x128x32 with k6_small64".
std::string where_it_shows(std::string_view kernel);

}  // namespace gemmscope::kernels
