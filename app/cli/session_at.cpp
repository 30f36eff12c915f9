// SPDX-License-Identifier: MIT
#include "app/cli/session_at.h"

#include <memory>
#include <utility>

#include <CLI/CLI.hpp>

#include "app/session/baseline.h"
#include "app/session/refresh.h"
#include "app/session/studying.h"
#include "app/session/visit.h"
#include "app/views/view.h"

namespace gemmscope::cli {
Result<session::Session> session_at(format::Recording recording, const std::string& select,
                                    const std::string& results) {
  const auto link = views::parse_link(select);
  if (!link) return tl::unexpected(link.error());
  session::Session session;
  if (auto used = use_results(session, results); !used) return tl::unexpected(used.error());
  session::open(session, std::make_shared<const session::Loaded>(std::move(recording)));
  if (auto can = session::can_follow(session.look, *link); !can) return tl::unexpected(can.error());
  if (auto there = session::follow(session, *link); !there) return tl::unexpected(there.error());
  session::finish_studies(session);
  return session;
}

void show_beside(session::Session& session, format::Recording baseline) {
  const auto loaded = std::make_shared<const session::Loaded>(std::move(baseline));
  session::pin(session, {loaded, {loaded->recording.kernel, {}}});
}

Result<results::Reports> rates_in(const std::string& results) {
  if (results.empty()) return results::shipped();
  auto report = results::read_bench_file(results);
  if (!report) return tl::unexpected(report.error());
  return std::make_shared<const std::vector<results::BenchReport>>(1, std::move(*report));
}

Result<void> use_results(session::Session& session, const std::string& results) {
  auto rates = rates_in(results);
  if (!rates) return tl::unexpected(rates.error());
  session.look.reports = std::move(*rates);
  return {};
}

CLI::Option* add_results_option(CLI::App& app, std::string& results) {
  return app
      .add_option("--results", results,
                  "rates to show: output of 'gemmscope bench --json'; default: the rates shipped with gemmscope")
      ->type_name("FILE.json");
}

}  // namespace gemmscope::cli
