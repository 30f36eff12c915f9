// SPDX-License-Identifier: MIT
/// @file rows.h
/// What the sweep view says: its rows in their order, their cells, and the sentences around them. No drawing.
#pragma once

#include <string>
#include <vector>

#include "app/session/look.h"
#include "app/sweep/measured.h"

namespace gemmscope::views {

/// A row of the sweep with what stands beside it.
struct Setting {
  const sweep::Row* row = nullptr;
  std::size_t index = 0;  ///< in Look::swept.rows
  std::string name;       ///< "PA=4"
  std::string group;      ///< what was swept: PA; of several axes, the value of the first: "PA=4"
  std::optional<sweep::Measured> measured;
  analysis::Occupancy resident;  ///< on an SM of an H200; an upper bound where registers are not known
  bool best = false, shown = false, pinned = false;  ///< pinned: the baseline

  std::uint64_t cycles() const;  ///< modelled, whole; 0: none
  std::uint64_t excess(analysis::ConflictModel rule) const;
};

/// In the order of the sweep. `look` has rows. `baseline`: null without one.
std::vector<Setting> settings_of(const session::Look& look, const session::Look* baseline = nullptr);
/// In the order that was chosen: those without figures last. Of settings alike, that which was swept first.
std::vector<Setting> sorted(std::vector<Setting> settings, views::SweepOrder order, analysis::ConflictModel rule);

/// The cells of a counted one, in the order of SweepOrder: name, stores, loads, sectors, cycles, shared bytes, resident
/// warps, GFLOP/s; "-" where nothing was measured. `whole`: all digits.
std::vector<std::string> setting_cells(const Setting& setting, analysis::ConflictModel rule, bool whole);
/// "8", or if registers may allow fewer "\u2264 52".
std::string resident_text(const analysis::Occupancy& resident);
/// " of As and Bs together": the tiles whose stores and loads are one figure; empty without tiles.
std::string tiles_text(const format::Recording& recording);
/// Why one has no figures: "would fault: width=16 needs ..."; empty: it has.
std::string why_without(const Setting& setting);

/// Which is best, and how much more what is shown takes; beside a baseline also than that.
std::string sweep_answer(const std::vector<Setting>& settings);
/// What was swept: kernel, size, how many settings, how many of them would fault.
std::string sweep_detail(const session::Look& look, const std::vector<Setting>& settings);
/// By which rules, of which device, measured when: in fewer and fewer words.
std::vector<std::string> sweep_sources(const session::Look& look, const std::vector<Setting>& settings);

}  // namespace gemmscope::views
