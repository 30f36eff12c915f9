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

/// Whether the kernel multiplies bytes that are packed in words: dp4a, or matrix instructions.
bool multiplies_bytes(const Kernel& kernel) {
  const ptx::Function& function = *kernel.function;
  return std::ranges::any_of(function.code, [&](const ptx::Statement& each) {
    return each.base == "dp4a" ||
           ((each.base == "mma" || each.base == "wmma") && (function.has(each, "s8") || function.has(each, "u8")));
  });
}

/// Bytes of an element of an array in global memory.
std::uint32_t element_bytes(const std::vector<lockstep::Allocation>& array, const MovedBytes& moved,
                            const Kernel& kernel, const ArrayNames& names) {
  std::optional<std::uint32_t> said, align;
  if (array.size() == 1) {
    said = text_of(kernel).bytes_of_number(names.type_of(array[0]));
    if (const ptx::Variable* const variable = names.variable_at(array[0])) align = variable->align;
  }
  // Bytes that are only moved in words are memory without a type elsewhere.
  if (said == 1u && moved.stored == 0 && multiplies_bytes(kernel)) return 1;
  const std::uint32_t bytes = element_bytes_of(moved, said, align);
  return array.size() > 1 || array[0].bytes % bytes == 0 ? bytes : std::max(1u, moved.least);
}

/// Gives it the rows of its declaration, `float tile[BK][BM]`.
void add_rows(format::Tensor& tensor, const DeclaredArray& declared) {
  if (declared.extents.size() < 2 || tensor.element_bytes == 0 || !declared.element_bytes) return;
  const std::uint64_t columns = std::uint64_t{declared.extents.back()} * *declared.element_bytes / tensor.element_bytes;
  if (columns == 0 || columns >= tensor.layout.columns || tensor.layout.columns % columns != 0) return;
  tensor.layout.rows = tensor.layout.columns / static_cast<std::uint32_t>(columns);
  tensor.layout.columns = tensor.layout.pitch = static_cast<std::uint32_t>(columns);
}

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

/// Its rows and the type of its elements are those of its declaration.
format::Tensor shared_array(const Kernel& kernel, const lockstep::SharedArray& array, std::uint32_t bytes,
                            const MovedBytes& moved) {
  const std::string name = ptx::last_name(array.name);
  const auto declared = declared_array(text_of(kernel), name, bytes);
  const std::uint32_t element = element_bytes_of(moved, declared ? declared->element_bytes : std::nullopt,
                                                 alignment_of(**kernel.module->ptx, array.name));
  format::Tensor tensor =
      row_of(name, format::Space::kShared, bytes, bytes % element == 0 ? element : std::max(1u, moved.least));
  tensor.offset = array.offset;
  if (declared) add_rows(tensor, *declared);
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
  for (std::size_t i = 0; i < numbering.arrays().size(); ++i) {
    const std::vector<lockstep::Allocation>& touched = numbering.arrays()[i];
    const MovedBytes moved = moved_bytes(numbering.heard_as()[i]);
    r.tensors.push_back(array_of(touched, numbering, names, element_bytes(touched, moved, kernel, names)));
    const ptx::Variable* const variable = touched.size() == 1 ? names.variable_at(touched[0]) : nullptr;
    if (variable == nullptr) continue;
    const auto declared = declared_variable(text_of(kernel), r.tensors.back().name, touched[0].bytes);
    if (declared) add_rows(r.tensors.back(), *declared);
  }
  for (std::uint32_t i = 0; i < shared.size(); ++i) {
    const std::uint32_t bytes = shared[i].is_dynamic ? launch.dynamic_shared : shared[i].bytes;
    const std::uint32_t heard_as = record::kFirstShared + i;
    r.tensors.push_back(shared_array(kernel, shared[i], bytes, moved_bytes(std::span(&heard_as, 1))));
  }
}

}  // namespace gemmscope::runtime
