// SPDX-License-Identifier: MIT
#include "app/shell/explain_item.h"

#include "imgui.h"

namespace gemmscope::shell {

void explain_item(std::string_view text) {
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
    ImGui::SetTooltip("%.*s", static_cast<int>(text.size()), text.data());
}

}  // namespace gemmscope::shell
