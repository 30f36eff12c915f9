// SPDX-License-Identifier: MIT
/// @file look.h
/// A recording and the place that the user looks at: all that a view shows. Plain data.
///
/// Views read a const Look and ask for changes through Actions. The members under "derived" are kept right by
/// refresh() (refresh.h), which every change of a Look ends with.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "app/results/bench_report.h"
#include "app/session/current.h"
#include "app/session/loaded.h"
#include "app/session/own_number.h"
#include "app/session/rejected.h"
#include "app/session/selected.h"
#include "app/session/studied.h"
#include "app/session/swept.h"
#include "app/session/view_state.h"
#include "tracing/analysis/shared_heat.h"
#include "tracing/analysis/summary.h"
#include "tracing/cuda/live_trace.h"

namespace gemmscope::session {

/// What the figures of Metrics, Source, Heatmap and `report` add up. Parts that were not recorded are computed from
/// those that were (analysis/launch.h).
enum class Scope : std::uint8_t {
  kKTile,   ///< the cursor's k-tile in its block; after the main loop, the block's write-back
  kBlock,   ///< the cursor's block: all its k-tiles and its write-back
  kKernel,  ///< all blocks of the launch
};

/// "k_tile", "block", "kernel": as in links, on the command line and in reports.
std::string_view name_of(Scope scope);
/// In block `block` (an index into Recording::blocks) and `k_tile`, or kEpilogue.
analysis::Scope scope_at(Scope scope, std::uint32_t block, std::uint32_t k_tile);
/// What a scope of that name adds up: k_tile or block, the first that is recorded; or kernel.
/// Errors: kUsage for another name.
Result<analysis::NamedScope> named_scope(const std::string& name);

struct Play {
  bool on = false;
  float steps_per_second = 8;
  float due = 0;  ///< steps owed, below 1
};

/// What `scope` costs by one rule, as far as that takes more than a look into the summary.
struct ByRule {
  analysis::ConflictModel rule = analysis::ConflictModel::kFused;
  analysis::SharedHeat heat;
  std::optional<std::size_t> dearest;  ///< of summary.sites, that with the largest excess; nullopt if nothing is lost
};

struct Look {
  // What is shown.
  LoadedPtr loaded;  ///< null until the first recording is there
  Cursor cursor;
  Selected selected;
  Selected hover;                              ///< of the last frame; a preview, never changes the selection
  std::optional<analysis::Followed> followed;  ///< through the cursor's block; see following.h
  analysis::ConflictModel rule = analysis::ConflictModel::kFused;
  Scope scope = Scope::kKernel;
  ViewState views;
  Play play;

  // How fast it is: never the emulator's figures.
  results::Reports reports = results::shipped();
  cuda::LiveTrace live;  ///< of the GPU here

  std::vector<LoadedPtr> run;  ///< all launches of the own program's run in which `loaded` was recorded; else others
  std::vector<OwnNumber> numbers;  ///< of that program's source, with the values that the run had; else none
  Numbers given;                   ///< those that are not as in the file, with other arguments than it was opened with
  RejectedPtr rejected;            ///< its source as saved since, where nothing was recorded of that; else null

  Swept swept;  ///< what its program costs with other numbers, if a sweep was asked for

  // Derived.
  std::optional<Current> current;  ///< the request under the cursor
  std::optional<Current> before;   ///< the same place in the recording before the last change: where cells move from
  float motion = 1;                ///< 0 = as before, 1 = settled
  std::optional<std::size_t> use_before;  ///< of life_of(): the use that the mark of what is followed moves from
  analysis::Summary summary;              ///< of `scope`
  analysis::Scope summary_scope;          ///< what `summary` adds up, and `by_rule`
  ByRule by_rule;
  StudiedOfEach studied;                   ///< what is worked out beside the thread that draws; see studying.h
  std::array<bool, kStudyKinds> wanted{};  ///< of them, what a view of the last frame asked for
  bool first_use_due = false;              ///< the cursor goes to the first use of `followed` once that is known

  const format::Recording* recording() const { return loaded ? &loaded->recording : nullptr; }
  /// When the cursor's request happens. Only with a request.
  analysis::When now() const { return {current->request.interval, cursor.warp, cursor.request}; }
  /// The lane to draw in detail: the selected one; or the first that uses what is followed; or the request's first
  /// active lane. -1 without a request.
  int lane() const;
  /// The cursor's k-tile; kEpilogue after the main loop; 0 without a request.
  std::uint32_t k_tile() const { return current ? current->request.k_tile : 0; }
  /// The k-tile whose parts of A and B are in shared memory: the cursor's; after the main loop the last recorded one.
  std::uint32_t k_tile_in_shared() const;
  /// The cursor's block. Only while something is loaded.
  const format::Block& block() const { return loaded->recording.blocks[cursor.block]; }
};

}  // namespace gemmscope::session
