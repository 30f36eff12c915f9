// SPDX-License-Identifier: MIT
#include "tests/views/recorded.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <map>
#include <stdexcept>

#include "app/session/baseline.h"
#include "app/session/link.h"
#include "app/session/program_rows.h"
#include "app/sweep/axes.h"
#include "tests/steps/step.h"
#include "tracing/format/file.h"
#include "tracing/format/text.h"

namespace gemmscope::views {
namespace {

/// A link in its two parts.
struct Parts {
  testing::Step step;
  testing::Product product;
  std::string made;   ///< the entries that say what is recorded
  std::string place;  ///< the others
};

/// Takes up `entry` if it says what is recorded.
bool says_what(const std::string& key, const std::string& value, Parts& parts) {
  testing::Product& product = parts.product;
  if (key == "kernel") return parts.step.name = value, true;
  if (key == "preset") return parts.step.preset = value, true;
  if (key == "written") return parts.step.as_written = true, true;
  if (key == "beta") return product.beta = std::stof(value), true;
  if (key == "size") return std::sscanf(value.c_str(), "%ux%ux%u", &product.M, &product.N, &product.K) == 3;
  if (key == "blocks") {
    unsigned y = 0, x = 0;
    if (std::sscanf(value.c_str(), "%u,%u", &y, &x) != 2) return false;
    product.block_y = format::Range{y, y + 1}, product.block_x = format::Range{x, x + 1};
    return true;
  }
  if (key != "set") return false;
  for (const std::string_view number : format::split(value, ',')) {
    const std::size_t colon = number.find(':');
    parts.step.numbers.push_back({std::string(number.substr(0, colon)), std::string(number.substr(colon + 1))});
  }
  return true;
}

Parts parts_of(std::string_view link) {
  Parts parts;
  for (const std::string_view entry : format::split(link, '/')) {
    const std::size_t equals = std::min(entry.find('='), entry.size());
    const std::string value(entry.substr(std::min(equals + 1, entry.size())));
    std::string& part = says_what(std::string(entry.substr(0, equals)), value, parts) ? parts.made : parts.place;
    part += (part.empty() ? "" : "/") + std::string(entry);
  }
  if (("/" + parts.made).find("/size=") == std::string::npos) {
    const testing::Product said = testing::product_said(parts.step);
    parts.product.M = said.M, parts.product.N = said.N, parts.product.K = said.K;
  }
  return parts;
}

session::LoadedPtr loaded(const Parts& parts) {
  static std::map<std::string, session::LoadedPtr> made;
  session::LoadedPtr& known = made[parts.made];
  try {
    if (!known) known = std::make_shared<const session::Loaded>(testing::recorded(parts.step, parts.product));
  } catch (const std::runtime_error& error) {
    ADD_FAILURE() << parts.made << ": " << error.what();
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

session::LoadedPtr loaded(std::string_view link) { return loaded(parts_of(link)); }

session::Session recorded(std::string_view link) {
  const Parts parts = parts_of(link);
  return looking(loaded(parts), parts.place);
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

std::uint32_t line_of(const session::Session& session, const std::string& site) {
  for (const format::Site& each : session.look.recording()->sites)
    if (each.name == site) return each.line;
  ADD_FAILURE() << "no site " << site;
  return 0;
}

}  // namespace gemmscope::views
