// SPDX-License-Identifier: MIT
/// @file source_lines.h
/// Which lines of a kernel's source tell its memory story: for the source panel, where 150 lines do not fit.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tracing/format/recording.h"

namespace gemmscope::session {

struct SourceLine {
  std::uint32_t number = 0;  ///< 1-based
  std::string text;          ///< of memory_lines, indented by what is shown around it
};

/// All lines of a source text.
std::vector<SourceLine> whole_source(std::string_view text);

/// The lines of one of the recording's files (format::Place) with a traced access, a barrier or a fused multiply-add,
/// and the loops and conditions around those. Leaves out a program's functions that the recorded kernel does not reach.
/// For an included file, also the lines where the functions around those begin.
std::vector<SourceLine> memory_lines(const format::Recording& recording, std::uint16_t file = 0);

/// The file name of each path, with as many folders as tell it from the others, at most two.
std::vector<std::string> telling_names(const std::vector<std::string>& paths);

struct SourceFile {
  std::string name;  ///< of its path, what tells it from the recording's other files: "tile_copy.cuh"
  std::vector<SourceLine> whole, memory;
};
/// All files of the recording, as format::Place counts them. One whose text could not be read has no lines.
std::vector<SourceFile> source_files(const format::Recording& recording);

}  // namespace gemmscope::session
