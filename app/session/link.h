// SPDX-License-Identifier: MIT
/// @file link.h
/// A state of the program as one line of text, `--select` on the command line.
///
/// `kernel=warp_tile/set=PA:4,arguments:512%20512%20512/block=0,0/warp=1/request=812/lane=5/rule=fused`
/// Entries are `key=value`, in any order, separated by `/` or blanks; in names, %XX stands for a byte that would end
/// them. What is absent stays as it is, but with `kernel` and without `set` the program has the file's numbers. These
/// two say what is run, the rest where one looks and what single views show. Where panels are docked and what is pinned
/// is not part of a link. Instead of `request`, people may give `k_tile` (or `k_tile=end` for the write-back), `site`
/// (As_store) or `line`, and `step`: the first request that fits; or `finding`: the step of that finding of the check.
/// `sweep=on` asks for a sweep, `sweep_over` says of what. A link that names what to `follow` and no place opens at its
/// first use. Requests count from 1, as in the window; lanes, warps, k-tiles and findings from 0.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/session/session.h"
#include "tracing/format/block_name.h"
#include "tracing/format/result.h"

namespace gemmscope::session {

/// The whole state; parse_link of it gives the same state again.
std::string link_of(const Session& session);
/// The second part alone: where one looks in a given recording.
std::string place_of_link(const Session& session);
/// The part of it that names the request, and what is picked out and followed; empty without a request.
std::string picked_in_link(const Look& look);
struct Link {
  std::optional<std::string> kernel;
  std::optional<Numbers> numbers;  ///< of its program, with its arguments; there with each kernel
  std::optional<format::BlockName> block;
  std::optional<std::uint32_t> warp, request_index, k_tile, line, step, bank;
  std::optional<int> lane;
  std::optional<std::string> site;           ///< As_store, as the recording's sites are named
  std::optional<std::string> cell, element;  ///< As[4][5], as the recording's tensors are named
  std::optional<std::string> follow;         ///< what is followed, in the words of followed.h
  std::optional<analysis::ConflictModel> rule;
  std::optional<Scope> scope;
  std::optional<Theme> theme;
  std::optional<float> scale;
  std::optional<std::string> stage;                        ///< the view in front on the stage
  std::vector<std::pair<std::string, std::string>> views;  ///< entries of link_entries.h, known to be readable
};

/// Errors: a sentence naming the entry that is wrong and what is possible.
Result<Link> parse_link(std::string_view text);

/// Looks where `link` says, in the recording that is loaded; runs nothing.
/// Errors: a block, warp, request, lane, cell or element that the recording does not have.
Result<void> follow(Session& session, const Link& link);

}  // namespace gemmscope::session
