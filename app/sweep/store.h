// SPDX-License-Identifier: MIT
/// @file store.h
/// A folder of recordings, each under a name that follows from its content: from what was recorded and by which build.
///
/// So a sweep that was killed goes on where it stopped, several can fill one folder at the same time, and a recording
/// by another build is never taken for one of this build. A name is made once, of a whole file (format::write_file).
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "tracing/format/recording.h"
#include "tracing/format/result.h"
#include "tracing/record/request.h"

namespace gemmscope::sweep {

class Store {
 public:
  enum class Make : bool { kNo, kYes };
  /// Errors: kBadFile if the folder is not there; with kYes it is made, and kUsage if that is not possible.
  static Result<Store> open(const std::filesystem::path& folder, Make make = Make::kYes);

  /// Where the recording of `request`, which must be possible, is or would be: 32 hexadecimal digits and ".gst".
  std::filesystem::path file_of(const record::RecordRequest& request) const;

  enum class Found : std::uint8_t { kNothing, kRecording, kOther };
  struct Reading {
    Found found = Found::kNothing;  ///< kOther: damaged, or not what its name says
    std::optional<format::Recording> recording{};
  };
  Reading read(const record::RecordRequest& request) const;

  /// Errors: as format::write_file.
  Result<void> write(const record::RecordRequest& request, const format::Recording& recording) const;

 private:
  explicit Store(std::filesystem::path folder) : folder_(std::move(folder)) {}
  std::filesystem::path folder_;
};

}  // namespace gemmscope::sweep
