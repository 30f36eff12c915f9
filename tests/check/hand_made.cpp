// SPDX-License-Identifier: MIT
#include "tests/check/hand_made.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/format/example_recording.h"
#include "tracing/analysis/check.h"
#include "tracing/format/check.h"

namespace gemmscope::testing {
namespace {

using u32 = std::uint32_t;

}  // namespace

HandMade::HandMade(u32 warps) : recording(format::testing::example_recording()) {
  format::Recording& r = recording;
  r.threads = warps * 32;
  r.grid_y = r.grid_x = 1;
  r.selection = {{0, 1}, {0, 1}, {0, warps}};
  r.tensors[3].layout.swizzle = {};
  r.templates.clear(), r.patterns.clear(), r.blocks = {{0, 0, 0, {}}};
}

HandMade& HandMade::add(u32 warp, u32 interval, Site site, std::map<u32, u32> lanes, bool after_syncwarp) {
  requests_[{warp, interval}].push_back({site, std::move(lanes), after_syncwarp});
  return *this;
}

void HandMade::be_of_program(int parameters, const std::string& body) {
  for (u32 s = 0; s < recording.sites.size(); ++s)
    recording.sites[s].line = s + 2, recording.sites[s].width = 4, recording.sites[s].called.clear();
  recording.source = {"k.cu", "\n\n\n\n\n\n\n\n\n\n"};
  std::string names;
  for (int i = 0; i < parameters; ++i) names += (i == 0 ? ".param .u64 k_" : ", .param .u64 k_") + std::to_string(i);
  recording.code.entry = "k";
  recording.code.ptx = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(" + names +
                       ")\n{\n.shared .b32 s[99]; .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<4>;\n.loc 1 1 0\n" +
                       body + "ret;\n}\n.file 1 \"k.cu\"\n";
}

format::Recording HandMade::part(format::Range warps) const {
  format::Recording r = recording;
  r.selection.warps = warps;
  format::Pattern pattern;
  for (const auto& [place, requests] : requests_) {
    const auto [warp, interval] = place;
    if (pattern.barrier_lines.size() <= interval) pattern.barrier_lines.resize(interval + 1, 4);
    if (!warps.contains(warp)) continue;
    format::Template coded;
    bool synced = false;
    for (const Request& request : requests) {
      synced = synced || request.after_syncwarp;
      const std::uint16_t tensor = r.sites[request.site].tensor;
      const bool shared = r.tensors[tensor].space == format::Space::kShared;
      format::Row row{.site = request.site,
                      .k_tile = format::Row::kEpilogueRow,
                      .base = shared ? format::kSharedBase : static_cast<std::uint8_t>(tensor),
                      .after_syncwarp = std::exchange(synced, false) && !coded.rows.empty()};
      coded.addresses.resize(coded.addresses.size() + format::kLanes);
      for (const auto& [lane, byte] : request.lanes)
        row.mask |= 1u << lane, coded.addresses[coded.rows.size() * format::kLanes + lane] = byte;
      coded.rows.push_back(row);
    }
    pattern.segments.push_back({.warp = static_cast<std::uint16_t>(warp),
                                .interval = interval,
                                .template_id = static_cast<u32>(r.templates.size()),
                                .k_tile = format::kEpilogue});
    r.templates.push_back(std::move(coded));
  }
  pattern.barrier_lines.back() = 0;
  r.patterns = {pattern};
  index_patterns(r);
  const auto fault = format::check(r);
  EXPECT_FALSE(fault) << fault->what;
  return r;
}

std::set<std::string> found_in_shared(const format::Recording& r) {
  std::set<std::string> found;
  std::vector<analysis::Finding> all;
  for (const analysis::Finding& f : analysis::check(r).findings)
    std::ranges::copy(analysis::parts_of(f), std::back_inserter(all));
  for (const analysis::Finding& f : all) {
    if (f.divergence || !f.at || r.tensors[f.tensor].space == format::Space::kGlobal) continue;
    found.insert(std::string(analysis::name_of(f.fault)) + " " + r.sites[f.at->site].name +
                 (f.other ? " " + r.sites[f.other->site].name : "") + (f.in_warp ? " in warp" : "") + ", " +
                 std::to_string(f.count));
  }
  return found;
}

}  // namespace gemmscope::testing
