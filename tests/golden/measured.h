// SPDX-License-Identifier: MIT
/// @file measured.h
/// What one block of a kernel costs in its first k-tile and its epilogue, as the golden file counts it.
#pragma once

#include <string>

#include "tracing/analysis/summary.h"
#include "tracing/format/recording.h"

namespace gemmscope::testing {

/// A recording as tests/data/golden.json describes it: one block, the first k-tile and the epilogue, beta = 1; also of
/// variants that are deliberately broken. Throws std::runtime_error if the variant cannot be recorded.
format::Recording record_as_golden(const std::string& kernel, const std::vector<format::Parameter>& parameters,
                                   std::uint32_t M = 1024, std::uint32_t N = 1024, std::uint32_t K = 1024,
                                   std::uint32_t block_y = 0, std::uint32_t block_x = 0);

/// The figures of a variant's sites. Lives at most as long as nobody needs the numbers: everything is worked out at
/// once.
class Measured {
 public:
  /// `layout`: "PA=4 swzA=xor".
  Measured(const std::string& kernel, const std::string& layout);

  const format::Recording& recording() const { return recording_; }
  /// A site may be of several tensors: s_store of sgemm64 is of As and of Bs.
  analysis::Count of(const std::string& site) const;
  /// Worst phase, by the textbook rule.
  int nway(const std::string& site) const { return of(site).by(analysis::ConflictModel::kTextbook).max_nway; }
  std::uint64_t wavefronts(const std::string& site, analysis::ConflictModel model) const {
    return of(site).by(model).wavefronts;
  }

 private:
  format::Recording recording_;
  analysis::Summary summary_;
};

}  // namespace gemmscope::testing
