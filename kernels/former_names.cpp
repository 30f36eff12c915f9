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

constexpr FormerParameter kFormer[] = {
    {"vectorized", "single", "false", "true", "vectorized_one_pass"},
    {"vectorized", "naming", "ours", "swapped", "vectorized_roles_swapped"},
    {"sgemm64", "ktail", "zero", "maxas", "sgemm64_no_tail"},
};

/// Of a deliberately broken kernel the one that it was made from.
std::string_view correct_name(const KernelInfo& kernel) {
  return kernel.mistake != nullptr ? kernel.mistake->kernel : kernel.name;
}

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

const FormerParameter* find_former(const KernelInfo& kernel, std::string_view name, std::string_view value) {
  for (const FormerParameter& f : kFormer)
    if (f.kernel == correct_name(kernel) && f.name == name && (f.correct == value || f.mistaken == value)) return &f;
  return nullptr;
}

bool still_is(const KernelInfo& kernel, const FormerParameter& former, std::string_view value) {
  return (kernel.name == former.broken) == (value == former.mistaken);
}

}  // namespace gemmscope::kernels
