// SPDX-License-Identifier: MIT
#include <memory>

#include <CLI/CLI.hpp>

#include "app/cli/commands.h"
#include "app/cli/gui.h"
#include "app/cli/session_at.h"
#include "app/session/request_edits.h"
#include "tracing/format/file.h"

namespace gemmscope::cli {
namespace {

struct Options {
  std::string file, select, results;
};

Result<Verdict> open(const Options& options) {
  auto recording = format::read_file(options.file);
  if (!recording) return tl::unexpected(recording.error());
  auto session = session_at(std::move(*recording), options.select, options.results);
  if (!session) return tl::unexpected(session.error());
  session::change_where_possible(*session);
  if (auto shown = show_window(std::move(*session)); !shown) return tl::unexpected(shown.error());
  return Verdict::kDone;
}

}  // namespace

Action open_command(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("FILE", options->file, "the recording")->required();
  app.add_option("--select", options->select,
                 "where to start: a link copied from the window, or finding=0 for the first finding of check")
      ->type_name("LINK");
  add_results_option(app, options->results);
  return [options](std::ostream&) { return open(*options); };
}

Result<Verdict> open_window(std::ostream&) {
  session::Session session;  // its request is the kernel's first preset at 256x256x256
  session.bench.record_due = true;
  if (auto shown = show_window(std::move(session)); !shown) return tl::unexpected(shown.error());
  return Verdict::kDone;
}

}  // namespace gemmscope::cli
