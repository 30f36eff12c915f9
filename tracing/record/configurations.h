// SPDX-License-Identifier: MIT
/// @file configurations.h
/// The variants of a kernel that are checked: by `gemmscope verify`, by the tests, and by scripts/gpu_check.
#pragma once

#include <string>
#include <vector>

#include "kernels/table.h"
#include "tracing/record/request.h"

namespace gemmscope::record {

/// One preset with one layout.
struct Configuration {
  std::string preset;
  std::vector<format::Parameter> layout;
  std::string text() const;  ///< "k10_a6000 PA=4"
};

/// "PA=4 swzA=xor" as parameters.
std::vector<format::Parameter> parameters_of(std::string_view layout);
/// The other way round: "PA=4 swzA=xor" of them.
std::string text_of(const std::vector<format::Parameter>& parameters);
/// Leaves out the overrides that give what the preset gives anyway, and puts the others in the order of the kernel's
/// table. Tile sizes become those of the nearest preset, and what differs from it: equal variants have equal requests.
void tidy(RecordRequest& request);
/// Every layout of KernelInfo::layouts that this preset can have.
std::vector<Configuration> configurations_of(const kernels::KernelInfo& kernel, std::string_view preset);
/// Of every preset.
std::vector<Configuration> configurations_of(const kernels::KernelInfo& kernel);

/// A request for this configuration, its sizes not yet given.
RecordRequest request_of(const kernels::KernelInfo& kernel, const Configuration& configuration);

/// Whether the kernel can do this size: kernels::size_error() says what is wrong if not.
bool size_is_possible(const RecordRequest& request);

}  // namespace gemmscope::record
