// SPDX-License-Identifier: MIT
#include <charconv>

#include "app/session/followed.h"
#include "app/session/link.h"
#include "app/session/link_views.h"

namespace gemmscope::session {
namespace {

/// With %XX for each byte that would end or divide the value: `special`, blanks, `/` and `%`.
std::string escaped(std::string_view text, std::string_view special = "") {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > ' ' && c != '/' && c != '%' && special.find(c) == std::string_view::npos)
      result += c;
    else
      result += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
  }
  return result;
}

class Entries {
 public:
  Entries& add(std::string_view key, const std::string& value) {
    if (!text_.empty()) text_ += '/';
    text_ += std::string(key) + '=' + value;
    return *this;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// The shortest text that reads back as the same number.
std::string number(float value) {
  char buffer[32];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

std::string range(const format::Range& r) { return std::to_string(r.begin) + ":" + std::to_string(r.end); }

/// `usual`: the backend where none is named.
void add_request(Entries& entries, const record::RecordRequest& request, record::Backend usual) {
  entries.add("kernel", escaped(request.kernel));
  if (!request.preset.empty()) entries.add("preset", escaped(request.preset));
  entries.add("size", std::to_string(request.M) + "x" + std::to_string(request.N) + "x" + std::to_string(request.K));
  std::string set;
  for (const format::Parameter& p : request.overrides)
    set += (set.empty() ? "" : ",") + escaped(p.name, ",:") + ":" + escaped(p.value, ",:");
  if (!set.empty()) entries.add("set", set);
  if (request.alpha != 1) entries.add("alpha", number(request.alpha));
  if (request.beta != 0) entries.add("beta", number(request.beta));
  if (request.block_y) entries.add("blocks_y", range(*request.block_y));
  if (request.block_x) entries.add("blocks_x", range(*request.block_x));
  if (request.warps) entries.add("warps", range(*request.warps));
  if (request.k_tiles) entries.add("k_tiles", range(*request.k_tiles));
  if (!request.epilogue) entries.add("epilogue", "off");
  if (request.backend != usual) entries.add("backend", request.backend == record::Backend::kCuda ? "cuda" : "cpu");
}

void add_baseline(Entries& entries, const Session& session) {
  if (!session.baseline) return;
  Entries of_baseline;
  add_request(of_baseline, session.baseline->recorded, session.bench.wanted.backend);
  entries.add("baseline", escaped(of_baseline.text()));
}

void add_picked(Entries& entries, const Look& look) {
  const format::Recording& recording = look.loaded->recording;
  const format::Block& block = recording.blocks[look.cursor.block];
  entries.add("block", std::to_string(block.y) + "," + std::to_string(block.x));
  entries.add("warp", std::to_string(look.cursor.warp));
  entries.add("request", std::to_string(look.cursor.request));
  const Selected& selected = look.selected;
  if (selected.anchor == Anchor::kLane) entries.add("lane", std::to_string(*selected.lane));
  if (selected.bank) entries.add("bank", std::to_string(*selected.bank));
  if (selected.anchor == Anchor::kCell) entries.add("cell", escaped(text_of(recording, *selected.cell)));
  if (selected.anchor == Anchor::kElement) entries.add("element", escaped(text_of(recording, *selected.element)));
  if (look.followed) entries.add("follow", escaped(text_of(recording, *look.followed)));
}

bool has_requests(const Look& look) { return look.loaded && !look.loaded->recording.blocks.empty(); }

void add_place(Entries& entries, const Session& session) {
  if (!has_requests(session.look)) return;
  add_picked(entries, session.look);
  entries.add("rule", std::string(analysis::name_of(session.look.rule)));
  if (session.look.scope != Look{}.scope) entries.add("scope", std::string(name_of(session.look.scope)));
  if (session.desk.theme == Theme::kLight) entries.add("theme", "light");
  if (session.desk.scale != 1) entries.add("scale", number(session.desk.scale));
  if (const std::string& stage = session.desk.panels.stage; stage != Panels{}.stage) entries.add("stage", stage);
  for (const auto& entry : view_entries())
    if (const std::string value = entry.print(session.look.views); !value.empty()) entries.add(entry.key, value);
}

}  // namespace

std::string text_of(const format::Recording& recording, const Element& element) {
  return recording.tensors[element.tensor].name + "[" + std::to_string(element.row) + "][" +
         std::to_string(element.column) + "]";
}

std::string link_of(const Session& session) {
  Entries entries;
  add_request(entries, session.bench.wanted, record::Backend::kCpu);
  add_baseline(entries, session);
  add_place(entries, session);
  return entries.text();
}

std::string baseline_of_link(const Session& session) {
  Entries entries;
  add_baseline(entries, session);
  return entries.text();
}

std::string picked_in_link(const Look& look) {
  Entries entries;
  if (has_requests(look)) add_picked(entries, look);
  return entries.text();
}

std::string place_of_link(const Session& session) {
  Entries entries;
  add_place(entries, session);
  return entries.text();
}

}  // namespace gemmscope::session
