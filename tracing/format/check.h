// SPDX-License-Identifier: MIT
/// @file check.h
/// Whether a recording is sound: what code that works on recordings may rely on, and nothing that comes from a file is
/// until it is checked.
///
/// Sound means: every index is in range; orders are as recording.h says; sizes are within limits.h; texts are UTF-8
/// without control characters; what is recorded lies inside the selection, so that coverage is told as it is.
/// A, B and C have the sizes that M, N and K say; alpha and beta are finite.
/// Addresses may be anything: a kernel may have run out of bounds, and a recording must be able to show it.
#pragma once

#include <optional>
#include <string>

#include "tracing/format/container.h"
#include "tracing/format/recording.h"

namespace gemmscope::format {

/// What is wrong with a recording, and which item of which section it would be in.
struct Fault {
  SectionType where = SectionType::kDescription;
  std::uint64_t item = 0;
  std::string what;  ///< "template 3, row 17: there is no site 99"
};

/// Everything but templates, segments and blocks.
std::optional<Fault> check_description(const Recording& recording);

/// All of a recording. Derived members are not looked at.
std::optional<Fault> check(const Recording& recording);

/// Whether analyses can count a sound recording in seconds: what grows with the products of its parts is within
/// limits.h. Otherwise the sentence that says so and what to do.
std::optional<std::string> check_effort(const Recording& recording);

}  // namespace gemmscope::format
