// SPDX-License-Identifier: MIT
/// @file row.h
/// One setting of a sweep, and what came of it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "tracing/analysis/occupancy.h"
#include "tracing/analysis/summary.h"
#include "tracing/format/recording.h"

namespace gemmscope::sweep {

/// Wavefronts of shared requests of one direction, by each counting rule.
struct SharedFigures {
  std::array<std::uint64_t, analysis::kConflictModels> wavefronts{}, ideal{};  ///< [ConflictModel]

  std::uint64_t by(analysis::ConflictModel rule) const { return wavefronts[static_cast<std::size_t>(rule)]; }
  std::uint64_t excess(analysis::ConflictModel rule) const { return by(rule) - ideal[static_cast<std::size_t>(rule)]; }
  friend bool operator==(const SharedFigures&, const SharedFigures&) = default;
};

/// What the whole kernel costs.
struct Figures {
  SharedFigures stores, loads;
  std::uint64_t sectors = 0, ideal_sectors = 0;  ///< of loads and stores
  std::uint64_t misaligned = 0;                  ///< requests that fault; they are in no other number
  double cycles_h200 = 0;                        ///< of shared requests; modelled (analysis/modelled_cycles.h)
};

/// Cost: that of analysis::summarize().
Figures figures_of(const format::Recording& recording);

enum class State : std::uint8_t {
  kWaiting,  ///< not recorded yet
  kCounted,  ///< has figures
  kFaults,   ///< a GPU would fault at a misaligned address; no figures
  kRefused,  ///< it does not compile, or the program fails; no figures
};
std::string_view name_of(State state);

/// A launch that is a matrix product, as `bench` names it.
struct ProductLaunch {
  std::string setting_code, kernel;  ///< as in results::ProductRate
  std::uint32_t M = 0, N = 0, K = 0;
};

struct Row {
  std::string kernel{};  ///< empty: not known, as nothing was recorded
  std::string preset{};
  std::vector<format::Parameter> swept{};       ///< in the order of the axes
  std::vector<format::Parameter> numbers{};     ///< all that were given
  std::uint32_t threads = 0, shared_bytes = 0;  ///< of a block; 0 threads: not known
  std::optional<std::uint32_t> registers{};     ///< per thread on an H200, if ptxas is there
  State state = State::kWaiting;
  std::string reason{};                    ///< of kFaults and kRefused, a sentence without its full stop
  std::optional<Figures> figures{};        ///< of kCounted
  std::optional<std::size_t> findings{};   ///< of the check
  std::optional<ProductLaunch> product{};  ///< of a launch that is one
  std::string file{};                      ///< the recording in the store; empty: in none

  /// "PA=4 vec=1": what was swept.
  std::string setting() const;
};

/// How many warps an SM of an H200 holds; an upper bound if the registers are not known.
analysis::Occupancy resident(const Row& row);

/// The best of those counted: fewest modelled cycles, then fewest sectors, then fewest shared bytes. All that are equal
/// in these are best; none if nothing was counted. Each kernel has its own, but none if work_differs() for it.
std::vector<bool> best_of(const std::vector<Row>& rows);

/// Whether counted rows of the kernel multiply matrices of different sizes, so that fewer cycles make none better.
bool work_differs(const std::vector<Row>& rows, std::string_view kernel);

}  // namespace gemmscope::sweep
