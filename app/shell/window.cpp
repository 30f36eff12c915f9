// SPDX-License-Identifier: MIT
#include "app/shell/window.h"

#include <cstdlib>
#include <filesystem>

#include "app/session/refresh.h"
#include "app/session/studying.h"
#include "app/shell/frames.h"
#include "app/shell/gui.h"
#include "app/shell/program_loop.h"

namespace gemmscope::shell {
namespace {

/// $XDG_CONFIG_HOME/gemmscope/layout.ini; empty if there is nowhere to write.
std::string layout_path() {
  const char* config = std::getenv("XDG_CONFIG_HOME");
  const char* home = std::getenv("HOME");
  std::filesystem::path folder;
  if (config != nullptr && *config == '/')  // a relative path is invalid, says the XDG Base Directory Specification
    folder = config;
  else if (home != nullptr && *home == '/')
    folder = std::filesystem::path(home) / ".config";
  else
    return {};
  folder /= "gemmscope";
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  return error ? std::string{} : (folder / "layout.ini").string();
}

}  // namespace

Result<void> open_window(session::Session session, session::LiveSourcePtr live, session::Programs programs,
                         session::ProgramRunner program) {
  auto platform = platform::open_glfw("gemmscope", 1600, 1000);
  if (!platform) return tl::unexpected(platform.error());
  auto gui = Gui::create(**platform, layout_path());
  if (!gui) return tl::unexpected(gui.error());
  if (session.desk.scale == 1) set_scale(session, (*platform)->scale());
  session::LiveBench bench(std::move(live), [&] { (*platform)->wake(); });
  session::Student student([&] { (*platform)->wake(); });
  ProgramLoop own(std::move(programs), [&] { (*platform)->wake(); });
  if (program) own.begin(session, std::move(program));

  Frames frames(**platform, **gui);
  while (!session.desk.panels.quit || session.own.unsaved) {
    if (const auto dropped = (*platform)->dropped(); !dropped.empty()) session.desk.panels.to_open = dropped.front();
    const bool measured = update_live(session, bench), studied = update_studies(session, student),
               ran = own.update(session);
    frames.next(session, measured || studied || ran);
    if ((*platform)->closing()) session.desk.panels.quit = true, (*platform)->stay_open();  // it may ask before
  }
  return {};
}

}  // namespace gemmscope::shell
