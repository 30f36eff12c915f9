// SPDX-License-Identifier: MIT
#include "tests/views/recorded.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <stdexcept>

#include "app/session/baseline.h"
#include "app/session/link.h"
#include "app/session/program_rows.h"
#include "app/sweep/axes.h"
#include "tests/steps/asked.h"
#include "tracing/format/file.h"

namespace gemmscope::views {
namespace {

session::LoadedPtr loaded(const testing::Asked& asked) {
  static std::map<std::string, session::LoadedPtr> made;
  session::LoadedPtr& known = made[asked.made];
  try {
    if (!known) known = std::make_shared<const session::Loaded>(testing::recorded(asked.step, asked.product));
  } catch (const std::runtime_error& error) {
    ADD_FAILURE() << asked.made << ": " << error.what();
  }
  return known;
}

session::Session looking(session::LoadedPtr loaded, std::string_view place) {
  session::Session session;
  if (!loaded) return session;
  session::open(session, std::move(loaded));
  const auto link = session::parse_link(place);
  if (!link) {
    ADD_FAILURE() << link.error().message;
    return session;
  }
  if (const auto followed = session::follow(session, *link); !followed) ADD_FAILURE() << followed.error().message;
  return session;
}

}  // namespace

session::LoadedPtr loaded(std::string_view link) { return loaded(testing::asked_in(link)); }

session::Session recorded(std::string_view link) {
  const testing::Asked asked = testing::asked_in(link);
  return looking(loaded(asked), asked.place);
}

session::Session recorded_program(const std::string& name, std::string_view link) {
  auto recording = format::read_file("tests/data/recorded/" + name + ".gst");
  if (!recording) {
    ADD_FAILURE() << recording.error().message;
    return {};
  }
  return looking(std::make_shared<const session::Loaded>(std::move(*recording)), link);
}

void pin_recorded(session::Session& session, std::string_view with) { session::pin(session, {loaded(with), {}}); }

void sweep_recorded(session::Session& session, const std::string& link, const std::string& axes) {
  session::Look& look = session.look;
  for (const char* name : {"PA", "PB"}) look.numbers.push_back({.name = name});
  look.views.sweep.on = true, look.views.sweep.over = look.swept.over = axes;
  look.swept.of = {look.recording()->kernel, {}};
  std::vector<sweep::Row> rows;
  const sweep::Axes all = *sweep::parse_axes(axes);
  for (std::size_t i = 0; i < sweep::combinations(all, 100); ++i) {
    const session::Numbers setting = sweep::combination(all, i);
    std::string set;
    for (const format::Parameter& number : setting)
      set += (set.empty() ? "/set=" : ",") + number.name + ":" + number.value;
    std::ranges::move(
        session::rows_of({.launches = {loaded(link + set)}, .rejected = {}, .failure = {}}, setting, false),
        std::back_inserter(rows));
  }
  look.swept.rows = std::make_shared<const std::vector<sweep::Row>>(std::move(rows));
}

}  // namespace gemmscope::views
