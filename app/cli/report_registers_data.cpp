// SPDX-License-Identifier: MIT
// Register banks and operand reuse of sgemm64 for other programs. docs/report.md lists the keys.
#include "app/cli/json.h"
#include "app/cli/report_registers.h"
#include "app/views/registers/words.h"

namespace gemmscope::cli {
namespace {

using analysis::FfmaOrder;
using analysis::kThreadSide;
using Json = nlohmann::ordered_json;

/// The fields of one order and depth, in JSON and CSV alike.
Json count_json(FfmaOrder order, int depth) {
  const analysis::RegisterReuse& all = views::counted(order, depth);
  const analysis::WholeKernel kernel = analysis::whole_kernel(all);
  return {{"order", analysis::name_of(order)},
          {"depth", depth},
          {"operands", all.operands},
          {"hits", all.hits},
          {"share", all.share()},
          {"kernel_operands", kernel.operands},
          {"kernel_hits", kernel.hits},
          {"kernel_share", kernel.share()},
          {"conflicts", all.conflicts},
          {"hidden", all.hidden},
          {"max_held", all.max_held}};
}

Json counts_json() {
  Json all = Json::array();
  for (int order = 0; order < analysis::kFfmaOrders; ++order)
    for (int depth = 0; depth <= analysis::kMostDepth; ++depth)
      all.push_back(count_json(static_cast<FfmaOrder>(order), depth));
  return all;
}

/// One list for each of the two sets that steps take turns with.
Json fragments_json(int (*register_of)(int, int)) {
  Json sets = Json::array();
  for (const int buffer : {0, 1}) {
    sets.push_back(Json::array());
    for (int i = 0; i < kThreadSide; ++i) sets.back().push_back(register_of(i, buffer));
  }
  return sets;
}

Json accumulators_json() {
  Json rows = Json::array();
  for (int x = 0; x < kThreadSide; ++x) {
    rows.push_back(Json::array());
    for (int y = 0; y < kThreadSide; ++y) rows.back().push_back(analysis::register_of_C(x, y));
  }
  return rows;
}

Json instructions_json() {
  Json all = Json::array();
  const analysis::RegisterReuse& counted = views::counted(FfmaOrder::kSwirlZigzag, 2);
  for (std::size_t i = 0; i < analysis::kFfmasOfStep; ++i) {
    const analysis::Ffma& f = counted.ffmas[i];
    all.push_back({{"x", f.cell.x},
                   {"y", f.cell.y},
                   {"text", views::instruction_in_words(f)},
                   {"reuse", views::slots_text(f.reuse)},
                   {"hit", views::slots_text(f.hit)},
                   {"conflicts", f.conflicts},
                   {"hidden", f.conflicts_without_reuse() - f.conflicts}});
  }
  return all;
}

}  // namespace

std::string registers_json() {
  return json_text({{"schema", "gemmscope-registers/1"},
                    {"kernel", analysis::kRegisterKernel},
                    {"rule", "maxwell"},
                    {"recorded", false},
                    {"source", "S. Gray, maxas, sgemm/sgemm64.sass"},
                    {"banks", analysis::kRegisterBanks},
                    {"A", fragments_json(analysis::register_of_A)},
                    {"B", fragments_json(analysis::register_of_B)},
                    {"C", accumulators_json()},
                    {"counts", counts_json()},
                    {"instructions", instructions_json()}});
}

std::string registers_csv() {
  const Json counts = counts_json();
  std::string text;
  for (const auto& [name, value] : counts.at(0).items()) text += (text.empty() ? "" : ",") + name;
  text += "\n";
  for (const Json& count : counts) {
    std::string line;
    for (const auto& [name, value] : count.items())
      line += (line.empty() ? "" : ",") + (value.is_string() ? value.get<std::string>() : value.dump());
    text += line + "\n";
  }
  return text;
}

}  // namespace gemmscope::cli
