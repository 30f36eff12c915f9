// SPDX-License-Identifier: MIT
/// @file run_folder.h
/// Where `gemmscope run` has recordings made, and where they go when the program has ended.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <vector>

#include "tracing/format/result.h"

namespace gemmscope::cli {

/// A folder of our own inside `where`, gone at the end with all that is still in it.
class Workplace {
 public:
  explicit Workplace(const std::filesystem::path& where);
  ~Workplace();
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;

  std::filesystem::path path;
  bool is_there = false;

 private:
  bool makes_folder_ = false;
};

/// The recordings in `folder`, in the order in which they were written: that of the launches, as far as the file system
/// tells times apart.
[[nodiscard]] std::vector<std::filesystem::path> recordings_in(const std::filesystem::path& folder);

/// Moves the recordings of a folder into another and says what they hold.
///
/// Returns  where they are now.
/// Errors   those of reading a recording; kUsage: one cannot be moved.
[[nodiscard]] Result<std::vector<std::filesystem::path>> take_over(const std::filesystem::path& from,
                                                                   const std::filesystem::path& to, std::ostream& out);

/// Says which recordings in `folder` are none of `made`: they are left there, and tell nothing of this run.
void say_earlier(const std::filesystem::path& folder, const std::vector<std::filesystem::path>& made,
                 std::ostream& out);

}  // namespace gemmscope::cli
