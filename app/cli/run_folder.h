// SPDX-License-Identifier: MIT
/// @file run_folder.h
/// Where `gemmscope run` has recordings made, and where they go when the program has ended.
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "tracing/format/result.h"
#include "tracing/process/work_folder.h"

namespace gemmscope::cli {

/// A private folder inside `where`, removed at the end with everything that is still in it; if none can be private
/// there, it is in the folder for temporary files. What killed runs have left is removed first.
class Workplace {
 public:
  explicit Workplace(const std::filesystem::path& where);
  ~Workplace();
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;

  /// Errors  kNoSpace: `where` cannot be written to, there is no room, or the folder has been removed since.
  [[nodiscard]] Result<void> is_there() const;

  std::filesystem::path path;
  std::vector<std::filesystem::path> left_by_others;  ///< what was removed

 private:
  std::filesystem::path where_;
  bool makes_folder_ = false;
  int error_ = 0;
  std::optional<process::WorkFolder> folder_;
};

/// kNoSpace: `what`, and what there is too little of or may not be written, by `code` (as errno); kUsage for any other.
[[nodiscard]] tl::unexpected<Error> no_room(const std::string& what, int code);
inline constexpr std::uint64_t kLeastRoom = 64 << 10;  ///< bytes; less cannot hold a useful file
/// Errors  kNoSpace: the disk that holds the folder has less room than `least` bytes.
[[nodiscard]] Result<void> check_room(const std::filesystem::path& folder, std::uint64_t least = kLeastRoom);

/// The recordings in `folder`, in the order in which they were written: that of the launches, as far as the file system
/// distinguishes times. Only files; folders whose names end in .gst are skipped.
[[nodiscard]] std::vector<std::filesystem::path> recordings_in(const std::filesystem::path& folder);

/// What happened to the recordings of a run.
struct TakenOver {
  std::vector<std::filesystem::path> files;  ///< where they are now
  std::optional<Error> error;                ///< of the first that could not be read or moved; the others were moved
};
/// Moves the recordings of a folder into another and says what they hold. If the other has a folder with a recording's
/// name, the recording gets another name; so does, with `cut`, that of a launch that did not end by itself, if the
/// other has one that did.
[[nodiscard]] TakenOver take_over(const std::filesystem::path& from, const std::filesystem::path& to, bool cut,
                                  std::ostream& out);

/// Copies a recording to a file, which it replaces, and says what it holds. Errors: it cannot be read or written.
[[nodiscard]] Result<void> keep_as(const std::filesystem::path& from, const std::filesystem::path& to,
                                   std::ostream& out);

/// Says which recordings in `folder` are none of `made`: they are left there, and tell nothing of this run.
void say_earlier(const std::filesystem::path& folder, const std::vector<std::filesystem::path>& made,
                 std::ostream& out);

}  // namespace gemmscope::cli
