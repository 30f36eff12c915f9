// SPDX-License-Identifier: MIT
#include "tests/ui/window_texts.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/session/link.h"
#include "app/session/refresh.h"
#include "app/session/request_edits.h"
#include "tests/session/fixture.h"

namespace gemmscope::ui {

using session::Session;

Session wrong_session(const std::string& kernel, const std::string& where) {
  Session s;
  session::set_kernel(s, kernel);
  session::open(s, session::recording_of(s.wanted));
  s.record_due = false;  // it is there already; another one would come at any time and close the findings
  const auto link = session::parse_link(where, s.wanted);
  EXPECT_TRUE(link && follow(s, *link)) << where;
  return s;
}

std::vector<draw::Written> written_in_window(Session s, int width, int height) {
  auto platform = std::move(*platform::open_headless(width, height));
  const auto gui = std::move(*shell::Gui::create(*platform, ""));
  std::vector<draw::Written> written;
  gui->note_texts(&written);
  for (int frame = 0; frame < 5; ++frame) written.clear(), gui->draw_window(s);
  return written;
}

bool says(const std::vector<draw::Written>& written, const std::string& part) {
  std::string all;
  for (const draw::Written& each : written) all += each.text + " ";
  return all.find(part) != std::string::npos;
}

bool tagged(const std::vector<draw::Written>& written, const char* tag) {
  return std::ranges::any_of(written, [&](const draw::Written& each) { return each.text == tag; });
}

}  // namespace gemmscope::ui
