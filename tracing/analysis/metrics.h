// SPDX-License-Identifier: MIT
/// @file metrics.h
/// The figures of a site: one row each. Reports, comparisons, panels and the documentation take names, meanings and
/// values from here.
#pragma once

#include <span>
#include <string_view>

#include "tracing/analysis/summary.h"

namespace gemmscope::analysis {

struct Metric {
  enum class Of { kAll, kShared, kGlobal };

  std::string_view id;       ///< in JSON, CSV and links
  std::string_view title;    ///< of a column
  std::string_view thing;    ///< one of what is counted, "ideal sector"; empty: it counts nothing
  std::string_view meaning;  ///< as docs/report.md says it
  Of of = Of::kAll;          ///< the sites that have it
  bool compared = false;     ///< sites of two recordings differ where it does
  std::uint64_t (*count)(const Count&, ConflictModel) = nullptr;
  double (*ratio)(const Count&) = nullptr;  ///< null if `count` is not

  bool is_of(format::Space space) const {
    return of == Of::kAll || (of == Of::kShared) == (space == format::Space::kShared);
  }
};

/// The order is that of reports.
inline constexpr Metric kMetrics[] = {
    {"requests", "requests", "request", "memory instructions of a warp with at least one active lane", Metric::Of::kAll,
     true, [](const Count& c, ConflictModel) { return c.requests; }},
    {"wavefronts", "wavefronts", "wavefront", "passes of the shared-memory unit, by `model`", Metric::Of::kShared, true,
     [](const Count& c, ConflictModel model) { return c.by(model).wavefronts; }},
    {"ideal_wavefronts", "ideal", "ideal wavefront", "the same without conflicts: phases with an active lane",
     Metric::Of::kShared, true, [](const Count& c, ConflictModel model) { return c.by(model).ideal_wavefronts; }},
    {"excess", "excess", "excess wavefront", "`wavefronts` - `ideal_wavefronts`: what bank conflicts cost",
     Metric::Of::kShared, true, [](const Count& c, ConflictModel model) { return c.by(model).excess(); }},
    {"max_nway", "n-way", "", "the largest number of different words needed from one bank in one phase",
     Metric::Of::kShared, false,
     [](const Count& c, ConflictModel model) { return static_cast<std::uint64_t>(c.by(model).max_nway); }},
    {"sectors", "sectors", "sector", "32-byte sectors touched, counted for each request", Metric::Of::kGlobal, true,
     [](const Count& c, ConflictModel) { return c.sectors; }},
    {"ideal_sectors", "ideal", "ideal sector",
     "the smallest number of sectors that could hold the distinct bytes requested", Metric::Of::kGlobal, true,
     [](const Count& c, ConflictModel) { return c.ideal_sectors; }},
    {"lines", "lines", "line", "128-byte lines touched", Metric::Of::kGlobal, false,
     [](const Count& c, ConflictModel) { return c.lines; }},
    {"ideal_lines", "ideal", "ideal line", "the smallest number of lines that could hold those bytes",
     Metric::Of::kGlobal, false, [](const Count& c, ConflictModel) { return c.ideal_lines; }},
    {"efficiency", "efficiency", "", "`ideal_sectors` / `sectors`; 1 if no sector is touched", Metric::Of::kGlobal,
     false, nullptr, [](const Count& c) { return c.efficiency(); }},
    {"misaligned", "misaligned", "misaligned request",
     "requests in which a lane's address is not a multiple of the width: a fault on a GPU. They are included in "
     "`requests` and in no other count",
     Metric::Of::kAll, true, [](const Count& c, ConflictModel) { return c.misaligned; }},
    {"faulted", "faulted", "request that faulted",
     "the request that ended the launch, if that was for another reason, as an address out of bounds. It is included in "
     "`requests` and in no other count",
     Metric::Of::kAll, false, [](const Count& c, ConflictModel) { return c.faulted; }},
};

/// `metric("excess")`; an id that no row has is an error of the compiler.
consteval const Metric& metric(std::string_view id) {
  for (const Metric& each : kMetrics)
    if (each.id == id) return each;
  throw "no metric has this id";
}

/// The one that says what a site costs.
constexpr const Metric& cost_metric(format::Space space) {
  return space == format::Space::kShared ? metric("wavefronts") : metric("sectors");
}

}  // namespace gemmscope::analysis
