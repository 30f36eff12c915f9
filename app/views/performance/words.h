// SPDX-License-Identifier: MIT
/// @file words.h
/// What is said of measured rates, the same in the window and on the command line.
#pragma once

#include <string>

#include "app/views/parts/product_rates.h"
#include "app/views/parts/rate_words.h"

namespace gemmscope::views {

/// "71 % of cuBLAS"; empty without `whole`.
std::string share_in_words(double part, std::optional<double> whole, const std::string& of);

/// Device, driver, compiler, cuBLAS and day of the report.
std::string origin_in_words(const results::BenchReport& report);
/// "Peak: 132 SMs x 128 lanes x 2 x 1 980 MHz = 66 908 GFLOP/s", or that it is not known.
std::string peak_in_words(const results::BenchReport& report);
/// What the GPU here does; empty where nothing has looked for one.
std::string live_in_words(const cuda::LiveTrace& live);
/// The same without the device and the sizes: "Live: 33 600 GFLOP/s, 68 % of cuBLAS, 50 % of peak"; and what they are.
std::string live_rate_in_words(const cuda::LiveTrace& live);
std::string live_place_in_words(const cuda::LiveTrace& live);
/// That the live rate is far below the report's for the same device, kernel, numbers and sizes. Empty where it is not,
/// or where there is nothing to compare with.
std::string busy_in_words(const ProductRates& rates, const cuda::LiveTrace& live);

/// One sentence that says how fast the program's product that is shown was, or that it was not measured.
std::string answer_in_words(const ProductRates& rates);
/// How a program is measured, and the report shown.
std::string how_to_measure_in_words(const ProductRates& rates);

/// The whole view as text.
Result<std::string> performance_text(const session::Look& look);

}  // namespace gemmscope::views
