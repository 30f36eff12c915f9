// SPDX-License-Identifier: MIT
#include "tracing/record/configurations.h"

#include <algorithm>

#include "tracing/record/plan.h"

namespace gemmscope::record {

std::string Configuration::text() const { return preset + (layout.empty() ? "" : " " + text_of(layout)); }

std::vector<format::Parameter> parameters_of(std::string_view layout) {
  std::vector<format::Parameter> parameters;
  while (!layout.empty()) {
    const std::string_view one = layout.substr(0, layout.find(' '));
    const std::size_t equals = one.find('=');
    parameters.push_back({std::string(one.substr(0, equals)), std::string(one.substr(equals + 1))});
    layout.remove_prefix(std::min(layout.size(), one.size() + 1));
  }
  return parameters;
}

std::string text_of(const std::vector<format::Parameter>& parameters) {
  std::string text;
  for (const format::Parameter& p : parameters) text += (text.empty() ? "" : " ") + p.name + "=" + p.value;
  return text;
}

void tidy(RecordRequest& request) {
  if (const auto variant = variant_of(request)) {  // of other sizes, what differs from the nearest preset
    const std::string_view nearest = variant->kernel->presets[variant->preset].name;
    if (!request.preset.empty() || variant->preset != 0) request.preset = nearest;
    request.overrides.clear();
    for (const auto& [name, value] : variant->parameters()) request.overrides.push_back({name, value});
  }
  const auto usual = kernels::resolve(request.kernel, request.preset, {});
  if (!usual) return;
  const auto parameters = usual->parameters();
  std::erase_if(request.overrides, [&](const format::Parameter& p) {
    return std::ranges::find(parameters, std::pair(p.name, p.value)) != parameters.end();
  });
  const auto place = [&](const format::Parameter& p) {
    return std::ranges::find(parameters, p.name, &std::pair<std::string, std::string>::first) - parameters.begin();
  };
  std::ranges::stable_sort(request.overrides, {}, place);
}

std::vector<Configuration> configurations_of(const kernels::KernelInfo& kernel, std::string_view preset) {
  std::vector<Configuration> all;
  for (const std::string_view layout : kernel.layouts) {
    Configuration one{std::string(preset), parameters_of(layout)};
    if (variant_of(request_of(kernel, one))) all.push_back(std::move(one));
  }
  return all;
}

std::vector<Configuration> configurations_of(const kernels::KernelInfo& kernel) {
  std::vector<Configuration> all;
  for (const kernels::Preset& preset : kernel.presets)
    for (Configuration& one : configurations_of(kernel, preset.name)) all.push_back(std::move(one));
  return all;
}

RecordRequest request_of(const kernels::KernelInfo& kernel, const Configuration& configuration) {
  RecordRequest request;
  request.kernel = kernel.name;
  request.preset = configuration.preset;
  request.overrides = configuration.layout;
  return request;
}

bool size_is_possible(const RecordRequest& r) {
  const auto variant = variant_of(r);
  return variant && kernels::size_error(*variant, r.M, r.N, r.K).empty();
}

}  // namespace gemmscope::record
