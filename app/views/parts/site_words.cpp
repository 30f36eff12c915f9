// SPDX-License-Identifier: MIT
#include "app/views/parts/site_words.h"

#include "app/words/finding_words.h"
#include "app/words/line_words.h"
#include "app/words/number.h"
#include "app/words/scope_words.h"
#include "tracing/format/block_name.h"
#include "tracing/format/text.h"

namespace gemmscope::views {
namespace {

const format::Row& row_of(const session::Look& look) {
  return session::row_of(*look.recording(), look.cursor.block, *look.current);
}

std::string bulk_in_words(const session::Look& look) {
  const format::Row& row = row_of(look);
  return row.bulk == 0 ? ""
                       : std::string(row.continues ? ", more pieces" : ", pieces") + " of lane " +
                             std::to_string(row.bulk - 1) + "'s bulk copy";
}

}  // namespace

std::string site_in_words(const format::Recording& recording, std::uint16_t tensor, format::Op op) {
  return recording.tensors[tensor].name + " " + std::string(format::name_of(op));
}

std::string request_in_words(const session::Look& look, bool briefly) {
  const session::Current& now = *look.current;
  const std::string when = !look.recording()->tiles_known() ? ""
                           : now.request.k_tile == format::kEpilogue
                               ? ", write-back"
                               : ", k-tile " + words::thousands(now.request.k_tile);
  return site_in_words(*look.recording(), now.site.tensor, now.site.op) + ", " +
         (briefly ? words::lines_in_words(*look.recording(), {&now.request.site, 1})
                  : words::line_in_words(*look.recording(), now.site)) +
         ", warp " + std::to_string(now.request.warp) + when + bulk_in_words(look);
}

std::string place_word(const session::Look& look) { return row_of(look).bulk == 0 ? "lane" : "piece"; }

int asking_lane(const session::Look& look) {
  return look.lane() < 0 ? -1 : row_of(look).lane_of(static_cast<std::size_t>(look.lane()));
}

std::string why_nothing(const session::Session& session) {
  const session::Look& look = session.look;
  if (session.own.running_now) return "Compiling, running and recording \u2026";
  if (!look.loaded && !session.own.source.empty())
    return "Nothing is recorded yet: fix " + session.own.source + " and save it again.";
  if (!look.loaded) return "Nothing is recorded: choose a kernel above.";
  if (look.recording()->fault) return words::fault_sentence(*look.recording());
  if (look.recording()->blocks.empty()) return "The recording has no blocks.";
  return "No recorded warp of block " + block_name(*look.recording(), look.block()) + " makes a request.";
}

std::string earlier_in_words(const session::Session& session) {
  const format::Recording& recording = *session.look.recording();
  const std::string path = recording.source.path, file = path.substr(path.rfind('/') + 1);
  const bool same = session.own.made(session.look.loaded);
  return (same && recording.fault ? "From the last run that was recorded: "
          : same                  ? "From the last run that worked: "
                                  : "From the recording shown before: ") +
         format::shown(recording.kernel) + (file.empty() ? "" : ", " + format::shown(file));
}

Result<std::string> request_heading(const session::Look& look) {
  if (!look.current) return fail(ErrorKind::kUsage, "the recording has no requests to show; record more of the launch");
  return request_in_words(look) + "\n";
}

std::string request_number_in_words(const session::Look& look) {
  return words::request_number(look.cursor.request) + " of " + words::thousands(look.current->warp_requests);
}

std::string title_in_words(const session::Look& look) {
  if (!look.current) return "gemmscope";
  const format::Recording& recording = *look.recording();
  std::string title = "gemmscope: " + format::shown(recording.kernel);
  for (const session::OwnNumber& number : look.numbers)
    if (number.is_changed()) title += " " + format::shown(number.name) + "=" + std::to_string(number.value);
  if (const auto& tiles = look.loaded->tiles)
    title += ", " + words::size_in_words(tiles->product.M, tiles->product.N, tiles->product.K);
  return title + ", " + request_number_in_words(look);
}

}  // namespace gemmscope::views
