// SPDX-License-Identifier: MIT
#include "app/shell/toolbar_lists.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "app/session/ladder.h"
#include "app/session/own_launches.h"
#include "app/session/shipped.h"
#include "app/shell/explain_item.h"
#include "app/words/finding_words.h"
#include "app/words/number.h"
#include "imgui.h"
#include "tracing/format/text.h"

namespace gemmscope::shell {

void files_list(session::Actions& actions) {
  const auto ask = [&](const char* title, session::FileDialog which, const char* explanation) {
    if (ImGui::Selectable(title)) actions.add([which](session::Session& s) { s.desk.panels.dialog_due = which; });
    explain_item(explanation);
  };
  ask("Open a file \u2026###open file", session::FileDialog::kOpen, "A program (.cu) or a recording (.gst) (Ctrl O)");
  ask("New program \u2026###new program", session::FileDialog::kNew, "A kernel of your own to begin with");
  ImGui::Separator();
}

void own_launches_list(const session::Session& session, session::Actions& actions) {
  const session::OwnProgram& own = session.own;
  if (own.launches.empty()) return;
  ImGui::SeparatorText(own.source.c_str());
  for (std::size_t i = 0; i < own.launches.size(); ++i) {
    const std::string found = words::findings_in_words(own.launches[i]->recording, own.launches[i]->check);
    const std::string name = format::shown(own.launches[i]->recording.kernel) + (found.empty() ? "" : "   " + found);
    if (ImGui::Selectable((name + "###own " + std::to_string(i)).c_str(), own.launches[i] == session.look.loaded))
      actions.add(session::show_launch, i);
    explain_item("Show this launch of your program");
  }
}

void ladder_list(const session::Session& session, session::Actions& actions) {
  const std::vector<session::Step>&steps = session::ladder_steps(), &broken = session::broken_steps();
  const auto offer = [&](const session::Step& step, const std::string& title, const std::string& explanation) {
    const std::string file = step.file.string();
    if (ImGui::Selectable(title.c_str(), session::same_file(session.own.source, step.file)))
      actions.add([file](session::Session& s) { s.desk.panels.to_open = file; });
    explain_item(explanation);
  };
  if (!steps.empty()) ImGui::SeparatorText("the ladder");
  for (const session::Step& step : steps) {
    const std::string number = std::to_string(step.number);
    offer(step, number + " " + step.name + "###step " + number, step.summary);
  }
  if (!broken.empty()) ImGui::SeparatorText("deliberately broken");
  for (const session::Step& step : broken)
    offer(step, step.name + "###" + step.name,
          step.summary + (step.look_at.empty() ? "" : "\nLook at " + step.look_at));
}

std::string product_in_words(const session::OwnProduct& product) {
  return words::size_in_words(product.M, product.N, product.K) +
         (product.alpha == "1" ? "" : ", alpha " + product.alpha) +
         (product.beta == "0" ? "" : ", beta " + product.beta);
}

void product_list(const session::OwnProduct& product, session::Actions& actions, float px) {
  const auto choose = [&](session::OwnProduct other) { actions.add(session::set_own_product, std::move(other)); };
  for (const std::uint32_t n : {128u, 256u, 512u, 1024u, 2048u, 4096u}) {
    if (ImGui::Selectable(words::size_in_words(n, n, n).c_str(), product.M == n && product.N == n && product.K == n))
      choose({n, n, n, product.alpha, product.beta});
    explain_item("M \u00d7 N \u00d7 K");
  }
  ImGui::Separator();
  int edited[3] = {static_cast<int>(product.M), static_cast<int>(product.N), static_cast<int>(product.K)};
  ImGui::SetNextItemWidth(180 * px);
  ImGui::InputInt3("M N K", edited, ImGuiInputTextFlags_EnterReturnsTrue);
  const bool sized = ImGui::IsItemDeactivatedAfterEdit();
  explain_item("M, N and K, which the program checks; press Enter to run it");
  const auto side = [](int n) { return static_cast<std::uint32_t>(std::clamp(n, 1, 16384)); };
  if (sized) choose({side(edited[0]), side(edited[1]), side(edited[2]), product.alpha, product.beta});
  for (std::string session::OwnProduct::*factor : {&session::OwnProduct::alpha, &session::OwnProduct::beta}) {
    const char* const name = factor == &session::OwnProduct::alpha ? "alpha" : "beta";
    double value = std::strtod((product.*factor).c_str(), nullptr);
    ImGui::SetNextItemWidth(80 * px);
    ImGui::InputDouble(name, &value, 0, 0, "%g", ImGuiInputTextFlags_EnterReturnsTrue);
    const bool typed = ImGui::IsItemDeactivatedAfterEdit();
    explain_item("C = alpha A B + beta C; press Enter to run the program");
    if (!typed || !std::isfinite(value)) continue;
    session::OwnProduct other = product;
    other.*factor = words::number_text(value);
    choose(std::move(other));
  }
}

void shipped_recordings_list(session::Actions& actions, const std::string& kernel) {
  bool any = false;
  for (const session::ShippedRecording& r : session::shipped_recordings()) {
    if (r.kernel != kernel) continue;
    if (!std::exchange(any, true)) ImGui::SeparatorText("recorded earlier");
    if (ImGui::Selectable((r.recorder + ", " + r.date).c_str())) actions.add(session::open_shipped, r);
    explain_item("Open the recording of " + r.kernel + " at " + r.size + " that comes with gemmscope");
  }
}

}  // namespace gemmscope::shell
