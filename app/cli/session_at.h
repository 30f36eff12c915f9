// SPDX-License-Identifier: MIT
/// @file session_at.h
#pragma once

#include <string>

#include "app/results/bench_report.h"
#include "app/session/session.h"
#include "tracing/format/result.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace gemmscope::cli {

/// A session that shows `recording` where the link `select` says. `results` names a report of `bench --json` to show
/// instead of the shipped ones; empty = none.
/// Errors: those of the link, which must be of this recording, and of reading the report.
Result<session::Session> session_at(format::Recording recording, const std::string& select,
                                    const std::string& results = "");

/// Shows `baseline` beside what the session shows, at the same place.
void show_beside(session::Session& session, format::Recording baseline);

/// The rates of that report of `bench --json`; empty: the shipped ones. Errors: those of reading it.
[[nodiscard]] Result<results::Reports> rates_in(const std::string& results);
/// Shows them. Errors: as rates_in().
[[nodiscard]] Result<void> use_results(session::Session& session, const std::string& results);

/// --results, the same for each command that shows rates.
CLI::Option* add_results_option(CLI::App& app, std::string& results);

}  // namespace gemmscope::cli
