// SPDX-License-Identifier: MIT
/// Where in the timeline the chosen finding is: its accesses, or where its threads stand at a barrier.
#include <algorithm>

#include "app/session/findings.h"
#include "app/session/warp_walk.h"
#include "app/views/timeline/draw.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

constexpr float kFlag = 9;  // points across

using session::Look;

std::string access_place(const Look& look, const analysis::Access& access) {
  return "warp " + std::to_string(access.warp) + ", " + words::request_number(access.request) +
         (session::is_here(look, access) ? " (here)" : "");
}

/// Threads that should meet at a barrier of their block, and do not.
bool is_of_barrier(const Look& look, const analysis::Finding& finding) {
  using analysis::Fault;
  if (!finding.divergence || finding.divergence->of_warp) return false;
  return finding.fault == Fault::kDivergence ||
         (finding.fault == Fault::kLaunchFault && look.recording()->fault->kind == format::LaunchFault::Kind::kBarrier);
}

/// How many requests `thread`, which has ended, made in the first `end` of its warp, and others of its warp beside it.
std::uint32_t requests_until_end(const Look& look, std::uint32_t thread, std::uint32_t end) {
  const format::Recording& recording = *look.recording();
  const std::uint32_t block = look.cursor.block;
  const session::WarpWalk walk(recording, block, thread / format::kLanes);
  const auto& segments = recording.patterns[recording.blocks[block].pattern].segments;
  for (std::uint32_t request = std::min(end, walk.size()); request > 0; --request) {
    const session::Stop stop = walk.at(request - 1);
    if (format::decode(recording, block, segments[stop.segment], stop.row).mask >> thread % format::kLanes & 1)
      return request;
  }
  return 0;
}

/// Where `thread` stands. `line`: of the barrier it waits at; 0: it has ended. `interval`: barriers it has passed; at
/// least as many as its warp has: it stands at the end.
Flag flag_of_thread(const Look& look, std::uint32_t thread, std::uint32_t line, std::uint32_t interval) {
  const std::uint32_t warp = thread / format::kLanes;
  const auto barriers = timeline_of(look).barriers(look.cursor.block, warp);
  const std::uint32_t all = timeline_of(look).size(look.cursor.block, warp);
  std::uint32_t made = interval < barriers.size() ? barriers[interval] : all;
  if (line == 0) made = requests_until_end(look, thread, made);
  return {warp, static_cast<double>(made) - 0.5,
          "thread " + std::to_string(thread) +
              (line == 0 ? " has ended" : " waits at the barrier of line " + std::to_string(line))};
}

std::vector<Flag> flags_of_barrier(const Look& look, const analysis::Finding& finding) {
  const format::Divergence& d = *finding.divergence;
  const std::uint32_t interval =
      finding.fault == analysis::Fault::kLaunchFault ? 0xffffffff : d.interval;  // the warps stop at their ends
  std::vector<Flag> flags{flag_of_thread(look, d.thread, d.line, interval)};
  if (d.other_thread != d.thread) flags.push_back(flag_of_thread(look, d.other_thread, d.other_line, interval));
  return flags;
}

}  // namespace

std::vector<Flag> flags_of(const Look& look) {
  const analysis::Finding* finding = session::chosen_finding(look);
  if (finding == nullptr) return {};
  const std::uint32_t block = look.cursor.block;
  if (is_of_barrier(look, *finding))
    return finding->block == block ? flags_of_barrier(look, *finding) : std::vector<Flag>{};
  std::vector<Flag> flags;
  if (!finding->at || finding->at->block != block) return flags;
  flags.push_back(
      {finding->at->warp, static_cast<double>(finding->at->request), "finding, " + access_place(look, *finding->at)});
  if (finding->other && finding->other->block == block)
    flags.push_back({finding->other->warp, static_cast<double>(finding->other->request),
                     "other access, " + access_place(look, *finding->other)});
  return flags;
}

std::string flags_text(const Look& look) {
  const std::vector<Flag> flags = flags_of(look);
  if (flags.empty()) return {};
  return "Flag: " + flags[0].says + (flags.size() == 1 ? "" : "; hollow: " + flags[1].says);
}

void draw_flag(draw::Canvas& canvas, const Span& span, draw::Rect row, double request, bool filled) {
  const draw::Colour ink = canvas.colours.selected, ground = canvas.colours.panel;
  const bool left = request + 0.5 < span.first, right = request >= span.end();
  const float x = left ? span.area.x + kFlag : right ? span.area.right() - kFlag : span.x(request + 0.5);
  const float top = row.y - 2, way = left ? -1.0f : 1.0f;
  canvas.line({x, top}, {x, left || right ? top + kFlag : row.bottom()}, ink, 1.5f);
  canvas.triangle({x, top - 1}, {x + way * kFlag, top + kFlag / 2}, {x, top + kFlag + 1}, ink);
  if (!filled)
    canvas.triangle({x + way * 1.5f, top + 2}, {x + way * (kFlag - 3), top + kFlag / 2},
                    {x + way * 1.5f, top + kFlag - 2}, ground);
}

}  // namespace gemmscope::views
