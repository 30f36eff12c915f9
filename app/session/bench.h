// SPDX-License-Identifier: MIT
/// @file bench.h
/// What is to be recorded and measured. Plain data: recorder.h and live.h do the work.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/recorded.h"

namespace gemmscope::session {

struct Bench {
  Choice chosen;                   ///< what somebody asked for; see request_edits.h
  record::RecordRequest wanted;    ///< what is recorded of it, and what the toolbar shows
  bool record_due = false;         ///< `wanted` has changed and is to be recorded
  bool stop_due = false;           ///< what is being recorded is no longer wanted
  record::RecordRequest recorded;  ///< what Look::loaded shows: `wanted` goes back to it where recording fails
  Choice chosen_recorded;          ///< the same of `chosen`
  bool recording_now = false;
  std::optional<Recorded> to_pin;  ///< the baseline of what is due; not loaded yet: it is recorded first
  std::string arrival;             ///< a link to follow once what is due is recorded; empty: the place is kept
  std::string next_notice;         ///< Desk::notice once what is due is recorded: what had to be changed besides
  std::vector<format::Parameter> tile_draft;  ///< tile sizes that were typed, but cannot be had with the others
  std::string draft_refused;                  ///< why not, in a sentence
  bool live_wanted = false;                   ///< a view of the last frame shows live rates
};

}  // namespace gemmscope::session
