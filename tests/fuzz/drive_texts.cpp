// SPDX-License-Identifier: MIT
#include "app/session/baseline.h"
#include "app/session/link.h"
#include "app/session/refresh.h"
#include "app/session/studying.h"
#include "app/session/visit.h"
#include "app/views/performance/words.h"
#include "app/views/view.h"
#include "tests/format/example_recording.h"
#include "tests/fuzz/drive.h"

namespace gemmscope::fuzz {
namespace {

session::Session small_session() {
  static const auto* const loaded =
      new session::LoadedPtr(std::make_shared<const session::Loaded>(format::testing::example_recording()));
  session::Session session;
  session::open(session, *loaded);
  return session;
}

/// A recording with other tensors, as a baseline may have.
session::LoadedPtr untiled() {
  static const auto* const loaded = new session::LoadedPtr(
      std::make_shared<const session::Loaded>(format::testing::irregular_recording(100, 1u << 16)));
  return *loaded;
}

void follow_link(std::string_view text) {
  session::Session session = small_session();
  const auto link = views::parse_link(text);
  if (!link || !session::can_follow(session.look, *link) || !session::follow(session, *link)) return;
  session::finish_studies(session);
  session::pin(session, {untiled(), {"other", {}}});
  draw_everything(session);
  const auto again = views::parse_link(session::link_of(session));
  if (!again) broken_promise("the link of a session cannot be read: " + again.error().message);
  if (again->kernel.value_or("") != session.look.recording()->kernel)
    broken_promise("the link of a session names another kernel");
  if (!session::can_follow(session.look, *again) || !session::follow(session, *again))
    broken_promise("the link of a session cannot be followed");
}

void show_rates(std::string_view text) {
  auto report = results::read_bench(text, "a file");
  if (!report) return;
  session::Session session = small_session();
  session.look.reports = std::make_shared<const std::vector<results::BenchReport>>(1, std::move(*report));
  static_cast<void>(views::performance_text(session.look));
  draw_everything(session);
}

}  // namespace

void drive_text(std::string_view text) {
  follow_link(text);
  show_rates(text);
}

}  // namespace gemmscope::fuzz
