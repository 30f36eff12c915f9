// SPDX-License-Identifier: MIT
/// @file input_file.h
/// A file on disk, read from its beginning.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "tracing/format/result.h"

namespace gemmscope::format {

class InputFile {
 public:
  /// Errors: kBadFile if the file does not exist, may not be read, or is a folder, pipe or device; kNoSpace if the
  /// system has no room for another open file. Messages begin with the path.
  static Result<InputFile> open(const std::filesystem::path& path);
  InputFile(InputFile&& other) noexcept;
  InputFile& operator=(InputFile&&) = delete;
  ~InputFile();

  /// Appends bytes to `to` until it has `size` of them or the file ends; takes memory only as bytes come.
  /// Errors: kBadFile if reading fails.
  Result<void> read_up_to(std::size_t size, std::vector<std::byte>& to);

 private:
  InputFile(std::filesystem::path path, int file);

  std::filesystem::path path_;
  int file_;
};

inline constexpr std::size_t kMostTextBytes = std::size_t{64} << 20;  ///< a larger file is not a source text
/// The contents of a file on disk; empty: it cannot be read, or has more than `most` bytes.
[[nodiscard]] std::string text_in(const std::filesystem::path& path, std::size_t most = kMostTextBytes);

}  // namespace gemmscope::format
