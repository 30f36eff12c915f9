// SPDX-License-Identifier: MIT
/// @file launch_log.h
/// What a program has launched, told to `gemmscope run`: a file in the folder of the recordings to which the runtime
/// adds a line as each thing happens. So it is complete however the program ends, and several programs share it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gemmscope::runtime {

struct LogLine {
  enum class What : std::uint8_t {
    kLoaded,    ///< a program has loaded the runtime
    kLaunched,  ///< of each kernel, up to the launch that is to be recorded
    kRefused,   ///< a launch that did not begin, once for each kernel
    kFaulted,
    kStopped,  ///< the runtime has ended the program, having said why
    kNotKept,  ///< a launch whose recording could not be written because there was no room
  };
  What what = What::kLoaded;
  std::uint32_t launch = 0;  ///< of the kernel, from 1; 0: it has none
  std::string kernel{};      ///< as people read it
  std::string why{};         ///< of kRefused: "its block has 2048 threads, and may have 1024"; of kNotKept
  bool operator==(const LogLine&) const = default;
};

/// Adds the line. A folder that cannot be written to is passed over, as a recording there will say so.
void note(const std::string& folder, const LogLine& line);

/// Lines in the order in which they were added; what cannot be read is left out. Empty: no program loaded the runtime.
[[nodiscard]] std::vector<LogLine> read_launch_log(const std::filesystem::path& folder);

}  // namespace gemmscope::runtime
