// SPDX-License-Identifier: MIT
/// @file report.h
/// What `gemmscope report` says of a recording: counted once for its three forms, text, JSON and CSV.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tracing/analysis/array_use.h"
#include "tracing/analysis/summary.h"

namespace gemmscope::analysis {

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
  NamedScope scope;
  Summary summary;
};

struct Report {
  const format::Recording* recording = nullptr;
  /// That is `recording`, if a program's tiles were found: with them (tiles/described.h).
  std::shared_ptr<const format::Recording> with_tiles{};
  ConflictModel model = ConflictModel::kFused;
  Figures recorded;                    ///< of what is recorded, nothing else
  Figures asked;                       ///< of the scope that was asked for
  std::vector<std::uint64_t> digests;  ///< address digests of what is recorded, one for each site
  Coverages coverage;
  std::optional<Tiles> tiles{};  ///< found in a program's recording
  std::vector<ArrayUse> arrays;  ///< of a program's recording: those in global memory
  bool arrays_complete = true;   ///< false: of these more is touched and stored than is said
};

/// Shapes   one Figures for all sites of the recording, one for those in `asked`
/// Cost     finds the tiles and costs of the recording anew: some 0.1 s for 4096^3
/// `recording` must outlive it.
[[nodiscard]] Report make_report(const format::Recording& recording, ConflictModel model, const NamedScope& asked = {});

/// The same where all this is known already.
struct KnownOfRecording {
  const CostTable& costs;
  const std::optional<Tiles>& tiles;
  const std::vector<ArrayShape>& shapes;
  const Footprints& footprints;
};
[[nodiscard]] Report make_report(const format::Recording& recording, ConflictModel model, const NamedScope& asked,
                                 const KnownOfRecording& known);

/// What the requests of one kind cost, of all sites of an array.
Count count_of(const Summary& summary, std::uint16_t tensor, format::Op op);

std::string digest_text(std::uint64_t digest);  ///< 16 hexadecimal digits

}  // namespace gemmscope::analysis
