// SPDX-License-Identifier: MIT
#include "app/shell/gui.h"

#include <cstdlib>
#include <new>

#include "app/draw/widgets.h"
#include "app/shell/beside_baseline.h"
#include "app/shell/layout_file.h"
#include "app/shell/toolbar.h"
#include "app/shell/window_parts.h"
#include "app/views/parts/site_words.h"
#include "imgui.h"
#include "imgui_impl_opengl3.h"

namespace gemmscope::shell {
namespace {

/// Dear ImGui takes what it is given without looking.
void* take_memory(std::size_t bytes, void*) {
  void* memory = std::malloc(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void give_back(void* memory, void*) { std::free(memory); }

}  // namespace

Result<std::unique_ptr<Gui>> Gui::create(platform::Platform& platform, std::string layout_path) {
  std::unique_ptr<Gui> gui(new Gui(platform, std::move(layout_path)));
  Result<std::unique_ptr<gl::MatrixPainter>> matrices = gl::MatrixPainter::create();
  if (!matrices) return tl::unexpected(matrices.error());
  gui->matrices_ = std::move(*matrices);
  return gui;
}

Gui::Gui(platform::Platform& platform, std::string layout_path)
    : platform_(platform), layout_path_(std::move(layout_path)) {
  ImGui::SetAllocatorFunctions(take_memory, give_back);
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.ConfigFlags |= ImGuiConfigFlags_DockingEnable;
  io.ConfigWindowsMoveFromTitleBarOnly = true;
  io.ConfigDebugHighlightIdConflicts = false;  // for authors of views: tests turn it on, users need no red box
  io.IniFilename = nullptr;  // its own reading and writing trusts every file, and loses the old one on a full disk
  saved_ = std::make_unique<Saved>();
  if (!layout_path_.empty()) load_layout();
  fonts_ = screen::load_fonts();
  platform_.attach();
  ImGui_ImplOpenGL3_Init("#version 330 core");
}

Gui::~Gui() {
  save_layout();
  matrices_.reset();
  ImGui_ImplOpenGL3_Shutdown();
  platform_.detach();
  ImGui::DestroyContext();
}

void Gui::load_layout() {
  const std::string settings = read_layout(layout_path_);
  ImGui::LoadIniSettingsFromMemory(settings.data(), settings.size());
}

void Gui::save_layout() {
  ImGui::GetIO().WantSaveIniSettings = false;
  if (layout_path_.empty()) return;
  std::size_t size = 0;
  const char* settings = ImGui::SaveIniSettingsToMemory(&size);
  write_layout(layout_path_, {settings, size});
}

screen::Paint Gui::paint_of(const session::Session& session, bool titled) {
  return {{theme::colours(session.desk.theme), session.desk.scale, titled}, fonts_, *matrices_, drawings_};
}

void Gui::begin_frame(const session::Session& session) {
  apply_style(session, fonts_);
  ImGui_ImplOpenGL3_NewFrame();
  platform_.begin_frame();
  ImGui::NewFrame();
}

void Gui::end_frame(session::Session& session) {
  ImGui::Render();
  ImDrawData& drawn = *ImGui::GetDrawData();
  if (!last_frame_.is_same(drawn) || !platform_.keep_frame()) {
    ImGui_ImplOpenGL3_RenderDrawData(&drawn);
    platform_.end_frame();
  }
  if (ImGui::GetIO().WantSaveIniSettings) save_layout();
  actions_.apply(session);
  std::string& text = session.desk.panels.to_copy;
  if (!text.empty()) ImGui::SetClipboardText(std::exchange(text, {}).c_str());
}

void Gui::draw_window(session::Session& session) {
  begin_frame(session);
  saved_->exchange(session.desk.panels);
  const screen::Paint paint = paint_of(session, false);
  handle_keys(actions_);
  draw_toolbar(session, actions_, fonts_);
  draw_status_bar(session, paint);
  draw_panels(session, actions_, paint, saved_->arrangement(), editor_);
  draw_palette(session, actions_, session.desk.scale);
  draw_explanation(session, actions_, session.desk.scale);
  open_dialog_.draw(session, actions_);
  editor_.draw_question(session, actions_);
  end_frame(session);
}

void Gui::draw_view(session::Session& session, const views::View& view) {
  begin_frame(session);
  const screen::Paint paint = paint_of(session, true);
  const ImGuiViewport* viewport = ImGui::GetMainViewport();
  ImGui::SetNextWindowPos(viewport->Pos);
  ImGui::SetNextWindowSize(viewport->Size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding,
                      {kPicturePadding.x * session.desk.scale, kPicturePadding.y * session.desk.scale});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::Begin("picture", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoDocking);
  bool wheel = false;
  if (is_compared(session))
    draw_beside_baseline(view, session, actions_, paint, wheel);
  else
    screen::show(paint, area_of(view, session.desk.scale),
                 [&](draw::Canvas& canvas) { views::draw(view, session, actions_, canvas); });
  ImGui::End();
  ImGui::PopStyleVar(2);
  end_frame(session);
}

}  // namespace gemmscope::shell
