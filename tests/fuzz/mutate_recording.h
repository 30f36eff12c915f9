// SPDX-License-Identifier: MIT
/// @file mutate_recording.h
/// Changes a recording behind its checksums: what reader, analyses and views see is wrong in some place, and the file
/// as a container is right.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "tracing/format/recording.h"

namespace gemmscope::fuzz {

/// Changes the first `used` of `raw`, which has some room more; returns how many there are then.
using MutateBytes = std::function<std::size_t(std::span<std::byte> raw, std::size_t used)>;

/// `file` with one to four changes; the same for the same `seed`. A file that is no recording gives one of
/// hostile_cases.h with such changes. Most changes are of members of the recording, and most leave it sound; a few are
/// of a section's bytes, by `bytes`. Empty: nothing could be made of it.
std::vector<std::byte> mutated(std::span<const std::byte> file, unsigned seed, const MutateBytes& bytes);

}  // namespace gemmscope::fuzz
