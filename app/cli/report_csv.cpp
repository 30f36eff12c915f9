// SPDX-License-Identifier: MIT
// The report as a table for spreadsheets. Every line says what recording and rule it is from, so that lines of several
// reports can stand in one file.
#include "app/cli/csv.h"
#include "app/cli/report.h"
#include "app/words/number.h"

namespace gemmscope::cli {
namespace {

using analysis::SiteSummary;

std::string params(const format::Recording& r) {
  std::string text;
  for (const format::Parameter& p : r.parameters) text += (text.empty() ? "" : " ") + p.name + "=" + p.value;
  return text;
}

/// "1:16 4:64": n-way:requests.
std::string histogram(const analysis::SharedCount& count) {
  std::string text;
  for (std::size_t n = 0; n < count.nway_histogram.size(); ++n)
    if (count.nway_histogram[n] != 0)
      text += (text.empty() ? "" : " ") + std::to_string(n) + ":" + std::to_string(count.nway_histogram[n]);
  return text;
}

/// One line of the table: a site of a report.
struct Row {
  const Report& report;
  std::size_t index;

  const format::Recording& recording() const { return *report.recording; }
  const SiteSummary& site() const { return report.recorded.summary.sites[index]; }
  bool shared() const { return site().space == format::Space::kShared; }
  const analysis::SharedCount& cost() const { return site().count.by(report.model); }
};

std::string text(std::uint64_t number) { return std::to_string(number); }

struct Column {
  const char* name;
  std::string (*value)(const Row&);
  enum { kAll, kShared, kGlobal } of = kAll;  ///< sites that have it; it is empty for others
};

constexpr Column kColumns[] = {
    {"kernel", [](const Row& r) { return r.recording().kernel; }},
    {"preset", [](const Row& r) { return r.recording().preset; }},
    {"params", [](const Row& r) { return params(r.recording()); }},
    {"M", [](const Row& r) { return text(r.recording().M); }},
    {"N", [](const Row& r) { return text(r.recording().N); }},
    {"K", [](const Row& r) { return text(r.recording().K); }},
    {"backend", [](const Row& r) { return r.recording().origin.backend; }},
    {"model", [](const Row& r) { return std::string(analysis::name_of(r.report.model)); }},
    {"site", [](const Row& r) { return r.site().name; }},
    {"line", [](const Row& r) { return text(r.site().lines.front().line); }},
    {"tensor", [](const Row& r) { return r.recording().tensors[r.site().tensor].name; }},
    {"space", [](const Row& r) { return std::string(r.shared() ? "shared" : "global"); }},
    {"op", [](const Row& r) { return std::string(r.site().op == format::Op::kStore ? "store" : "load"); }},
    {"width", [](const Row& r) { return text(r.site().width); }},
    {"requests", [](const Row& r) { return text(r.site().count.requests); }},
    {"misaligned", [](const Row& r) { return text(r.site().count.misaligned); }},
    {"wavefronts", [](const Row& r) { return text(r.cost().wavefronts); }, Column::kShared},
    {"ideal_wavefronts", [](const Row& r) { return text(r.cost().ideal_wavefronts); }, Column::kShared},
    {"excess", [](const Row& r) { return text(r.cost().excess()); }, Column::kShared},
    {"max_nway", [](const Row& r) { return std::to_string(r.cost().max_nway); }, Column::kShared},
    {"nway_histogram", [](const Row& r) { return histogram(r.cost()); }, Column::kShared},
    {"sectors", [](const Row& r) { return text(r.site().count.sectors); }, Column::kGlobal},
    {"ideal_sectors", [](const Row& r) { return text(r.site().count.ideal_sectors); }, Column::kGlobal},
    {"lines", [](const Row& r) { return text(r.site().count.lines); }, Column::kGlobal},
    {"ideal_lines", [](const Row& r) { return text(r.site().count.ideal_lines); }, Column::kGlobal},
    {"efficiency", [](const Row& r) { return words::number_text(r.site().count.efficiency()); }, Column::kGlobal},
    {"address_digest", [](const Row& r) { return digest_text(r.report.digests[r.index]); }},
    {"blocks", [](const Row& r) { return text(r.report.coverage.blocks.recorded); }},
    {"blocks_total", [](const Row& r) { return text(r.report.coverage.blocks.total); }},
    {"warps", [](const Row& r) { return text(r.report.coverage.warps.recorded); }},
    {"warps_total", [](const Row& r) { return text(r.report.coverage.warps.total); }},
    {"k_tiles", [](const Row& r) { return text(r.report.coverage.k_tiles.recorded); }},
    {"k_tiles_total", [](const Row& r) { return text(r.report.coverage.k_tiles.total); }},
    {"epilogue", [](const Row& r) { return text(r.recording().selection.epilogue); }},
    {"dropped", [](const Row& r) { return text(r.recording().dropped); }},
};

bool has(const Row& row, const Column& column) {
  return column.of == Column::kAll || (column.of == Column::kShared) == row.shared();
}

}  // namespace

std::string report_csv(const Report& report) {
  std::string all, separator;
  for (const Column& column : kColumns) all += separator + column.name, separator = ",";
  for (std::size_t i = 0; i < report.recorded.summary.sites.size(); ++i) {
    const Row row{report, i};
    separator = "\n";
    for (const Column& column : kColumns) {
      all += separator + (has(row, column) ? csv_field(column.value(row)) : "");
      separator = ",";
    }
  }
  return all + "\n";
}

}  // namespace gemmscope::cli
