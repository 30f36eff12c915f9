// SPDX-License-Identifier: MIT
/// @file report.h
/// What compare_operations writes: operations.csv has a line for each row, two where the host's
/// instruction sets differ; report.md what is worth
/// reading of it.
#pragma once

#include <string>
#include <vector>

#include "tests/cuda/operations/compare.h"

namespace gemmscope::operations {

/// A row compared, or why it was not.
struct Row {
  const Operation* operation = nullptr;
  const char* isa = "";  ///< of the host: "avx2", "avx512", or "both", which gave the same
  Comparison comparison{};
  std::string why_not{};  ///< empty: it was compared
};

struct Report {
  std::vector<std::pair<std::string, std::string>> header{};  ///< "device", "driver", "date" ...
  std::vector<Row> rows{};

  std::size_t compared() const;
  std::size_t bad() const;      ///< of those
  std::string summary() const;  ///< a table of one line: what was compared where, and how many rows are how good
  std::string csv() const;
  std::string markdown() const;
};

}  // namespace gemmscope::operations
