// SPDX-License-Identifier: MIT
#include "kernels/former_names.h"

namespace gemmscope::kernels {

namespace {

struct Renamed {
  std::string_view of, before, now;
};

constexpr Renamed kPresets[] = {
    {"warp_tile", "seed_tm1_w1", "tm1_wniter1"},
    {"warp_tile", "seed_tm1_w2", "tm1_wniter2"},
    {"warp_tile", "seed_small", "tm1_small"},
};
constexpr Renamed kValues[] = {{"load", "seed", "one_pass"}};

}  // namespace

std::string_view todays_preset(std::string_view kernel, std::string_view preset) {
  for (const Renamed& r : kPresets)
    if (r.before == preset && kernel == r.of) return r.now;
  return preset;
}

std::string_view todays_value(std::string_view parameter, std::string_view value) {
  for (const Renamed& r : kValues)
    if (r.before == value && r.of == parameter) return r.now;
  return value;
}

}  // namespace gemmscope::kernels
