// SPDX-License-Identifier: MIT
#include "tracing/runtime/recorded_arrays.h"

#include <algorithm>

#include "tracing/ptx/readable_names.h"
#include "tracing/record/log_entry.h"
#include "tracing/runtime/array_names.h"
#include "tracing/runtime/element_types.h"

namespace gemmscope::runtime {
namespace {

format::Tensor row_of(std::string name, format::Space space, std::uint64_t bytes, std::uint32_t element_bytes) {
  format::Tensor tensor;
  tensor.name = std::move(name);
  tensor.space = space;
  tensor.element_bytes = element_bytes == 0 ? 1 : element_bytes;
  const auto elements = static_cast<std::uint32_t>(bytes / tensor.element_bytes);
  tensor.layout = {.rows = 1, .columns = elements, .pitch = elements};
  return tensor;
}

/// The part of an array in global memory that was touched, from the first of its allocations on.
format::Tensor array_of(const std::vector<lockstep::Allocation>& touched, const Numbering& numbering,
                        const ArrayNames& names, std::uint32_t element_bytes) {
  const auto past_boundary = static_cast<std::uint8_t>(touched[0].address % format::kBoundary);
  if (touched.size() == 1) {
    format::Tensor tensor = row_of(names.of(touched[0]), format::Space::kGlobal, touched[0].bytes, element_bytes);
    tensor.past_boundary = past_boundary;
    return tensor;
  }
  std::vector<format::Part> parts;
  for (const lockstep::Allocation& each : touched)
    parts.push_back({names.of(each), static_cast<std::uint32_t>(numbering.places().at(each.id).offset),
                     static_cast<std::uint32_t>(each.bytes)});
  const std::uint64_t end = std::uint64_t{parts.back().offset} + parts.back().bytes + element_bytes - 1;
  format::Tensor tensor = row_of(names.of_all(touched), format::Space::kGlobal, end, element_bytes);
  tensor.parts = std::move(parts);
  tensor.past_boundary = past_boundary;
  return tensor;
}

/// What is known about the elements of arrays in global memory.
class ElementTypes {
 public:
  ElementTypes(const Kernel& kernel, const Arguments& arguments)
      : kernel_(kernel), arguments_(arguments), said_(bytes_pointed_to(kernel.name)) {
    if (said_.size() != arguments.program.parameters.size()) said_.clear();
  }

  std::uint32_t bytes_of(const std::vector<lockstep::Allocation>& array, const MovedBytes& moved) const {
    std::optional<std::uint32_t> said, align;
    if (array.size() == 1) said = by_parameters(array[0]), align = by_variable(array[0]);
    const std::uint32_t bytes = element_bytes_of(moved, said, align);
    return array.size() > 1 || array[0].bytes % bytes == 0 ? bytes : std::max(1u, moved.least);
  }

 private:
  /// Nothing: no parameter points there, or several different ones do.
  std::optional<std::uint32_t> by_parameters(const lockstep::Allocation& array) const {
    std::optional<std::uint32_t> bytes;
    for (std::size_t i = 0; i < said_.size(); ++i) {
      if (arguments_.program.parameters[i].bytes != 8 || !array.holds(arguments_.bits(i))) continue;
      if (!said_[i] || (bytes && *bytes != *said_[i])) return std::nullopt;
      bytes = said_[i];
    }
    return bytes;
  }
  std::optional<std::uint32_t> by_variable(const lockstep::Allocation& array) const {
    const auto& addresses = kernel_.module->variables;
    const auto at = std::ranges::find(addresses, array.address);
    if (at == addresses.end()) return std::nullopt;
    return (*kernel_.module->ptx)->variables[static_cast<std::size_t>(at - addresses.begin())].align;
  }

  const Kernel& kernel_;
  const Arguments& arguments_;
  std::vector<std::optional<std::uint32_t>> said_;
};

/// The alignment of the array's declaration in PTX; nothing: it is not found.
std::optional<std::uint32_t> alignment_of(const ptx::Module& module, std::string_view name) {
  const auto is_it = [&](const ptx::Variable& v) { return v.space == ptx::Space::kShared && v.name == name; };
  const auto find_in = [&](const std::vector<ptx::Variable>& variables) -> std::optional<std::uint32_t> {
    const auto found = std::ranges::find_if(variables, is_it);
    return found == variables.end() ? std::nullopt : std::optional(found->align);
  };
  std::optional<std::uint32_t> align = find_in(module.variables);
  for (std::size_t f = 0; f < module.functions.size() && !align; ++f) align = find_in(module.functions[f].variables);
  return align;
}

/// Its rows and the type of its elements are those of its declaration, if a text of the recording has it.
format::Tensor shared_array(const format::Recording& r, const Kernel& kernel, const lockstep::SharedArray& array,
                            std::uint32_t bytes, const MovedBytes& moved) {
  std::vector<std::string_view> texts{r.source.text};
  for (const format::Source& file : r.included) texts.emplace_back(file.text);
  const std::string name = ptx::last_name(array.name);
  const auto declared = declared_array(texts, name, bytes);
  const std::uint32_t element = element_bytes_of(moved, declared ? declared->element_bytes : std::nullopt,
                                                 alignment_of(**kernel.module->ptx, array.name));
  format::Tensor tensor =
      row_of(name, format::Space::kShared, bytes, bytes % element == 0 ? element : std::max(1u, moved.least));
  tensor.offset = array.offset;
  if (!declared || declared->extents.size() < 2 || tensor.element_bytes == 0) return tensor;
  const std::uint64_t columns =
      std::uint64_t{declared->extents.back()} * *declared->element_bytes / tensor.element_bytes;
  if (columns == 0 || columns >= tensor.layout.columns || tensor.layout.columns % columns != 0) return tensor;
  tensor.layout.rows = tensor.layout.columns / static_cast<std::uint32_t>(columns);
  tensor.layout.columns = tensor.layout.pitch = static_cast<std::uint32_t>(columns);
  return tensor;
}

}  // namespace

void add_tensors(format::Recording& r, const LaunchOf& of, const std::deque<Recorder>& heard, const Arrays& arrays,
                 const Numbering& numbering) {
  const auto& [kernel, launch, arguments, shared] = of;
  const auto moved_bytes = [&](std::span<const std::uint32_t> heard_as) {
    MovedBytes all;
    for (const Recorder& recorder : heard)
      for (const std::uint32_t array : heard_as) all.add(recorder.moved_bytes()[array]);
    return all;
  };
  const ArrayNames names(arguments, *kernel.module, arrays);
  const ElementTypes types(kernel, arguments);
  for (std::size_t i = 0; i < numbering.arrays().size(); ++i) {
    const std::vector<lockstep::Allocation>& touched = numbering.arrays()[i];
    r.tensors.push_back(
        array_of(touched, numbering, names, types.bytes_of(touched, moved_bytes(numbering.heard_as()[i]))));
  }
  for (std::uint32_t i = 0; i < shared.size(); ++i) {
    const std::uint32_t bytes = shared[i].is_dynamic ? launch.dynamic_shared : shared[i].bytes;
    const std::uint32_t heard_as = record::kFirstShared + i;
    r.tensors.push_back(shared_array(r, kernel, shared[i], bytes, moved_bytes(std::span(&heard_as, 1))));
  }
}

}  // namespace gemmscope::runtime
