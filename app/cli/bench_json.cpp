// SPDX-License-Identifier: MIT
// docs/bench.md describes it; app/results/read_bench.cpp reads it.
#include <cmath>

#include "app/cli/bench.h"
#include "app/cli/json.h"

namespace gemmscope::cli {
namespace {

using Json = nlohmann::ordered_json;

Json or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

/// Share of `whole`, to three digits; null where that is not known.
Json share_json(double part, std::optional<double> whole) {
  return whole && *whole > 0 ? Json(std::round(part / *whole * 1000) / 1000) : Json();
}

void add_median(Json& json, const results::Median& rate, const std::optional<results::Peak>& peak) {
  json.update({{"gflops", rate.gflops},
               {"median_milliseconds", rate.median_ms},
               {"fastest_milliseconds", rate.fastest_ms},
               {"slowest_milliseconds", rate.slowest_ms},
               {"launches", rate.launches},
               {"share_of_peak", share_json(rate.gflops, peak ? std::optional(peak->gflops) : std::nullopt)}});
}

Json json_of(const results::BenchReport& report, const results::ProductRate& p) {
  Json json{{"program", p.program},
            {"program_code", p.program_code},
            {"setting_code", p.setting_code},
            {"kernel", p.kernel},
            {"numbers", p.numbers},
            {"size", {{"M", p.M}, {"N", p.N}, {"K", p.K}}},
            {"batches", p.batches},
            {"element", or_null(p.element)},
            {"registers", p.registers},
            {"spilled_bytes", p.spilled_bytes},
            {"resident_warps", p.resident_warps}};
  // The peak is float's.
  const auto& peak = p.element == "float" ? report.peak : std::nullopt;
  add_median(json, p.rate, peak);
  json["cublas"] = Json();
  if (p.cublas) add_median(json["cublas"], *p.cublas, peak);
  json["cublas_not_measured"] = or_null(p.cublas_missing);
  json["share_of_cublas"] = share_json(p.rate.gflops, p.cublas ? std::optional(p.cublas->gflops) : std::nullopt);
  return json;
}

Json json_of(const results::BenchReport& report) {
  Json json{{"device", report.device},
            {"driver", report.driver},
            {"compiler", report.compiler},
            {"cublas", or_null(report.cublas)},
            {"cublas_not_measured", or_null(report.cublas_missing)},
            {"build", report.build},
            {"date", report.date},
            {"peak", Json()},
            {"products", Json::array()},
            {"not_measured", Json::array()}};
  if (const auto& peak = report.peak)
    json["peak"] = {{"gflops", peak->gflops},
                    {"multiprocessors", peak->multiprocessors},
                    {"lanes", peak->lanes},
                    {"clock_mhz", peak->clock_mhz}};
  for (const results::ProductRate& each : report.products) json["products"].push_back(json_of(report, each));
  for (const std::string& why : report.missing) json["not_measured"].push_back({{"why", why}});
  return json;
}

/// Lists with an entry on each line: two runs can be compared line by line.
void write(std::string& out, const Json& json, int depth) {
  const bool opened = json.is_object() ? depth < 2 : json.is_array();
  if (!opened || json.empty()) {
    out += json.dump(-1, ' ', false, Json::error_handler_t::replace);
    return;
  }
  const std::string indent(static_cast<std::size_t>(2 * depth + 2), ' ');
  const bool object = json.is_object();
  out += object ? "{" : "[";
  bool first = true;
  for (const auto& [key, value] : json.items()) {
    out += (first ? "\n" : ",\n") + indent;
    if (object) out += Json(key).dump() + ": ";
    write(out, value, object ? depth + 1 : 9);
    first = false;
  }
  out += "\n" + indent.substr(2) + (object ? "}" : "]");
}

}  // namespace

std::string bench_json(const results::BenchReport& report) {
  const Json json{{"schema", results::kSchema}, {"command", report.command}, {"gpu", json_of(report)}};
  std::string text;
  write(text, json, 0);
  return text + "\n";
}

}  // namespace gemmscope::cli
