// SPDX-License-Identifier: MIT
#include "app/results/bench_report.h"

namespace gemmscope::results {

std::string day_of(const BenchReport& report) { return report.date.substr(0, 10); }

}  // namespace gemmscope::results
