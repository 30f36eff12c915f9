// SPDX-License-Identifier: MIT
// The report as a table for spreadsheets. Every line says what recording and rule it is from, so that lines of several
// reports can stand in one file.
#include "app/cli/csv.h"
#include "app/cli/report.h"
#include "app/words/line_words.h"
#include "app/words/number.h"
#include "tracing/analysis/metrics.h"

namespace gemmscope::cli {
namespace {

using analysis::SiteSummary;

std::string params(const format::Recording& r) {
  std::string text;
  for (const format::Parameter& p : r.parameters) text += (text.empty() ? "" : " ") + p.name + "=" + p.value;
  return text;
}

/// "1:16 4:64": n-way:requests.
std::string histogram_text(const analysis::SharedCount& count) {
  std::string text;
  for (std::size_t n = 0; n < count.nway_histogram.size(); ++n)
    if (count.nway_histogram[n] != 0)
      text += (text.empty() ? "" : " ") + std::to_string(n) + ":" + std::to_string(count.nway_histogram[n]);
  return text;
}

/// One line of the table: a site of a report.
struct Row {
  const analysis::Report& report;
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
};

constexpr Column kSiteColumns[] = {
    {"kernel", [](const Row& r) { return r.recording().kernel; }},
    {"params", [](const Row& r) { return params(r.recording()); }},
    {"M", [](const Row& r) { return text(r.recording().M); }},
    {"N", [](const Row& r) { return text(r.recording().N); }},
    {"K", [](const Row& r) { return text(r.recording().K); }},
    {"backend", [](const Row& r) { return r.recording().origin.backend; }},
    {"model", [](const Row& r) { return std::string(analysis::name_of(r.report.model)); }},
    {"site", [](const Row& r) { return r.site().name; }},
    {"line", [](const Row& r) { return text(r.site().lines.front().line); }},
    {"source", [](const Row& r) { return words::lines_in_words(r.recording(), r.site().sites); }},
    {"tensor", [](const Row& r) { return r.recording().tensors[r.site().tensor].name; }},
    {"space", [](const Row& r) { return std::string(r.shared() ? "shared" : "global"); }},
    {"op", [](const Row& r) { return std::string(format::name_of(r.site().op)); }},
    {"width", [](const Row& r) { return text(r.site().width); }},
};
constexpr Column kRecordingColumns[] = {
    {"address_digest", [](const Row& r) { return analysis::digest_text(r.report.digests[r.index]); }},
    {"blocks", [](const Row& r) { return text(r.report.coverage.blocks.recorded); }},
    {"blocks_total", [](const Row& r) { return text(r.report.coverage.blocks.total); }},
    {"warps", [](const Row& r) { return text(r.report.coverage.warps.recorded); }},
    {"warps_total", [](const Row& r) { return text(r.report.coverage.warps.total); }},
    {"k_tiles", [](const Row& r) { return text(r.recording().k_tiles); }},
    {"dropped", [](const Row& r) { return text(r.recording().dropped); }},
};

std::string value_of(const analysis::Metric& metric, const Row& row) {
  if (!metric.is_of(row.site().space)) return {};
  return metric.count != nullptr ? text(metric.count(row.site().count, row.report.model))
                                 : words::number_text(metric.ratio(row.site().count));
}

/// The titles for all sites; a site's row is empty in the columns that the site does not have.
std::vector<std::string> titles() {
  std::vector<std::string> all;
  for (const Column& column : kSiteColumns) all.emplace_back(column.name);
  for (const analysis::Metric& metric : analysis::kMetrics) all.emplace_back(metric.id);
  all.emplace_back("nway_histogram");
  for (const Column& column : kRecordingColumns) all.emplace_back(column.name);
  return all;
}

std::vector<std::string> fields(const Row& row) {
  std::vector<std::string> all;
  for (const Column& column : kSiteColumns) all.push_back(column.value(row));
  for (const analysis::Metric& metric : analysis::kMetrics) all.push_back(value_of(metric, row));
  all.push_back(row.shared() ? histogram_text(row.cost()) : "");
  for (const Column& column : kRecordingColumns) all.push_back(column.value(row));
  return all;
}

std::string line_of(const std::vector<std::string>& fields) {
  std::string line;
  for (const std::string& each : fields) line += (&each == fields.data() ? "" : ",") + csv_field(each);
  return line + "\n";
}

}  // namespace

std::string report_csv(const analysis::Report& report) {
  std::string all = line_of(titles());
  for (std::size_t i = 0; i < report.recorded.summary.sites.size(); ++i) all += line_of(fields({report, i}));
  return all;
}

}  // namespace gemmscope::cli
