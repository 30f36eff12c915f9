// SPDX-License-Identifier: MIT
/// @file report.h
/// What `gemmscope report` says of a recording: counted once for its three forms, of which the text is that of the
/// metrics view.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/session/look.h"
#include "tracing/analysis/array_use.h"
#include "tracing/analysis/summary.h"
#include "tracing/format/result.h"

namespace gemmscope::views {

/// How much of a launch is recorded.
struct Coverage {
  std::uint64_t recorded = 0, total = 0;
};
struct Coverages {
  Coverage blocks, warps;  ///< warps of a block
};
Coverages coverage_of(const format::Recording& recording);

/// The figures of a scope.
struct Figures {
  std::string scope;  ///< k_tile, block or kernel
  analysis::Scope part;
  analysis::Summary summary;
};

struct Report {
  const format::Recording* recording = nullptr;
  /// That is `recording`, if a program's tiles were found: with them (tiles/described.h).
  std::shared_ptr<const format::Recording> with_tiles{};
  analysis::ConflictModel model = analysis::ConflictModel::kFused;
  Figures recorded;                    ///< of what is recorded, nothing else
  Figures asked;                       ///< of the scope that was asked for
  std::vector<std::uint64_t> digests;  ///< address digests of what is recorded, one for each site
  Coverages coverage;
  std::optional<analysis::Tiles> tiles{};  ///< found in a program's recording
  std::vector<analysis::ArrayUse> arrays;  ///< of a program's recording: those in global memory
  bool arrays_complete = true;             ///< false: of these more is touched and stored than is said
};

/// What the requests of one kind cost, of all sites of an array.
analysis::Count count_of(const analysis::Summary& summary, std::uint16_t tensor, format::Op op);
/// The arrays as a table, and who writes them in a line each.
std::string arrays_text(const Report& report);

/// What a scope of that name adds up: k_tile or block, the first that is recorded; or kernel.
/// Errors: kUsage for another name.
Result<analysis::Scope> part_of(const std::string& scope);

/// `recording` must outlive it. `scope`, errors: as part_of().
Result<Report> make_report(const format::Recording& recording, analysis::ConflictModel model,
                           const std::string& scope = "kernel");

std::string report_text(const Report& report);
/// The same of what `look` adds up.
Result<std::string> metrics_text(const session::Look& look);

std::string digest_text(std::uint64_t digest);  ///< 16 hexadecimal digits

}  // namespace gemmscope::views
