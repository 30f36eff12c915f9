// SPDX-License-Identifier: MIT
/// @file row.h
/// One setting of a sweep: what is recorded for it, and what came of that.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "tracing/analysis/summary.h"
#include "tracing/analysis/occupancy.h"
#include "tracing/record/request.h"

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
  kRefused,  ///< the kernel cannot have it, or its result would be wrong; no figures
};
std::string_view name_of(State state);

/// What `bench` calls a program's launch that is a matrix product.
struct ProductLaunch {
  std::string program, kernel, numbers;  ///< as of results::ProductRate
  std::uint32_t M = 0, N = 0, K = 0;
};

struct Row {
  record::RecordRequest request;                ///< names its preset; `overrides` are what differs from that, in order
  std::vector<format::Parameter> parameters;    ///< all of them; only those that were given if they make no variant
  std::uint32_t threads = 0, shared_bytes = 0;  ///< of a block; 0 threads: there is no such variant
  std::optional<std::uint32_t> registers;       ///< per thread on an H200; of counted programs, if ptxas is there
  State state = State::kWaiting;
  std::string reason;                    ///< of kFaults and kRefused, a sentence without its full stop
  std::optional<Figures> figures;        ///< of kCounted
  std::optional<std::size_t> findings;   ///< of the check; of programs only
  std::optional<ProductLaunch> product;  ///< of a program whose launch is one
  std::string file;                      ///< the recording in the store; empty: in none

  /// "PA=4 swzA=xor", as `record --set` takes it and reports of `bench` name it; empty: the preset as it is.
  std::string layout() const;
};

/// How many warps an SM of an H200 holds, with `registers` per thread, or else the row's; if neither is known, an upper
/// bound.
analysis::Occupancy resident(const Row& row, std::optional<std::uint32_t> registers = {});

/// The best of those counted: fewest modelled cycles, then fewest sectors, then fewest shared bytes. All that are equal
/// in these are best; none if nothing was counted. Each kernel has its own, but none if work_differs() for it.
std::vector<bool> best_of(const std::vector<Row>& rows);

/// Whether counted rows of the kernel multiply matrices of different sizes, so that fewer cycles make none better.
bool work_differs(const std::vector<Row>& rows, std::string_view kernel);

}  // namespace gemmscope::sweep
