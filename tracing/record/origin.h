// SPDX-License-Identifier: MIT
/// @file origin.h
/// Where and when a recording or a measurement was made, and by which build.
#pragma once

#include <string>

#include "tracing/format/recording.h"

namespace gemmscope::record {

/// Version and commit of this build: "0.1.0 (1a2b3c4d5e6f)"; "-dirty" after the commit where files differed from it.
std::string build_id();

/// Now, as 2026-01-31T12:00:00Z.
std::string utc_now();

/// The host's processor, as the operating system names it.
std::string cpu_name();

/// The number of NVIDIA's driver, "580.159.03"; empty where the system does not show it.
std::string nvidia_driver();

/// An origin with build and date filled in. `driver` is empty on the CPU.
format::Origin make_origin(std::string backend, std::string device, std::string driver, std::string compiler);

}  // namespace gemmscope::record
