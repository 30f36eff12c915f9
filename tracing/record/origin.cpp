// SPDX-License-Identifier: MIT
#include "tracing/record/origin.h"

#include <ctime>
#include <fstream>
#include <utility>

namespace gemmscope::record {

std::string build_id() {
  const std::string commit = GEMMSCOPE_COMMIT;
  return commit.empty() ? GS_VERSION : GS_VERSION " (" + commit + ")";
}

std::string host_compiler() { return GEMMSCOPE_COMPILER; }

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

std::string cpu_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown processor";
}

format::Origin make_origin(std::string backend, std::string device, std::string driver, std::string compiler) {
  return {std::move(backend), std::move(device), std::move(driver), std::move(compiler), build_id(), utc_now()};
}

}  // namespace gemmscope::record
