// SPDX-License-Identifier: MIT
// The comparison as tables that people read.
#include <algorithm>

#include "app/cli/compare.h"
#include "app/words/compare_words.h"
#include "app/words/number.h"
#include "app/words/scope_words.h"
#include "app/words/text_table.h"

namespace gemmscope::cli {
namespace {

using analysis::ComparedSite;
using analysis::Metric;
using words::thousands;
using Number = std::optional<std::uint64_t>;

constexpr const char* kSides[] = {"first", "second"};

/// The files, what differs in what was recorded, and what does not.
std::string heading(const CompareReport& report) {
  words::TextTable table({"", kSides[0], kSides[1]});
  table.add({"file", report.sides[0].file, report.sides[1].file});
  for (const words::Setting& s : settings_of(report)) table.add({s.name, s.first, s.second});
  return table.text(2);
}

/// What the figures add up; what they leave out or cannot know.
std::string scope_lines(const CompareReport& report) {
  std::vector<std::string> parts;
  for (const Side& side : report.sides) {
    parts.push_back(words::scope_in_words(*side.recording, side.part));
  }
  std::string text = "figures: ";
  text += parts[0] == parts[1] ? parts[0] + "\n" : "first: " + parts[0] + "; second: " + parts[1] + "\n";
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (report.sides[i].recording->dropped != 0)
      text += std::string(kSides[i]) + ": requests were dropped, so every figure is too low\n";
  const auto& common = report.comparison.common;
  if (!common) return text + "addresses: not compared, because no part of the launch is recorded in both\n";
  if (common->all) return text;
  return text + "addresses: compared where both are recorded: " + words::count_of(common->blocks, "block") + ", " +
         words::count_of(common->warps, "warp") + "\n";
}

/// How to read the tables.
std::string legend(const CompareReport& report) {
  if (!report.comparison.requests_differ(report.model)) return {};
  return "256 \u2192 64  \u2212192 means 256 in the first, 64 in the second; = means equal\n";
}

/// "16 384 → 4 096", or one number if they are equal; beside it the second minus the first.
void add_figure(std::vector<std::string>& cells, const Number& first, const Number& second) {
  const auto text = [](const Number& n) { return n ? thousands(*n) : std::string("none"); };
  const auto delta = static_cast<std::int64_t>(second.value_or(0) - first.value_or(0));
  cells.push_back(first == second ? text(first) : text(first) + " \u2192 " + text(second));
  cells.push_back(first == second ? "=" : words::with_sign(delta));
}

std::string width_text(const ComparedSite& site) {
  const auto bytes = [](const std::optional<analysis::SiteSummary>& s) { return std::to_string(s->width); };
  if (!site.in_both()) return bytes(site.first ? site.first : site.second) + " B";
  return (site.first->width == site.second->width ? "" : bytes(site.first) + " \u2192 ") + bytes(site.second) + " B";
}

std::string addresses_text(const ComparedSite& site) {
  if (!site.first) return "only in the second";
  if (!site.second) return "only in the first";
  return !site.same_addresses ? "not compared" : *site.same_addresses ? "same" : "differ";
}

/// The sites of one memory.
class Table {
 public:
  Table(const CompareReport& report, format::Space space) : report_(report) {
    for (const ComparedSite& site : report.comparison.sites)
      if (site.space == space) sites_.push_back(&site);
    for (const Metric& metric : analysis::kMetrics)
      if (metric.compared && metric.is_of(space) && (metric.id != "misaligned" || is_anywhere(metric)))
        metrics_.push_back(&metric);
  }

  std::string text() const {
    if (sites_.empty()) return "  no site\n";
    std::vector<std::string> headings{"site", ">width"};
    for (const Metric* metric : metrics_) headings.insert(headings.end(), {">" + std::string(metric->title), ""});
    headings.emplace_back("addresses");
    words::TextTable table(headings);
    for (const ComparedSite* site : sites_) table.add(row_of(*site));
    if (sites_.size() > 1) table.add(totals());
    return table.text(2);
  }

 private:
  bool is_anywhere(const Metric& metric) const {
    return std::any_of(sites_.begin(), sites_.end(), [&](const ComparedSite* site) {
      return site->in_first(metric, report_.model) != 0 || site->in_second(metric, report_.model) != 0;
    });
  }

  std::vector<std::string> row_of(const ComparedSite& site) const {
    std::vector<std::string> cells{words::label_of(report_.comparison, site), width_text(site)};
    for (const Metric* metric : metrics_)
      add_figure(cells, site.first ? Number(site.in_first(*metric, report_.model)) : std::nullopt,
                 site.second ? Number(site.in_second(*metric, report_.model)) : std::nullopt);
    cells.push_back(addresses_text(site));
    return cells;
  }

  std::vector<std::string> totals() const {
    std::vector<std::string> cells{"total", ""};
    for (const Metric* metric : metrics_) {
      std::uint64_t first = 0, second = 0;
      for (const ComparedSite* site : sites_) {
        first += site->in_first(*metric, report_.model);
        second += site->in_second(*metric, report_.model);
      }
      add_figure(cells, first, second);
    }
    return cells;
  }

  const CompareReport& report_;
  std::vector<const ComparedSite*> sites_;
  std::vector<const Metric*> metrics_;
};

}  // namespace

std::string compare_text(const CompareReport& report) {
  std::string text;
  for (const std::string& sentence : words::comparison_in_words(report.comparison, report.model))
    text += sentence + "\n";
  return text + "\n" + heading(report) + "\n" + scope_lines(report) + legend(report) +
         "\nshared memory, in wavefronts; counting rule: " + std::string(analysis::name_of(report.model)) + " (" +
         std::string(analysis::rule_of(report.model)) + ")\n" + Table(report, format::Space::kShared).text() +
         "\nglobal memory, in sectors of 32 bytes\n" + Table(report, format::Space::kGlobal).text();
}

}  // namespace gemmscope::cli
