// SPDX-License-Identifier: MIT
#include "app/session/state_json.h"

#include <charconv>
#include <type_traits>

#include "app/session/link.h"

namespace gemmscope::session {
namespace {

/// One JSON object, key by key, in the order of the calls.
class Object {
 public:
  Object& add(std::string_view key, std::string_view text) { return raw(key, quoted(text)); }
  Object& add(std::string_view key, const char* text) { return raw(key, quoted(text)); }
  Object& add(std::string_view key, bool value) { return raw(key, value ? "true" : "false"); }
  Object& add(std::string_view key, const Object& object) { return raw(key, object.text()); }
  template <class Number, std::enable_if_t<std::is_arithmetic_v<Number> && !std::is_same_v<Number, bool>, int> = 0>
  Object& add(std::string_view key, Number value) {
    char buffer[40];
    return raw(key, {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr});
  }
  template <class T>
  Object& add(std::string_view key, const std::optional<T>& value) {
    return value ? add(key, *value) : raw(key, "null");
  }
  std::string text() const { return "{" + body_ + "}"; }

 private:
  static std::string quoted(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
      if (c == '"' || c == '\\') result += '\\';
      if (c == '\n') result += "\\n";
      else result += c;
    }
    return result + '"';
  }
  Object& raw(std::string_view key, const std::string& value) {
    if (!body_.empty()) body_ += ',';
    body_ += quoted(key) + ':' + value;
    return *this;
  }
  std::string body_;
};

Object request_of_current(const Current& now) {
  Object request;
  request.add("site", now.site.name).add("line", now.site.line).add("tensor", now.tensor.name);
  request.add("k_tile", now.request.k_tile == format::kEpilogue ? -1 : static_cast<std::int64_t>(now.request.k_tile));
  request.add("step", now.request.step == format::kNoStep ? -1 : int{now.request.step});
  request.add("interval", now.request.interval).add("width", int{now.site.width}).add("of", now.warp_requests);
  if (now.shared()) {
    request.add("wavefronts", int{now.cost.wavefronts}).add("ideal", int{now.cost.ideal}).add("nway", int{now.cost.max_nway});
    request.add("textbook", int{now.textbook.wavefronts});
  } else {
    request.add("sectors", int{now.global.sector_count}).add("ideal_sectors", now.global.ideal_sectors());
  }
  return request;
}

Object sites_of(const Session& session) {
  Object sites;
  for (const analysis::SiteSummary& site : session.summary.sites) {
    const analysis::SharedCount& shared = site.count.by(session.rule);
    Object numbers;
    numbers.add("requests", site.count.requests).add("wavefronts", shared.wavefronts).add("ideal", shared.ideal_wavefronts);
    numbers.add("nway", shared.max_nway).add("sectors", site.count.sectors);
    sites.add(site.name, numbers);
  }
  return sites;
}

}  // namespace

std::string state_json(const Session& session) {
  Object state;
  state.add("link", link_of(session)).add("rule", analysis::name_of(session.rule));
  state.add("theme", session.theme == Theme::kDark ? "dark" : "light").add("scale", session.scale);
  state.add("playing", session.play.on).add("recording", session.recording_now).add("error", session.error);
  state.add("block", session.cursor.block).add("warp", session.cursor.warp).add("request", session.cursor.request);
  state.add("lane", session.selected.lane).add("bank", session.selected.bank);
  const format::Recording* recording = session.recording();
  std::optional<std::string> cell, element;
  if (recording != nullptr && session.selected.cell) cell = text_of(*recording, *session.selected.cell);
  if (recording != nullptr && session.selected.element) element = text_of(*recording, *session.selected.element);
  state.add("cell", cell).add("element", element);
  if (recording != nullptr) {
    Object parameters;
    for (const format::Parameter& p : recording->parameters) parameters.add(p.name, p.value);
    state.add("kernel", recording->kernel).add("preset", recording->preset).add("parameters", parameters);
    state.add("dropped", recording->dropped).add("sites", sites_of(session));
  }
  if (session.current) state.add("current", request_of_current(*session.current));
  return state.text();
}

}  // namespace gemmscope::session
