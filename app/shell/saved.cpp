// SPDX-License-Identifier: MIT
#include "app/shell/saved.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "app/views/view.h"
#include "imgui_internal.h"  // settings handlers

namespace gemmscope::shell {
namespace {

constexpr std::string_view kClosed = "closed=", kShape = "shape=", kNode = "node=";

/// "banks,0000000a" of "node=banks,0000000a".
void read_node(std::string_view text, Arrangement& arrangement) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos || views::find_view(text.substr(0, comma)) == nullptr) return;
  const std::string_view digits = text.substr(comma + 1);
  ImGuiID id = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), id, 16);
  arrangement.nodes[std::string(text.substr(0, comma))] = id;
}

void read_line(std::string_view text, std::vector<std::string>& closed, Arrangement& arrangement) {
  if (text.starts_with(kClosed)) {
    const std::string id(text.substr(kClosed.size()));
    if (views::find_view(id) != nullptr && std::ranges::find(closed, id) == closed.end()) closed.push_back(id);
  }
  if (text.starts_with(kShape))
    std::from_chars(text.data() + kShape.size(), text.data() + text.size(), arrangement.shape);
  if (text.starts_with(kNode)) read_node(text.substr(kNode.size()), arrangement);
}

}  // namespace

Saved::Saved() {
  ImGuiSettingsHandler handler;
  handler.TypeName = "gemmscope";
  handler.TypeHash = ImHashStr(handler.TypeName);
  handler.UserData = this;
  handler.ReadOpenFn = [](ImGuiContext*, ImGuiSettingsHandler* h, const char*) { return h->UserData; };
  handler.ReadLineFn = [](ImGuiContext*, ImGuiSettingsHandler*, void* saved, const char* line) {
    read_line(line, static_cast<Saved*>(saved)->closed_, static_cast<Saved*>(saved)->arrangement_);
  };
  handler.WriteAllFn = [](ImGuiContext*, ImGuiSettingsHandler* h, ImGuiTextBuffer* out) {
    out->append("[gemmscope][panels]\n");
    const Saved& saved = *static_cast<Saved*>(h->UserData);
    for (const std::string& id : saved.closed_) out->appendf("closed=%s\n", id.c_str());
    out->appendf("shape=%d\n", saved.arrangement_.shape);
    for (const auto& [id, node] : saved.arrangement_.nodes) out->appendf("node=%s,%08x\n", id.c_str(), node);
    out->append("\n");
  };
  ImGui::AddSettingsHandler(&handler);
}

void Saved::exchange(session::Panels& panels) {
  if (!given_) {
    panels.closed = closed_;
    given_ = true;
  } else if (panels.closed != closed_ || arrangement_ != written_) {
    closed_ = panels.closed, written_ = arrangement_;
    ImGui::MarkIniSettingsDirty();
  }
}

}  // namespace gemmscope::shell
