// SPDX-License-Identifier: MIT
/// @file summary.h
/// What a recording, or a part of it, costs: per site, per source line, in all. The numbers of `gemmscope report`.
#pragma once

#include <optional>
#include <string>

#include "tracing/analysis/cost_table.h"

namespace gemmscope::analysis {

/// Shared-memory cost of many requests by one model.
struct SharedCount {
  std::uint64_t wavefronts = 0;
  std::uint64_t ideal_wavefronts = 0;  ///< without any conflict: phases with an active lane
  int max_nway = 0;
  std::array<std::uint64_t, kLanes + 1> nway_histogram{};  ///< [n] = requests whose worst phase is n-way

  std::uint64_t excess() const { return wavefronts - ideal_wavefronts; }
};

/// Cost of many requests. `shared` and `cycles_h200` are 0 for global ones, the last six numbers for shared ones.
struct Count {
  std::uint64_t requests = 0;
  // Requests that fault: they are in `requests` and in nothing below.
  std::uint64_t misaligned = 0;
  std::uint64_t faulted = 0;                          ///< for another reason: the one that ended the launch
  std::array<SharedCount, kConflictModels> shared{};  ///< [ConflictModel]
  double cycles_h200 = 0;                             ///< modelled, see modelled_cycles.h
  std::uint64_t sectors = 0, ideal_sectors = 0;
  std::uint64_t lines = 0, ideal_lines = 0;
  std::uint64_t useful_bytes = 0;
  std::uint64_t load_wavefronts = 0;  ///< of loads, in L1

  const SharedCount& by(ConflictModel model) const { return shared[static_cast<std::size_t>(model)]; }
  /// Global: ideal / touched sectors. 1 if none is touched.
  double efficiency() const {
    return sectors == 0 ? 1 : static_cast<double>(ideal_sectors) / static_cast<double>(sectors);
  }

  /// Global: useful / moved bytes. 1 if none is moved.
  double bytes_used() const {
    return sectors == 0 ? 1 : static_cast<double>(useful_bytes) / (32 * static_cast<double>(sectors));
  }

  /// Adds `n` requests of site `site` that cost `cost` each.
  void add(const format::Site& site, const RequestCost& cost, std::uint64_t n);
  Count& operator+=(const Count& other);
};

struct LineCount {
  std::uint32_t line = 0;  ///< 1-based, in Recording::source.text
  Count count;
};
using LineCounts = std::vector<LineCount>;  ///< by line; all sites of a line together

/// All sites of one name and width: As_store of warp_tile is four lines of source.
struct SiteSummary {
  std::string name;
  std::uint16_t tensor = 0;  ///< index into Recording::tensors
  format::Space space = format::Space::kGlobal;
  format::Op op = format::Op::kLoad;
  std::uint8_t width = 4;            ///< bytes per lane
  std::vector<std::uint16_t> sites;  ///< indices into Recording::sites, by line
  Count count;
  std::vector<LineCount> lines;  ///< the same, line by line; same order as `sites`
};

struct Summary {
  std::vector<SiteSummary> sites;  ///< by first line; also those without a request in the scope
  LineCounts lines;
  std::vector<LineCounts> included;  ///< the same by lines of Recording::included: of what stands, or is called, there
  Count total;
  Count main_loop;                  ///< `total` without the epilogue
  std::optional<double> warp_fmas;  ///< multiply-adds of the scope's k-tiles, in warp instructions of 32

  /// The site of that name, the first if there are several widths; nullptr if there is none.
  const SiteSummary* site(std::string_view name) const;
  /// Of a file as format::Place counts them.
  const LineCounts& lines_of(std::uint16_t file) const { return file == 0 ? lines : included[file - 1u]; }
  /// Shared wavefronts of the main loop per warp-FMA. An SM that retires 4 warp-FMAs and 1 wavefront per clock is bound
  /// by shared memory above 0.25. nullopt if the kernel states no block tile or the scope cuts through k-tiles.
  std::optional<double> wavefronts_per_fma(ConflictModel model) const;
};

/// Adds up the requests inside `scope`.
///
/// Units    wavefronts by all three models, sectors of 32 B, lines of 128 B.
/// Cost     one step per distinct template row and per segment of each pattern: milliseconds for 4096^3.
/// Limits   warp_fmas counts whole k-tiles of whole warps, also where the matrix ends inside a tile: the kernel
///          multiplies the zeros it filled in.
[[nodiscard]] Summary summarize(const format::Recording& recording, const CostTable& table, const Scope& scope = {});
[[nodiscard]] Summary summarize(const format::Recording& recording, const Scope& scope = {});

}  // namespace gemmscope::analysis
