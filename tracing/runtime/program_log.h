// SPDX-License-Identifier: MIT
/// @file program_log.h
/// What a program does wrong outside of its kernels, as reported to `gemmscope run`: a file in the folder of the
/// recordings, like the log of launches (launch_log.h). The runtime does not know places in the source: it reports
/// addresses.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tracing/format/recording.h"

namespace gemmscope::runtime {

/// A byte of a program's or a library's code.
struct CodeByte {
  std::string file;          ///< of the program or library
  std::uint64_t offset = 0;  ///< as its file counts addresses
  bool operator==(const CodeByte&) const = default;
};

/// Places in `text` are written as {0}, {1}, ..: " at my.cu:12". {1.0|pinned memory} is the first argument of the call
/// at place 1, as in its source, or otherwise the text behind the bar. {#1234} is a number.
struct ProgramNote {
  format::ProgramFinding::Kind kind = format::ProgramFinding::Kind::kHostRead;
  std::uint64_t id = 0;     ///< notes with the same id belong to one finding
  std::uint64_t count = 1;  ///< how often so far; the last note of an id counts
  bool is_over = false;     ///< it is no longer a finding: the program has asked for the error
  std::string text{};
  std::vector<std::vector<CodeByte>> places{};  ///< of each place, the innermost call first
  /// For kUnwrittenCopy: the array as kernels name it, its bytes, and the parts of it that are unwritten, in order.
  std::string array{};
  std::uint64_t bytes = 0;
  std::vector<std::uint64_t> unwritten{};  ///< begin and end of each stretch
  bool operator==(const ProgramNote&) const = default;
};

/// Where the note's count is in the file. Nothing: the file could not be written to.
using NotePlace = std::optional<std::uint64_t>;
/// Adds the note.
NotePlace add_note(const std::string& folder, const ProgramNote& note);
/// Changes the note that is there, so that the file does not grow with what happens again and again.
void change_note(const std::string& folder, NotePlace place, std::uint64_t count, bool is_over);

/// The last note of each id, in the order of the first ones, without those that are over.
[[nodiscard]] std::vector<ProgramNote> read_program_log(const std::filesystem::path& folder);

}  // namespace gemmscope::runtime
