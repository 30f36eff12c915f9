// SPDX-License-Identifier: MIT
#include "app/shell/saved.h"

#include <algorithm>
#include <string_view>

#include "app/views/view.h"
#include "imgui_internal.h"  // settings handlers

namespace gemmscope::shell {
namespace {

constexpr std::string_view kClosed = "closed=";

}  // namespace

Saved::Saved() {
  ImGuiSettingsHandler handler;
  handler.TypeName = "gemmscope";
  handler.TypeHash = ImHashStr(handler.TypeName);
  handler.UserData = this;
  handler.ReadOpenFn = [](ImGuiContext*, ImGuiSettingsHandler* h, const char*) { return h->UserData; };
  handler.ReadLineFn = [](ImGuiContext*, ImGuiSettingsHandler*, void* saved, const char* line) {
    const std::string_view text = line;
    if (!text.starts_with(kClosed)) return;
    const std::string id(text.substr(kClosed.size()));
    std::vector<std::string>& closed = static_cast<Saved*>(saved)->closed_;
    if (views::find_view(id) != nullptr && std::ranges::find(closed, id) == closed.end()) closed.push_back(id);
  };
  handler.WriteAllFn = [](ImGuiContext*, ImGuiSettingsHandler* h, ImGuiTextBuffer* out) {
    out->append("[gemmscope][panels]\n");
    for (const std::string& id : static_cast<Saved*>(h->UserData)->closed_) out->appendf("closed=%s\n", id.c_str());
    out->append("\n");
  };
  ImGui::AddSettingsHandler(&handler);
}

void Saved::exchange(session::ViewState& views) {
  if (!given_) {
    views.closed = closed_;
    given_ = true;
  } else if (views.closed != closed_) {
    closed_ = views.closed;
    ImGui::MarkIniSettingsDirty();
  }
}

}  // namespace gemmscope::shell
