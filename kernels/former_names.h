// SPDX-License-Identifier: MIT
/// @file former_names.h
/// What had another name once. Recordings, links, bench reports and command lines from then are still understood.
#pragma once

#include <string_view>

#include "kernels/kernel_info.h"

namespace gemmscope::kernels {

/// Today's name of a kernel's preset, and today's word for a parameter's value; itself if it never had another.
std::string_view todays_preset(std::string_view kernel, std::string_view preset);
std::string_view todays_value(std::string_view parameter, std::string_view value);

/// A parameter by which a kernel of the ladder once made a mistake: now a deliberately broken kernel makes it.
struct FormerParameter {
  std::string_view kernel, name;
  std::string_view correct, mistaken;  ///< its values: without the mistake, and with it
  std::string_view broken;             ///< the kernel that makes the mistake now
};

/// nullptr if neither `kernel` nor the one that it was made from has had a parameter of that name with that value.
const FormerParameter* find_former(const KernelInfo& kernel, std::string_view name, std::string_view value);
/// Whether the kernel is now what it was with `value`.
bool still_is(const KernelInfo& kernel, const FormerParameter& former, std::string_view value);

}  // namespace gemmscope::kernels
