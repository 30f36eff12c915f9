// SPDX-License-Identifier: MIT
// A sweep for spreadsheets. Every line says what it is of, so that lines of several sweeps can be in one file.
#include "app/cli/csv.h"
#include "app/cli/sweep_report.h"
#include "app/sweep/measured.h"
#include "app/words/number.h"
#include "tracing/record/configurations.h"

namespace gemmscope::cli {
namespace {

using sweep::State;

struct Line {
  const views::SweepReport& report;
  const sweep::Row& row;
  bool best;

  const sweep::Figures& figures() const { return *row.figures; }
  std::optional<sweep::Measured> measured() const { return sweep::measured(row, *report.results); }
};

std::string digits(std::uint64_t number) { return std::to_string(number); }

/// Empty: it is no product.
std::string size_of(const Line& line, std::uint32_t sweep::ProductLaunch::*size) {
  return line.row.product ? digits((*line.row.product).*size) : "";
}

struct SweepColumn {
  const char* name;
  std::string (*value)(const Line&);
  enum { kAll, kVariant, kCounted, kMeasured } of = kAll;  ///< settings that have it; it is empty for others
};

constexpr SweepColumn kColumns[] = {
    {"kernel", [](const Line& l) { return l.row.kernel; }},
    {"preset", [](const Line& l) { return l.row.preset; }},
    {"layout", [](const Line& l) { return l.row.setting(); }},
    {"params", [](const Line& l) { return record::text_of(l.row.numbers); }},
    {"M", [](const Line& l) { return size_of(l, &sweep::ProductLaunch::M); }},
    {"N", [](const Line& l) { return size_of(l, &sweep::ProductLaunch::N); }},
    {"K", [](const Line& l) { return size_of(l, &sweep::ProductLaunch::K); }},
    {"state", [](const Line& l) { return std::string(sweep::name_of(l.row.state)); }},
    {"reason", [](const Line& l) { return l.row.reason; }},
    {"best", [](const Line& l) { return digits(l.best); }},
    {"model", [](const Line& l) { return std::string(analysis::name_of(l.report.rule)); }},
    {"store_wavefronts", [](const Line& l) { return digits(l.figures().stores.by(l.report.rule)); },
     SweepColumn::kCounted},
    {"store_excess", [](const Line& l) { return digits(l.figures().stores.excess(l.report.rule)); },
     SweepColumn::kCounted},
    {"load_wavefronts", [](const Line& l) { return digits(l.figures().loads.by(l.report.rule)); },
     SweepColumn::kCounted},
    {"load_excess", [](const Line& l) { return digits(l.figures().loads.excess(l.report.rule)); },
     SweepColumn::kCounted},
    {"sectors", [](const Line& l) { return digits(l.figures().sectors); }, SweepColumn::kCounted},
    {"ideal_sectors", [](const Line& l) { return digits(l.figures().ideal_sectors); }, SweepColumn::kCounted},
    {"cycles_h200", [](const Line& l) { return words::number_text(l.figures().cycles_h200); }, SweepColumn::kCounted},
    {"exact", [](const Line& l) { return digits(l.figures().basis.exact()); }, SweepColumn::kCounted},
    {"threads", [](const Line& l) { return digits(l.row.threads); }, SweepColumn::kVariant},
    {"shared_bytes", [](const Line& l) { return digits(l.row.shared_bytes); }, SweepColumn::kVariant},
    {"resident_warps", [](const Line& l) { return digits(resident(l.row).warps); }, SweepColumn::kVariant},
    {"limited_by", [](const Line& l) { return std::string(analysis::name_of(resident(l.row).limited_by)); },
     SweepColumn::kVariant},
    {"gflops", [](const Line& l) { return words::number_text(l.measured()->rate->gflops); }, SweepColumn::kMeasured},
    {"device", [](const Line& l) { return l.measured()->report->device; }, SweepColumn::kMeasured},
    {"driver", [](const Line& l) { return l.measured()->report->driver; }, SweepColumn::kMeasured},
    {"date", [](const Line& l) { return l.measured()->report->date; }, SweepColumn::kMeasured},
    {"file", [](const Line& l) { return l.row.file; }},
    {"program", [](const Line& l) { return l.report.program; }},
    {"findings", [](const Line& l) { return l.row.findings ? digits(*l.row.findings) : ""; }},
};

bool has(const Line& line, const SweepColumn& column) {
  switch (column.of) {
    case SweepColumn::kAll: return true;
    case SweepColumn::kVariant: return line.row.threads != 0;
    case SweepColumn::kCounted: return line.row.figures.has_value();
    case SweepColumn::kMeasured: return line.measured().has_value();
  }
  return false;
}

}  // namespace

std::string sweep_csv(const views::SweepReport& report) {
  std::string all, separator;
  for (const SweepColumn& column : kColumns) all += separator + column.name, separator = ",";
  const std::vector<bool> best = sweep::best_of(report.rows);
  for (std::size_t i = 0; i < report.rows.size(); ++i) {
    const Line line{report, report.rows[i], best[i]};
    separator = "\n";
    for (const SweepColumn& column : kColumns) {
      all += separator + (has(line, column) ? csv_field(column.value(line)) : "");
      separator = ",";
    }
  }
  return all + "\n";
}

}  // namespace gemmscope::cli
