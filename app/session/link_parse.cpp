// SPDX-License-Identifier: MIT
#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <map>

#include "app/session/link.h"
#include "app/session/link_views.h"
#include "tracing/record/plan.h"

namespace gemmscope::session {
namespace {

template <class T>
bool read_number(std::string_view text, T& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size();
}

template <class T>
bool read_number(std::string_view text, std::optional<T>& value) {
  return read_number(text, value.emplace());
}

/// alpha or beta: "nan" and "inf" are numbers to from_chars.
bool read_factor(std::string_view text, float& value) { return read_number(text, value) && std::isfinite(value); }

/// Splits at the first `separator`; the second part is empty if there is none.
std::pair<std::string_view, std::string_view> split(std::string_view text, char separator) {
  const std::size_t at = text.find(separator);
  if (at == std::string_view::npos) return {text, {}};
  return {text.substr(0, at), text.substr(at + 1)};
}

/// With the byte that each %XX stands for.
std::string unescaped(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    unsigned char byte = 0;
    const auto [end, error] =
        std::from_chars(text.data() + 1, text.data() + std::min<std::size_t>(text.size(), 3), byte, 16);
    const bool code = text.size() >= 3 && text[0] == '%' && error == std::errc{} && end == text.data() + 3;
    result += code ? static_cast<char>(byte) : text[0];
    text.remove_prefix(code ? 3 : 1);
  }
  return result;
}

bool read_range(std::string_view text, std::optional<format::Range>& range) {
  const auto [begin, end] = split(text, ':');
  format::Range& r = range.emplace();
  return read_number(begin, r.begin) && read_number(end, r.end) && r.begin <= r.end;  // recording none is refused later
}

bool read_size(std::string_view text, record::RecordRequest& request) {
  const auto [m, rest] = split(text, 'x');
  const auto [n, k] = split(rest, 'x');
  return read_number(m, request.M) && read_number(n, request.N) && read_number(k, request.K);
}

bool read_overrides(std::string_view text, std::vector<format::Parameter>& overrides) {
  overrides.clear();
  while (!text.empty()) {
    const auto [entry, rest] = split(text, ',');
    const auto [name, value] = split(entry, ':');
    if (name.empty() || value.empty()) return false;
    overrides.push_back({unescaped(name), unescaped(value)});
    text = rest;
  }
  return true;
}

/// Reads one of `words` into `value`: the value of the same index.
template <class T>
bool read_word(std::string_view text, std::initializer_list<std::pair<std::string_view, T>> words,
               std::optional<T>& value) {
  for (const auto& [word, meaning] : words)
    if (word == text) value = meaning;
  return value.has_value();
}

bool read_model(std::string_view text, std::optional<analysis::ConflictModel>& rule) {
  for (int m = 0; m < analysis::kConflictModels; ++m)
    if (text == analysis::name_of(static_cast<analysis::ConflictModel>(m)))
      rule = static_cast<analysis::ConflictModel>(m);
  return rule.has_value();
}

bool read_k_tile(std::string_view text, std::optional<std::uint32_t>& k_tile) {
  if (text != "end") return read_number(text, k_tile);
  k_tile = format::kEpilogue;
  return true;
}

bool read_block(std::string_view text, Link& link) {
  const auto [y, x] = split(text, ',');
  auto& block = link.block.emplace();
  return read_number(y, block.first) && read_number(x, block.second);
}

bool read_lane(std::string_view text, std::optional<int>& lane) {
  return read_number(text, lane) && *lane >= 0 && *lane < format::kLanes;
}

bool read_backend(std::string_view text, record::Backend& backend) {
  backend = text == "cuda" ? record::Backend::kCuda : record::Backend::kCpu;
  return text == "cuda" || text == "cpu";
}

bool read_stage(std::string_view text, std::optional<std::string>& stage) {
  stage = text;
  return text == "outer_loop" || text == "shared" || text == "warp_tiling" || text == "write_back";
}

struct Key {
  bool of_request;  ///< says what is recorded, not where one looks
  std::string_view form;
  std::function<bool(std::string_view, Link&)> read;
};

const std::map<std::string_view, Key>& keys() {
  using Text = std::string_view;
  static const std::map<std::string_view, Key> table{
      {"kernel",
       {true, "a kernel's name",
        [](Text t, Link& l) {
          l.request.kernel = unescaped(t);
          return l.whole = !t.empty();
        }}},
      {"preset",
       {true, "a preset's name",
        [](Text t, Link& l) {
          l.request.preset = unescaped(t);
          return !t.empty();
        }}},
      {"size", {true, "MxNxK", [](Text t, Link& l) { return read_size(t, l.request); }}},
      {"set", {true, "NAME:VALUE,NAME:VALUE", [](Text t, Link& l) { return read_overrides(t, l.request.overrides); }}},
      {"alpha", {true, "a number", [](Text t, Link& l) { return read_factor(t, l.request.alpha); }}},
      {"beta", {true, "a number", [](Text t, Link& l) { return read_factor(t, l.request.beta); }}},
      {"blocks_y", {true, "FIRST:END", [](Text t, Link& l) { return read_range(t, l.request.block_y); }}},
      {"blocks_x", {true, "FIRST:END", [](Text t, Link& l) { return read_range(t, l.request.block_x); }}},
      {"warps", {true, "FIRST:END", [](Text t, Link& l) { return read_range(t, l.request.warps); }}},
      {"k_tiles", {true, "FIRST:END", [](Text t, Link& l) { return read_range(t, l.request.k_tiles); }}},
      {"epilogue",
       {true, "on or off",
        [](Text t, Link& l) {
          l.request.epilogue = t == "on";
          return t == "on" || t == "off";
        }}},
      {"backend", {true, "cpu or cuda", [](Text t, Link& l) { return read_backend(t, l.request.backend); }}},
      {"block", {false, "Y,X", [](Text t, Link& l) { return read_block(t, l); }}},
      {"warp", {false, "a number", [](Text t, Link& l) { return read_number(t, l.warp); }}},
      {"request", {false, "a number", [](Text t, Link& l) { return read_number(t, l.request_index); }}},
      {"k_tile", {false, "a number or end", [](Text t, Link& l) { return read_k_tile(t, l.k_tile); }}},
      {"site",
       {false, "a site's name",
        [](Text t, Link& l) {
          l.site = t;
          return !t.empty();
        }}},
      {"line", {false, "a number", [](Text t, Link& l) { return read_number(t, l.line); }}},
      {"step", {false, "a number", [](Text t, Link& l) { return read_number(t, l.step); }}},
      {"lane", {false, "0 to 31", [](Text t, Link& l) { return read_lane(t, l.lane); }}},
      {"bank",
       {false, "0 to 31", [](Text t, Link& l) { return read_number(t, l.bank) && *l.bank < analysis::kBanks; }}},
      {"cell",
       {false, "As[ROW][COLUMN]",
        [](Text t, Link& l) {
          l.cell = unescaped(t);
          return !t.empty();
        }}},
      {"element",
       {false, "A[ROW][COLUMN]",
        [](Text t, Link& l) {
          l.element = unescaped(t);
          return !t.empty();
        }}},
      {"follow",
       {false, "A[ROW][COLUMN]",
        [](Text t, Link& l) {
          l.follow = unescaped(t);
          return !t.empty();
        }}},
      {"rule", {false, "fused, textbook or subop", [](Text t, Link& l) { return read_model(t, l.rule); }}},
      {"scope",
       {false, "k_tile, block or kernel",
        [](Text t, Link& l) {
          return read_word(t, {{"k_tile", Scope::kKTile}, {"block", Scope::kBlock}, {"kernel", Scope::kKernel}},
                           l.scope);
        }}},
      {"theme",
       {false, "dark or light",
        [](Text t, Link& l) {
          return read_word(t, {{"dark", Theme::kDark}, {"light", Theme::kLight}}, l.theme);
        }}},
      {"stage",
       {false, "outer_loop, shared, warp_tiling or write_back",
        [](Text t, Link& l) { return read_stage(t, l.stage); }}},
      {"scale",
       {false, "1 to 3", [](Text t, Link& l) { return read_number(t, l.scale) && *l.scale >= 1 && *l.scale <= 3; }}},
  };
  return table;
}

constexpr std::string_view kBaseline = "baseline";

std::string keys_of_request() {
  std::string text;
  for (const auto& [name, key] : keys())
    if (key.of_request) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

std::string all_keys() {
  std::string text(kBaseline);
  for (const auto& [name, key] : keys()) text += ", " + std::string(name);
  for (const auto& entry : view_entries()) text += ", " + std::string(entry.key);
  return text;
}

tl::unexpected<Error> unreadable(std::string_view entry, std::string_view name, std::string_view form) {
  return fail(ErrorKind::kUsage,
              "'" + std::string(entry) + "' cannot be read; write " + std::string(name) + "=" + std::string(form));
}

/// Whether `name` is an entry about a view; remembers it.
Result<bool> read_view_entry(std::string_view entry, std::string_view name, std::string_view value, Link& link) {
  for (const auto& known : view_entries()) {
    if (known.key != name) continue;
    ViewState trial;
    if (!known.read(value, trial)) return unreadable(entry, name, known.form);
    link.views.emplace_back(name, value);
    return true;
  }
  return false;
}

/// The first entry, which may be empty; cut off `text`.
std::string_view next_entry(std::string_view& text) {
  const std::size_t end = text.find_first_of("/ \t\n\r");
  const std::string_view entry = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  return entry;
}

/// What absent entries stand for. Nothing stays of another kernel's parameters and recorded part.
record::RecordRequest defaults_of(std::string_view text, const record::RecordRequest& before) {
  while (!text.empty())
    if (next_entry(text).starts_with("kernel=")) {
      record::RecordRequest fresh;
      fresh.M = before.M, fresh.N = before.N, fresh.K = before.K;
      fresh.backend = before.backend, fresh.host_threads = before.host_threads;
      return fresh;
    }
  return before;
}

/// What the entry `baseline` asks for where `shown` is shown.
Result<record::RecordRequest> read_baseline(std::string_view value, const record::RecordRequest& shown) {
  if (value.empty()) return unreadable("baseline=", kBaseline, "what it was recorded from, as in baseline=set=PA:4");
  const std::string text = unescaped(value);
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view name = split(next_entry(rest), '=').first;
    const auto key = keys().find(name);
    if (!name.empty() && (key == keys().end() || !key->second.of_request))
      return fail(ErrorKind::kUsage, "the baseline of a link has no entry '" + std::string(name) + "'; choose one of " +
                                         keys_of_request());
  }
  const Result<Link> link = parse_link(text, shown);
  if (!link) return tl::unexpected(link.error());
  return link->request;
}

}  // namespace

Result<Link> parse_link(std::string_view text, const record::RecordRequest& defaults) {
  Link link;
  link.request = defaults_of(text, defaults);
  std::optional<std::string_view> baseline;
  while (!text.empty()) {
    const std::string_view entry = next_entry(text);
    if (entry.empty()) continue;
    const auto [name, value] = split(entry, '=');
    if (name == kBaseline) {
      baseline = value;
      continue;
    }
    const Result<bool> of_view = read_view_entry(entry, name, value, link);
    if (!of_view) return tl::unexpected(of_view.error());
    if (*of_view) continue;
    const auto key = keys().find(name);
    if (key == keys().end())
      return fail(ErrorKind::kUsage, "a link has no entry '" + std::string(name) + "'; choose one of " + all_keys());
    if (!key->second.read(value, link)) return unreadable(entry, name, key->second.form);
    link.changes_request |= key->second.of_request;
  }
  link.request = record::in_todays_names(std::move(link.request));
  if (!baseline) return link;
  auto pinned = read_baseline(*baseline, link.request);
  if (!pinned) return tl::unexpected(pinned.error());
  link.baseline = std::move(*pinned);
  return link;
}

std::optional<Element> element_from(const format::Recording& recording, std::string_view text) {
  const auto last_index = [&](std::uint32_t& index) {  // a name may have brackets, too
    const std::size_t open = text.rfind('[');
    if (open == std::string_view::npos || !text.ends_with(']')) return false;
    const std::string_view digits = text.substr(open + 1, text.size() - open - 2);
    text = text.substr(0, open);
    return read_number(digits, index);
  };
  Element cell;
  if (!last_index(cell.column) || !last_index(cell.row)) return std::nullopt;
  for (std::size_t t = 0; t < recording.tensors.size(); ++t) {
    const format::Tensor& tensor = recording.tensors[t];
    if (tensor.name != text || cell.row >= tensor.layout.rows || cell.column >= tensor.layout.pitch) continue;
    cell.tensor = static_cast<std::uint16_t>(t);
    return cell;
  }
  return std::nullopt;
}

}  // namespace gemmscope::session
