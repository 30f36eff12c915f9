// SPDX-License-Identifier: MIT
#include "app/cli/report.h"

#include <algorithm>
#include <memory>
#include <ostream>

#include <CLI/CLI.hpp>

#include "app/cli/commands.h"
#include "app/cli/option_values.h"
#include "app/cli/read_recording.h"
#include "app/cli/report_life.h"
#include "app/cli/report_machine.h"
#include "app/cli/report_registers.h"
#include "app/cli/session_at.h"
#include "app/session/followed.h"
#include "app/session/refresh.h"
#include "app/views/metrics/report.h"
#include "app/views/parts/stage_words.h"
#include "app/views/registers/words.h"
#include "app/views/view.h"
#include "app/words/machine_words.h"
#include "app/words/tile_words.h"
#include "tracing/analysis/life_of.h"
#include "tracing/analysis/registers.h"
#include "tracing/analysis/tiles/described.h"
#include "tracing/format/block_name.h"
#include "tracing/machine/compile.h"

namespace gemmscope::cli {
namespace {

struct ReportOptions {
  std::string file, model = "fused", scope = "kernel", view, select, results, follow, block, architecture;
  std::optional<std::uint32_t> line;
  bool json = false, csv = false, registers = false, machine = false;
};

std::string text_names() {
  std::string names;
  for (const views::View& view : views::all_views())
    for (const views::TextForm& text : view.texts) names += (names.empty() ? "" : ", ") + std::string(text.id);
  return names;
}

struct TextOf {
  const views::View& view;
  views::TextForm form;
};

Result<TextOf> find_text(const std::string& id) {
  for (const views::View& view : views::all_views())
    for (const views::TextForm& text : view.texts)
      if (text.id == id) return TextOf{view, text};
  return fail(ErrorKind::kUsage, "there is no text form of a view '" + id + "'; choose one of " + text_names());
}

/// One view instead of the whole recording.
Result<Verdict> report_view(const ReportOptions& options, analysis::ConflictModel model, format::Recording recording,
                            std::ostream& out) {
  // Said here and not by the parser, whose help lists several excluded options in another order at each run.
  if (options.json || options.csv) return fail(ErrorKind::kUsage, "--view is text only; leave out --json and --csv");
  const auto form = find_text(options.view);
  if (!form) return tl::unexpected(form.error());
  auto session = session_at(std::move(recording), options.select, options.results);
  if (!session) return tl::unexpected(session.error());
  if (options.select.find("rule=") == std::string::npos) session::set_rule(session->look, model);
  if (!views::can_show(form->view, session->look))
    return fail(ErrorKind::kUsage, "--view " + options.view + ": " + views::undrawn_tiles(session->look));
  const auto text = form->form.of(session->look);
  if (!text) return tl::unexpected(text.error());
  out << *text;
  return Verdict::kDone;
}

/// Reports the published kernel's registers. A recording, if given, only has to be one of that kernel.
Result<Verdict> report_registers(const ReportOptions& options, std::ostream& out) {
  if (!options.view.empty()) return fail(ErrorKind::kUsage, "--registers and --view exclude each other; leave one out");
  if (!options.file.empty()) {
    const auto recording = read_recording(options.file);
    if (!recording) return tl::unexpected(recording.error());
    if (recording->kernel != analysis::kRegisterKernel)
      return fail(ErrorKind::kUsage, options.file + " is a recording of " + recording->kernel + ", but only " +
                                         std::string(analysis::kRegisterKernel) +
                                         " has a published register assignment; leave the file out");
  }
  out << (options.json ? registers_json() : options.csv ? registers_csv() : views::registers_text());
  return Verdict::kDone;
}

/// The recorded block to follow `what` in: the one asked for, or the first that works on it.
Result<std::uint32_t> block_to_follow_in(const format::Recording& recording, const ReportOptions& options,
                                         const analysis::Followed& what) {
  if (options.block.empty()) {
    if (const auto first = analysis::block_of(recording, what)) return *first;
    return fail(ErrorKind::kUsage, recording.has_all_blocks()
                                       ? "no block of the launch works on " + options.follow
                                       : "no recorded block works on " + options.follow + "; record one that does");
  }
  const auto asked = parse_block(options.block);
  if (!asked) return tl::unexpected(asked.error());
  if (const auto found = find_block(recording, *asked)) return *found;
  return fail(ErrorKind::kUsage,
              "block " + options.block + " is not recorded; the recording has " + blocks_there_are(recording));
}

Result<Verdict> report_life(const ReportOptions& options, format::Recording recording, std::ostream& out) {
  if (options.csv) return fail(ErrorKind::kUsage, "--follow is text or JSON; leave out --csv");
  if (!options.view.empty()) return fail(ErrorKind::kUsage, "--follow and --view exclude each other; leave one out");
  if (!recording.tiles_known()) {
    const auto tiles = analysis::tiles_of(recording);
    const std::string why = tiles ? analysis::describe(recording, *tiles)
                                  : words::no_product_in_words(recording, analysis::remarks_of(recording, tiles));
    if (!why.empty())
      return fail(ErrorKind::kUsage,
                  "--follow '" + options.follow + "': the tiles of " + recording.kernel + " are not known: " + why);
  }
  const auto what = session::followed_from(recording, options.follow);
  if (!what) return tl::unexpected(what.error());
  const auto block = block_to_follow_in(recording, options, *what);
  if (!block) return tl::unexpected(block.error());
  const analysis::Life life = *analysis::life_of(recording, *block, *what);
  out << (options.json ? life_json(recording, life) : life_text(recording, life));
  return Verdict::kDone;
}

/// Reports the machine code that ptxas makes of the PTX in a program's recording.
Result<Verdict> report_machine(const ReportOptions& options, const format::Recording& recording, std::ostream& out) {
  if (options.csv) return fail(ErrorKind::kUsage, "--machine is text or JSON; leave out --csv");
  if (!options.view.empty() || !options.follow.empty())
    return fail(ErrorKind::kUsage, "--machine excludes --view and --follow; leave them out");
  if (recording.code.ptx.empty()) return fail(ErrorKind::kUsage, words::kNoPtx);
  const auto code = machine::compile(recording.code.ptx, recording.code.entry, options.architecture);
  if (!code) return tl::unexpected(code.error());
  if (options.json) return out << machine_json(recording, *code), Verdict::kDone;
  const auto text = machine_text(recording, *code, options.line);
  if (!text) return tl::unexpected(text.error());
  out << *text;
  return Verdict::kDone;
}

Result<Verdict> report(const ReportOptions& options, std::ostream& out) {
  if (options.registers) return report_registers(options, out);
  if (options.file.empty())
    return fail(ErrorKind::kUsage, "FILE is required, except with --registers; give a recording");
  const auto model = parse_model(options.model);
  if (!model) return tl::unexpected(model.error());
  auto recording = read_recording(options.file);
  if (!recording) return tl::unexpected(recording.error());
  if (options.machine) return report_machine(options, *recording, out);
  if (!options.follow.empty()) return report_life(options, std::move(*recording), out);
  if (!options.view.empty()) return report_view(options, *model, std::move(*recording), out);
  const auto scope = session::named_scope(options.scope);
  if (!scope) return tl::unexpected(scope.error());
  const analysis::Report made = analysis::make_report(*recording, *model, *scope);
  out << (options.json  ? report_json(made, about_recording(made))
          : options.csv ? report_csv(made)
                        : views::report_text(made));
  return Verdict::kDone;
}

}  // namespace

Action report_command(CLI::App& app) {
  const auto options = std::make_shared<ReportOptions>();
  app.add_option("FILE", options->file, "the recording; not needed with --registers");
  CLI::Option* json = app.add_flag("--json", options->json, "print JSON; docs/report.md describes the keys");
  app.add_flag("--csv", options->csv, "print CSV, one line per site")->excludes(json);
  app.add_flag("--registers", options->registers,
               "register banks and operand reuse of sgemm64, as published with maxas; not recorded");
  app.add_option("--model", options->model, "counting rule for wavefronts: fused, textbook or subop")
      ->capture_default_str();
  app.add_option(
         "--scope", options->scope,
         "what the figures add up: k_tile or block, the first that is recorded; or kernel, all that is recorded")
      ->capture_default_str();
  CLI::Option* view =
      app.add_option("--view", options->view, "print one view as text: " + text_names())->type_name("V");
  app.add_option("--select", options->select,
                 "which request: a link copied from the window; default: the first conflict")
      ->type_name("LINK")
      ->needs(view);
  add_results_option(app, options->results)->needs(view);
  CLI::Option* follow =
      app.add_option(
             "--follow", options->follow,
             "follow one element through a block of a kernel whose tiles are known: A[3][5]; As[5][3]@0, a cell in k-tile 0; or lane13@0,28, what "
             "lane 13 of warp 0 loads by request 28")
          ->type_name("WHAT");
  app.add_option(
         "--block", options->block,
         "the block to follow it in, by row and column, or of a program as its views name it; default: the first that works on it")
      ->type_name("y,x|x,y,z")
      ->needs(follow);
  CLI::Option* machine = app.add_flag(
      "--machine", options->machine,
      "what ptxas makes of the PTX of a recorded program: registers, memory instructions of each line; needs no GPU");
  app.add_option("--arch", options->architecture,
                 "what it compiles for; default: sm_90, the GPU of Limits, or the PTX's own target if that is newer")
      ->type_name("SM")
      ->needs(machine);
  app.add_option("--line", options->line, "print the PTX and machine code of this line, too")
      ->type_name("N")
      ->needs(machine);
  return [options](std::ostream& out) { return report(*options, out); };
}

}  // namespace gemmscope::cli
