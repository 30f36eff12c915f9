// SPDX-License-Identifier: MIT
#include "app/cli/session_at.h"

#include <memory>

#include <CLI/CLI.hpp>

#include "app/cli/backend.h"
#include "app/session/refresh.h"
#include "app/session/visit.h"
#include "tracing/cuda/recorder.h"

namespace gemmscope::cli {
Result<session::Session> session_at(format::Recording recording, const std::string& select,
                                    const std::string& results) {
  const record::RecordRequest recorded = session::request_of(recording);
  const auto link = session::parse_link(select, recorded);
  if (!link) return tl::unexpected(link.error());
  record::RecordRequest wanted = recorded;
  if (link->changes_request || session::lacks_place(recording, *link))
    wanted = session::with_place(link->request, *link);
  if (wanted != recorded && !session::same_recording(wanted, recorded)) {
    if (!link->changes_request && !cuda::find_device()) wanted.backend = record::Backend::kCpu;  // the same addresses
    auto anew = record_on_backend(wanted, {});
    if (!anew) return tl::unexpected(anew.error());
    recording = std::move(*anew);
  }
  session::Session session;
  if (!results.empty()) {
    auto report = results::read_bench_file(results);
    if (!report) return tl::unexpected(report.error());
    session.look.reports = std::make_shared<const std::vector<results::BenchReport>>(1, std::move(*report));
  }
  session::open(session, std::make_shared<const session::Loaded>(std::move(recording)));
  if (auto there = session::follow(session, *link); !there) return tl::unexpected(there.error());
  return session;
}

CLI::Option* add_results_option(CLI::App& app, std::string& results) {
  return app
      .add_option("--results", results,
                  "rates to show: output of 'gemmscope bench --json'; default: the rates shipped with gemmscope")
      ->type_name("FILE.json");
}

}  // namespace gemmscope::cli
