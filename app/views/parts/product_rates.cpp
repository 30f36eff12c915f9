// SPDX-License-Identifier: MIT
#include "app/views/parts/product_rates.h"

#include <algorithm>

#include "app/session/own_numbers.h"
#include "app/session/study.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using results::BenchReport;
using results::ProductRate;

/// Those of the program that is shown, with whatever numbers it had, and of its kernel.
std::vector<const ProductRate*> rates_in(const BenchReport& report, const session::Look& look) {
  std::vector<const ProductRate*> rates;
  const std::string& code = look.loaded->code.program;
  const std::string_view family = session::family_of(look.recording()->kernel);
  for (const ProductRate& rate : report.products)
    if (!code.empty() && rate.program_code == code && session::family_of(rate.kernel) == family) rates.push_back(&rate);
  return rates;
}

/// At the sizes and with the numbers that are shown; null: there is none.
const ProductRate* rate_shown(const std::vector<const ProductRate*>& rates, const session::Look& look) {
  const std::optional<analysis::Tiles>& tiles = look.loaded->tiles;
  if (!tiles) return nullptr;
  const analysis::Product& product = tiles->product;
  const auto found = std::ranges::find_if(rates, [&](const ProductRate* rate) {
    return rate->setting_code == look.loaded->code.setting && rate->kernel == look.recording()->kernel &&
           rate->M == product.M && rate->N == product.N && rate->K == product.K;
  });
  return found == rates.end() ? nullptr : *found;
}

bool is_float(const ProductRate* rate) { return rate->element == "float"; }

}  // namespace

std::optional<double> ProductRates::peak() const {
  if (report == nullptr || !report->peak || !std::ranges::all_of(rates, is_float)) return std::nullopt;
  return report->peak->gflops;
}

ProductRates product_rates(const session::Look& look, const session::Look* baseline) {
  ProductRates all;
  all.beside_baseline = baseline != nullptr;
  if (!look.loaded->files.empty()) all.program = look.loaded->files.front().name;
  if (!look.reports) return all;
  std::vector<const BenchReport*> reports;
  if (const BenchReport* chosen = session::report_shown(look)) reports.push_back(chosen);
  for (const BenchReport& report : *look.reports) reports.push_back(&report);
  for (const BenchReport* report : reports) {
    all.rates = rates_in(*report, look);
    if (all.rates.empty()) continue;
    all.report = report;
    break;
  }
  if (all.report == nullptr) return all;
  all.shown = rate_shown(all.rates, look);
  if (baseline != nullptr) all.pinned = rate_shown(rates_in(*all.report, *baseline), *baseline);
  if (all.pinned != nullptr) all.full = all.pinned->rate.gflops;
  for (const ProductRate* rate : all.rates)
    all.full = std::max({all.full, rate->rate.gflops, rate->cublas ? rate->cublas->gflops : 0});
  all.full = std::max(all.full, all.peak().value_or(0));
  return all;
}

std::vector<int> reports_with_rates(const session::Look& look) {
  std::vector<int> all;
  if (look.reports)
    for (std::size_t i = 0; i < look.reports->size(); ++i)
      if (!rates_in((*look.reports)[i], look).empty()) all.push_back(static_cast<int>(i));
  return all;
}

std::string label_of(const ProductRate& rate, const ProductRates& all) {
  std::string label = words::size_in_words(rate.M, rate.N, rate.K);
  const bool several = std::ranges::any_of(all.rates, [&](const ProductRate* r) { return r->kernel != rate.kernel; });
  if (several) label += " " + rate.kernel;
  return rate.numbers.empty() ? label : label + " " + rate.numbers;
}

}  // namespace gemmscope::views
