// SPDX-License-Identifier: MIT
/// @file progress.h
/// How far a recorded launch has come, told to the `gemmscope run` that has started the program: in a file, because the
/// program's own streams are the program's.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace gemmscope::runtime {

class Progress {
 public:
  explicit Progress(std::string kernel);
  ~Progress();  ///< the launch is done
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  /// Blocks. Not for two threads at once.
  void operator()(std::uint64_t done, std::uint64_t total);

 private:
  void write(std::uint64_t done, std::uint64_t total);
  std::string path_, kernel_;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace gemmscope::runtime
