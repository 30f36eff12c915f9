// SPDX-License-Identifier: MIT
// A sweep as a table that people read, with a bar for each setting.
#include <algorithm>
#include <cmath>
#include <set>

#include "app/session/own_numbers.h"
#include "app/session/sweep_choice.h"
#include "app/sweep/measured.h"
#include "app/views/sweep/report.h"
#include "app/views/sweep/rows.h"
#include "app/words/number.h"
#include "app/words/scope_words.h"
#include "app/words/text_table.h"
#include "tracing/analysis/modelled_cycles.h"
#include "tracing/format/text.h"

namespace gemmscope::views {
namespace {

using sweep::Row;
using sweep::State;
using words::thousands;

constexpr int kBarWidth = 24;  // characters of the longest bar

std::uint64_t rounded(double value) { return static_cast<std::uint64_t>(std::llround(value)); }

/// A bar of eighths of a character (U+2588 to U+258F); something if `part` is not 0.
std::string bar(double part, double whole) {
  if (part <= 0 || whole <= 0) return "";
  const int eighths = std::max(1, static_cast<int>(std::lround(part / whole * kBarWidth * 8)));
  std::string text;
  for (int i = 0; i < eighths / 8; ++i) text += "\u2588";
  constexpr const char* kParts[] = {"", "\u258f", "\u258e", "\u258d", "\u258c", "\u258b", "\u258a", "\u2589"};
  return text + kParts[eighths % 8];
}

/// What the bars show: cycles, or sectors where no setting uses shared memory.
struct Chart {
  explicit Chart(const std::vector<Row>& rows) {
    for (const Row& row : rows)
      if (row.figures) most_cycles = std::max(most_cycles, row.figures->cycles_h200);
    for (const Row& row : rows)
      if (row.figures) most = std::max(most, of(*row.figures));
  }
  double of(const sweep::Figures& figures) const {
    return most_cycles > 0 ? figures.cycles_h200 : static_cast<double>(figures.sectors);
  }
  const char* name() const { return most_cycles > 0 ? "cycles" : "sectors"; }
  double most_cycles = 0, most = 0;
};

std::string state_words(const Row& row) {
  switch (row.state) {
    case State::kWaiting: return "not recorded yet";
    case State::kFaults: return "faults: " + row.reason;
    case State::kRefused: return "refused: " + row.reason;
    case State::kCounted: break;
  }
  return "";
}

/// "my.cu 512 with PAD=1".
std::string what_was_swept(const SweepReport& report) {
  std::string text = report.program;
  for (const std::string& argument : report.arguments) text += " " + argument;
  return format::shown(text + (report.set.empty() ? "" : " with " + format::text_of(report.set)));
}

std::string headline(const SweepReport& report) {
  std::string text = what_was_swept(report) + ": " + words::count_of(report.rows.size(), "setting");
  const auto add = [&](State state, const char* what) {
    if (const std::size_t n = report.count(state)) text += ", " + thousands(n) + what;
  };
  add(State::kCounted, " counted");
  add(State::kFaults, " that would fault");
  add(State::kRefused, " refused");
  add(State::kWaiting, " not recorded yet");
  return text + "\n";
}

/// What the figures add up.
std::string scope_lines(const SweepReport& report) {
  std::string text = "figures: whole kernel";
  text += "; wavefronts by the " + std::string(analysis::name_of(report.rule)) + " rule\n";
  return text;
}

/// Where the last columns come from.
std::string source_lines(const SweepReport& report) {
  const bool differs =
      std::ranges::any_of(report.rows, [&](const Row& row) { return sweep::work_differs(report.rows, row.kernel); });
  std::string text =
      "best: the fewest cycles; if these are equal, the fewest sectors; then the fewest bytes of shared memory\n";
  if (differs) text += "best: none where a kernel's settings multiply matrices of different sizes\n";
  text += "counted in nvcc's PTX; ptxas may join neighbouring loads, and what is best on a GPU may differ\n";
  text += "cycles: of shared requests, " + std::string(analysis::kCyclesSource) + "\n";
  text += "resident warps: what an SM of an " + std::string(analysis::kLimitsH200.device) +
          " has room for, if the launch has enough blocks" +
          (std::ranges::all_of(report.rows, [](const Row& row) { return resident(row).registers_known; })
               ? "\n"
               : "; not known where the registers of the build are not\n");
  std::set<std::string> origins;
  for (const Row& row : report.rows)
    if (const auto measured = sweep::measured(row, *report.results))
      origins.insert(measured->report->device + ", " + results::day_of(*measured->report) + ", driver " +
                     measured->report->driver);
  for (const std::string& origin : origins) text += "GFLOP/s: measured on " + origin + "\n";
  if (origins.empty())
    text += "GFLOP/s: not measured; on a GPU, 'gemmscope bench " + report.program +
            " --over ... --json > mine.json' measures, and --results mine.json shows it\n";
  return text;
}

std::string rate_of(const SweepReport& report, const Row& row) {
  const auto measured = sweep::measured(row, *report.results);
  return measured ? thousands(rounded(measured->rate->gflops)) : "";
}

std::string table(const SweepReport& report) {
  const Chart chart(report.rows);
  const bool has_presets = std::ranges::any_of(report.rows, [](const Row& row) { return !row.preset.empty(); });
  words::TextTable table({"kernel", has_presets ? "preset" : "", "setting", ">stores", ">excess", ">loads", ">excess",
                          ">sectors", ">cycles", ">shared bytes", ">resident warps", ">findings", ">GFLOP/s", "",
                          std::string("by ") + chart.name()});
  const std::vector<bool> best = sweep::best_of(report.rows);
  const std::string* last = nullptr;
  for (std::size_t i = 0; i < report.rows.size(); ++i) {
    const Row& row = report.rows[i];
    const std::string shown = last != nullptr && *last == row.kernel ? "" : format::shown(row.kernel);
    last = &row.kernel;
    std::vector<std::string> cells{shown, has_presets ? format::shown(row.preset) : "",
                                   row.swept.empty() ? "default" : row.setting()};
    if (row.figures) {
      const sweep::Figures& f = *row.figures;
      for (const std::uint64_t number :
           {f.stores.by(report.rule), f.stores.excess(report.rule), f.loads.by(report.rule),
            f.loads.excess(report.rule), f.sectors, rounded(f.cycles_h200)})
        cells.push_back(thousands(number));
    }
    cells.resize(9);
    cells.push_back(row.threads == 0 ? "" : thousands(row.shared_bytes));
    cells.push_back(row.threads == 0 ? "" : resident_text(resident(row)));
    cells.push_back(row.findings ? thousands(*row.findings) : "");
    cells.push_back(rate_of(report, row));
    cells.emplace_back(best[i] ? "best" : "");
    cells.push_back(row.figures ? bar(chart.of(*row.figures), chart.most) : state_words(row));
    table.add(std::move(cells));
  }
  return table.text();
}

}  // namespace

std::size_t SweepReport::count(State state) const {
  return static_cast<std::size_t>(std::ranges::count(rows, state, &Row::state));
}

std::string sweep_text(const SweepReport& report) {
  return headline(report) + scope_lines(report) + source_lines(report) + "\n" + table(report);
}

Result<std::string> sweep_text(const session::Look& look) {
  if (!look.swept.rows) return fail(ErrorKind::kUsage, session::how_to_sweep(*look.recording()));
  return sweep_text({.over = {},
                     .rows = *look.swept.rows,
                     .rule = look.rule,
                     .results = look.reports,
                     .program = look.loaded->files.empty() ? "" : look.loaded->files.front().name,
                     .set = look.swept.of->numbers});
}

}  // namespace gemmscope::views
