// SPDX-License-Identifier: MIT
#include "tracing/rewrite/rewrite.h"

#include <algorithm>

#include "tracing/rewrite/recorder_text.h"

namespace gemmscope::rewrite {
namespace {

/// Text to add at a byte of the module's text.
struct Insertion {
  std::uint32_t at;
  std::string text;
};

constexpr std::uint64_t kMostStaticShared = 48 * 1024;  // bytes: PTX ISA, ".shared"; more must be dynamic
constexpr std::uint64_t kCounters = 128 + 16;           // bytes, with what aligning them may take

bool has_room(const ptx::Module& module, const ptx::Function& kernel) {
  std::uint64_t bytes = kCounters;
  for (const ptx::Variable* array : arrays_of(module, kernel))
    if (array->space == ptx::Space::kShared) bytes += array->bytes + array->align;
  return bytes <= kMostStaticShared;
}

bool ends_lanes(const ptx::Statement& statement) { return statement.base == "ret" || statement.base == "exit"; }

bool prints(const Place& place, const ptx::Statement& statement) {
  if (statement.base != "call") return false;
  const ptx::Operand& callee = place.kernel.operands_of(statement)[1];
  return callee.of == ptx::Of::kFunction && place.module.functions[callee.index].name == "vprintf";
}

/// Of the first statement, or the first label where one stands before it.
std::uint32_t first_of(const ptx::Module& module, const ptx::Function& kernel) {
  std::uint32_t first = kernel.code.front().span.begin;
  for (const ptx::Label& label : kernel.labels)
    first = std::min(first, static_cast<std::uint32_t>(label.name.data() - module.text().data()));
  return first;
}

std::vector<Insertion> insertions(const Place& place, const std::vector<Site>& sites) {
  const ptx::Function& kernel = place.kernel;
  std::vector<Insertion> all{{kernel.body.begin, declarations(place)}, {place.begin, prologue(place)}};
  const auto arrays = arrays_of(place.module, kernel);
  for (std::uint32_t i = 0; i < arrays.size(); ++i)
    if (is_late(place, *arrays[i]))
      all.push_back(
          {static_cast<std::uint32_t>(place.module.text().find(';', arrays[i]->span.end)) + 1, base_of_late(place, i)});
  for (std::uint32_t i = 0; i < sites.size(); ++i)
    all.push_back({kernel.code[sites[i].statement].span.begin, recorder(place, sites[i], i)});
  for (std::uint32_t i = 0; i < kernel.code.size(); ++i) {
    const ptx::Span span = kernel.code[i].span;
    if (ends_lanes(kernel.code[i])) all.push_back({span.begin, epilogue(place, i)});
    if (!prints(place, kernel.code[i])) continue;
    all.push_back({span.begin, before_print(place, i)});
    all.push_back({span.end, behind_print(place, i)});
  }
  const ptx::Statement& last = kernel.code.back();
  if (!ends_lanes(last) || last.predicate != ptx::kNoIndex)
    all.push_back({kernel.body.end, epilogue(place, static_cast<std::uint32_t>(kernel.code.size()))});
  std::ranges::stable_sort(all, {}, &Insertion::at);
  return all;
}

/// The kernel's text with another name, and what is to be added.
std::string twin(const Place& place, const std::vector<Site>& sites) {
  const ptx::Function& kernel = place.kernel;
  const std::string_view text = place.module.text();
  const auto name_end = static_cast<std::uint32_t>(kernel.name.data() - text.data() + kernel.name.size());
  std::string copy =
      "\n" + std::string(text.substr(kernel.span.begin, name_end - kernel.span.begin)) + std::string(kTwin);
  std::uint32_t at = name_end;
  for (const Insertion& insertion : insertions(place, sites)) {
    copy += text.substr(at, insertion.at - at);
    copy += insertion.text;
    at = insertion.at;
  }
  return copy + std::string(text.substr(at, kernel.span.end - at)) + "\n";
}

std::string declared(std::uint64_t bytes) {
  return "\n.visible .global .align 8 .b8 " + std::string(kControl) + "[" + std::to_string(bytes) + "];\n";
}

}  // namespace

Rewritten rewritten(const ptx::Module& module, bool counts_in_shared) {
  Rewritten result;
  std::vector<Insertion> twins;
  for (std::uint32_t i = 0; i < module.functions.size(); ++i) {
    const ptx::Function& kernel = module.functions[i];
    if (!kernel.is_entry || !kernel.is_defined || kernel.code.empty()) continue;
    const auto sites = sites_of(module, kernel);
    if (!sites) continue;
    const Place place{module, kernel, i, counts_in_shared && has_room(module, kernel), first_of(module, kernel)};
    twins.push_back({kernel.span.end, twin(place, *sites)});
    result.kernels.emplace_back(kernel.name);
    const std::uint64_t bytes = sizeof(Control) + sizeof(std::uint64_t) * arrays_of(module, kernel).size();
    result.control_bytes = std::max(result.control_bytes, bytes);
  }
  std::uint32_t at = 0;
  for (const Insertion& insertion : twins) {
    result.text += module.text().substr(at, insertion.at - at);
    if (at == 0) result.text += declared(result.control_bytes);
    result.text += insertion.text;
    at = insertion.at;
  }
  result.text += module.text().substr(at);
  return result;
}

}  // namespace gemmscope::rewrite
