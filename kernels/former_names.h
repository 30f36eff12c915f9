// SPDX-License-Identifier: MIT
/// @file former_names.h
/// What had another name once. Recordings, links, bench reports and command lines from then are still understood.
#pragma once

#include <string_view>

namespace gemmscope::kernels {

/// Today's name of a kernel's preset, and today's word for a parameter's value; itself if it never had another.
std::string_view todays_preset(std::string_view kernel, std::string_view preset);
std::string_view todays_value(std::string_view parameter, std::string_view value);

}  // namespace gemmscope::kernels
