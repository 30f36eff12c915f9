// SPDX-License-Identifier: MIT
#include "app/cli/place.h"

#include <memory>

#include <CLI/CLI.hpp>

#include "app/cli/backend.h"
#include "app/session/link.h"
#include "app/session/setup.h"
#include "tracing/record/plan.h"

namespace gemmscope::cli {
namespace {

/// Whether both ask for the same requests to be recorded on the same backend.
bool same(const record::RecordRequest& a, const record::RecordRequest& b) {
  const auto plan_a = record::make_plan(a), plan_b = record::make_plan(b);
  return plan_a && plan_b && a.backend == b.backend && record::describe(*plan_a) == record::describe(*plan_b);
}

}  // namespace

Result<session::Session> session_at(format::Recording recording, const std::string& select,
                                    const std::string& results) {
  const record::RecordRequest recorded = session::request_of(recording);
  const auto link = session::parse_link(select, recorded);
  if (!link) return tl::unexpected(link.error());
  if (link->changes_request && !same(link->request, recorded)) {
    auto anew = record_on_backend(link->request, {});
    if (!anew) return tl::unexpected(anew.error());
    recording = std::move(*anew);
  }
  session::Session session;
  if (!results.empty()) {
    auto report = results::read_bench_file(results);
    if (!report) return tl::unexpected(report.error());
    session.reports = std::make_shared<const std::vector<results::BenchReport>>(1, std::move(*report));
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
