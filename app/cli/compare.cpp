// SPDX-License-Identifier: MIT
#include "app/cli/compare.h"

#include <memory>
#include <ostream>

#include <CLI/CLI.hpp>

#include "app/cli/commands.h"
#include "app/cli/option_values.h"
#include "app/cli/read_recording.h"
#include "tracing/analysis/tiles/described.h"

namespace gemmscope::cli {
namespace {

struct CompareOptions {
  std::string first, second, model = "fused", scope = "kernel";
  bool json = false;
};

/// Which k-tile a request is of, requests themselves do not say.
Result<format::Recording> with_k_tiles(format::Recording recording, const std::string& file) {
  const auto tiles = analysis::tiles_of(recording);
  const std::string why = tiles ? analysis::describe(recording, *tiles) : "no matrix product was found";
  if (!why.empty()) return fail(ErrorKind::kUsage, "--scope k_tile: the k-tiles of " + file + " are not known: " + why);
  return recording;
}

Result<format::Recording> read(const std::string& file, const std::string& scope) {
  auto recording = read_recording(file);
  return recording && scope == "k_tile" ? with_k_tiles(std::move(*recording), file) : std::move(recording);
}

Result<Verdict> compare(const CompareOptions& options, std::ostream& out) {
  const auto model = parse_model(options.model);
  if (!model) return tl::unexpected(model.error());
  const auto first = read(options.first, options.scope);
  if (!first) return tl::unexpected(first.error());
  const auto second = read(options.second, options.scope);
  if (!second) return tl::unexpected(second.error());
  const auto made = make_comparison({{{.file = options.first, .recording = &*first, .part = {}},
                                      {.file = options.second, .recording = &*second, .part = {}}}},
                                    *model, options.scope);
  if (!made) return tl::unexpected(made.error());
  out << (options.json ? compare_json(*made) : compare_text(*made));
  return made->differs() ? Verdict::kFound : Verdict::kDone;
}

}  // namespace

Action compare_command(CLI::App& app) {
  const auto options = std::make_shared<CompareOptions>();
  app.add_option("FIRST", options->first, "a recording")->required();
  app.add_option("SECOND", options->second, "the recording to compare with it")->required();
  app.add_flag("--json", options->json, "print JSON; docs/compare.md describes the keys");
  app.add_option("--model", options->model, "counting rule for wavefronts: fused, textbook or subop")
      ->capture_default_str();
  app.add_option("--scope", options->scope, "what the figures add up, as for report: k_tile, block or kernel")
      ->capture_default_str();
  return [options](std::ostream& out) { return compare(*options, out); };
}

}  // namespace gemmscope::cli
