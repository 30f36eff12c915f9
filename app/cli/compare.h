// SPDX-License-Identifier: MIT
/// @file compare.h
/// What `gemmscope compare` says of two recordings, in two forms.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/session/look.h"
#include "app/words/setting_words.h"
#include "tracing/analysis/compare.h"

namespace gemmscope::cli {

/// One of the two recordings.
struct Side {
  std::string file;  ///< as it was named
  const format::Recording* recording = nullptr;
  analysis::Scope part;
};

struct CompareReport {
  std::array<Side, 2> sides;
  std::string scope;  ///< k_tile, block or kernel
  analysis::ConflictModel model = analysis::ConflictModel::kFused;
  analysis::Comparison comparison;

  bool differs() const { return comparison.differs(model); }
};

/// Reads `file` and `recording` of each side; the recordings must outlive the result. Errors: those of named_scope().
Result<CompareReport> make_comparison(std::array<Side, 2> sides, analysis::ConflictModel model,
                                      const std::string& scope);

/// What differs in what was recorded: settings, and numbers of a program's source.
std::vector<words::Setting> settings_of(const CompareReport& report);
std::string compare_text(const CompareReport& report);
std::string compare_json(const CompareReport& report);  ///< docs/compare.md describes it

}  // namespace gemmscope::cli
