// SPDX-License-Identifier: MIT
#include "app/session/visit.h"

#include <algorithm>

#include "app/session/own_arguments.h"
#include "app/session/own_launches.h"
#include "app/session/own_numbers.h"
#include "app/session/stepping.h"
#include "tracing/format/block_name.h"

namespace gemmscope::session {
namespace {

/// To a launch of the own program, which is run first if it is to have other numbers.
Result<void> go_in_program(Session& session, const Link& link, const std::string& text) {
  const Numbers numbers = link.numbers.value_or(session.own.numbers);
  for (const format::Parameter& number : numbers)
    if (number.name != kArguments && std::ranges::count(session.own.known, number.name, &OwnNumber::name) == 0)
      return fail(ErrorKind::kUsage, "the program has no number " + number.name + ", which the link sets");
  set_numbers(session, numbers);
  if (!session.own.due) return go_to_own(session, link);
  session.own.arrival = {.due = true, .link = text, .baseline = {}};
  session.desk.notice = "Running the program with the numbers of the link \u2026";
  return {};
}

Result<void> go(Session& session, const std::string& text) {
  const Result<Link> link = parse_link(text);
  if (!link) return tl::unexpected(link.error());
  const format::Recording* shown = session.look.recording();
  if (shown != nullptr && is_of_own(session, link->kernel.value_or(shown->kernel))) {
    session.desk.error.clear();
    return go_in_program(session, *link, text);
  }
  if (link->kernel && own_is_shown(session))
    return fail(ErrorKind::kUsage, "the program has launched no kernel " + *link->kernel);
  if (auto can = can_follow(session.look, *link); !can) return can;
  session.desk.error.clear();
  return follow(session, *link);
}

}  // namespace

Result<void> can_follow(const Look& look, const Link& link) {
  const Numbers numbers = link.numbers.value_or(Numbers{});
  const std::string shown = look.loaded ? look.recording()->kernel : "", kernel = link.kernel.value_or(shown);
  if (!look.loaded || (family_of(kernel) == family_of(shown) && (numbers.empty() || numbers == look.given))) return {};
  const std::string with = numbers.empty() ? "" : " with " + format::text_of(numbers);
  return fail(ErrorKind::kUsage,
              "the link is of " + kernel + with + ", and a recording does not contain its program; open the .cu file");
}

void visit(Session& session, const std::string& text) {
  const Result<void> there = go(session, text);
  if (!there) session.desk.error = there.error().message;
}

void visit_block(Session& session, std::uint32_t y, std::uint32_t x) {
  if (!session.look.loaded) return;
  const format::BlockName name = name_of_block(session.look.loaded->recording, y, x);
  if (const auto block = find_block(session.look.loaded->recording, name)) return go_to_block(session.look, *block);
  session.desk.notice = "Nothing is recorded of block " + block_name(session.look.loaded->recording, y, x) + ".";
}

void visit_warp(Session& session, std::uint32_t warp) {
  if (!session.look.loaded) return;
  go_to_warp(session.look, warp);
  if (session.look.cursor.warp != warp)
    session.desk.notice = "Warp " + std::to_string(warp) + " makes no request in this block.";
}

void visit_next_block(Session& session, int direction) {
  if (!session.look.current) return;
  const auto most = static_cast<std::int64_t>(session.look.recording()->blocks.size()) - 1;
  const std::int64_t next = std::int64_t{session.look.cursor.block} + direction;
  go_to_block(session.look, static_cast<std::uint32_t>(std::clamp<std::int64_t>(next, 0, most)));
}

void visit_next_warp(Session& session, int direction) {
  if (!session.look.loaded) return;
  const format::Recording& r = session.look.loaded->recording;
  const auto silent = [&](std::int64_t warp) {
    const auto w = static_cast<std::uint32_t>(warp);
    return r.selection.warps.contains(w) && warp_requests(r, session.look.cursor.block, w) == 0;
  };
  std::int64_t next = std::int64_t{session.look.cursor.warp} + direction;
  while (next >= 0 && next < r.warps() && silent(next)) next += direction;
  if (next >= 0 && next < r.warps()) visit_warp(session, static_cast<std::uint32_t>(next));
}

}  // namespace gemmscope::session
