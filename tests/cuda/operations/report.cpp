// SPDX-License-Identifier: MIT
#include "tests/cuda/operations/report.h"

#include <algorithm>
#include <cstdio>
#include <map>

namespace gemmscope::operations {
namespace {

std::string number_text(double value) {
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.6g", value);
  return digits;
}

/// Columns before those of the verdicts, and after.
constexpr const char* kBefore[] = {"row", "host", "warps", "lanes", "different"};
constexpr const char* kAfter[] = {"most ulp", "examples"};

std::string head(const char* between) {
  std::string text;
  for (const char* column : kBefore) text += std::string(text.empty() ? "" : between) + column;
  for (std::size_t v = 1; v < kVerdicts; ++v) text += std::string(between) + kVerdictNames[v];
  for (const char* column : kAfter) text += std::string(between) + column;
  return text;
}

std::string line(const Row& row, const char* between) {
  const Comparison& c = row.comparison;
  std::string text = std::string(row.operation->mnemonic) + between + row.isa, examples;
  for (const std::size_t count : {c.warps, c.lanes, c.wrong()}) text += between + std::to_string(count);
  for (std::size_t v = 1; v < kVerdicts; ++v) text += between + std::to_string(c.counts[v]);
  for (const Difference& each : c.examples)
    examples += (examples.empty() ? "" : "; ") + operations::text(*row.operation, each);
  return text + between + number_text(c.most_steps) + between + examples;
}

template <class Wanted>
std::string table(const std::vector<Row>& rows, Wanted wanted) {
  std::string body;
  for (const Row& row : rows)
    if (row.why_not.empty() && wanted(row)) body += "| " + line(row, " | ") + " |\n";
  if (body.empty()) return "None.\n";
  std::string rule = "|";
  for (std::size_t i = 0; i < std::size(kBefore) + kVerdicts - 1 + std::size(kAfter); ++i) rule += "---|";
  return "| " + head(" | ") + " |\n" + rule + "\n" + body;
}

}  // namespace

std::size_t Report::compared() const {
  return static_cast<std::size_t>(std::ranges::count_if(rows, [](const Row& row) { return row.why_not.empty(); }));
}

std::size_t Report::bad() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(rows, [](const Row& row) { return row.why_not.empty() && row.comparison.wrong() != 0; }));
}

std::string Report::summary() const {
  std::map<std::string, std::string> said(header.begin(), header.end());
  std::size_t bounded = 0, other_nan = 0;
  for (const Row& row : rows) {
    if (!row.why_not.empty() || row.comparison.wrong() != 0) continue;
    const bool approximate = row.comparison.count(Verdict::kWithin) + row.comparison.count(Verdict::kOpen) != 0;
    bounded += approximate, other_nan += !approximate && row.comparison.count(Verdict::kOpenNan) != 0;
  }
  const std::size_t equal = compared() - bad() - bounded - other_nan;
  std::string text =
      "| date | GPU | driver | rows | equal | within PTX's bound | another NaN, where PTX leaves it open | different |\n"
      "|---|---|---|--:|--:|--:|--:|--:|\n| " +
      said["date"].substr(0, 10) + " | " + said["device"] + " | " + said["driver"];
  for (const std::size_t count : {compared(), equal, bounded, other_nan, bad()}) text += " | " + std::to_string(count);
  return text + " |\n";
}

std::string Report::csv() const {
  std::string text;
  for (const auto& [name, value] : header) text += "# " + name + ": " + value + "\n";
  text += head(",") + ",why not compared\n";
  for (const Row& row : rows) text += line(row, ",") + ",\"" + row.why_not + "\"\n";
  return text;
}

std::string Report::markdown() const {
  std::string text = "# Operations on the GPU and on the host\n\n";
  for (const auto& [name, value] : header) text += "- " + name + ": " + value + "\n";
  text += "\n" + summary() + "\nWhere the host's instruction sets give different results a row counts twice.\n";
  text += "\n## Different\n\n" + table(rows, [](const Row& row) { return row.comparison.wrong() != 0; });
  text += "\n## Approximate\n\n" + table(rows, [](const Row& row) { return is_approximate(*row.operation); });
  text += "\n## Another NaN, where PTX leaves that open\n\n" + table(rows, [](const Row& row) {
            return row.comparison.wrong() == 0 && row.comparison.count(Verdict::kOpenNan) != 0;
          });
  std::map<std::string, std::vector<std::string>> reasons;
  for (const Row& row : rows)
    if (!row.why_not.empty()) reasons[row.why_not].emplace_back(row.operation->mnemonic);
  text += "\n## Not compared\n";
  for (const auto& [reason, names] : reasons) {
    text += "\n" + reason + " (" + std::to_string(names.size()) + "):";
    for (const std::string& name : names) text += " `" + name + "`";
    text += "\n";
  }
  return text;
}

}  // namespace gemmscope::operations
