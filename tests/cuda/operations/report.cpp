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

std::string line(const Row& row, const char* between) {
  const Comparison& c = row.comparison;
  std::string text = std::string(row.operation->mnemonic) + between + row.isa;
  for (const std::size_t count : {c.warps, c.lanes, c.different, c.idle, c.nans, c.within, c.unbounded})
    text += between + std::to_string(count);
  return text + between + number_text(c.most_steps) + between +
         (c.first ? operations::text(*row.operation, *c.first) : "");
}

constexpr const char* kColumns[] = {"row",
                                    "host",
                                    "warps",
                                    "lanes",
                                    "different",
                                    "idle lanes changed",
                                    "another NaN",
                                    "within the bound",
                                    "no bound",
                                    "most ulp",
                                    "first difference"};

template <class Wanted>
std::string table(const std::vector<Row>& rows, Wanted wanted) {
  std::string head = "|", rule = "|", body;
  for (const char* column : kColumns) head += std::string(" ") + column + " |", rule += "---|";
  std::size_t count = 0;
  for (const Row& row : rows)
    if (row.why_not.empty() && wanted(row)) body += "| " + line(row, " | ") + " |\n", ++count;
  return count == 0 ? "None.\n" : head + "\n" + rule + "\n" + body;
}

}  // namespace

std::size_t Report::compared() const {
  return static_cast<std::size_t>(std::ranges::count_if(rows, [](const Row& row) { return row.why_not.empty(); }));
}

std::size_t Report::bad() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(rows, [](const Row& row) { return row.why_not.empty() && !row.comparison.good(); }));
}

std::string Report::csv() const {
  std::string text;
  for (const auto& [name, value] : header) text += "# " + name + ": " + value + "\n";
  for (const char* column : kColumns) text += std::string(column == kColumns[0] ? "" : ",") + column;
  text += ",why not compared\n";
  for (const Row& row : rows) text += line(row, ",") + ",\"" + row.why_not + "\"\n";
  return text;
}

std::string Report::markdown() const {
  std::string text = "# Operations on the GPU and on the host\n\n";
  for (const auto& [name, value] : header) text += "- " + name + ": " + value + "\n";
  text += "\n" + std::to_string(compared()) + " rows compared, " + std::to_string(bad()) + " differ.\n";
  text += "\n## Different\n\n" + table(rows, [](const Row& row) { return !row.comparison.good(); });
  text += "\n## Approximate\n\n" + table(rows, [](const Row& row) { return is_approximate(*row.operation); });
  text += "\n## Another NaN, where PTX leaves that open\n\n" +
          table(rows, [](const Row& row) { return row.comparison.good() && row.comparison.nans != 0; });
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
