// SPDX-License-Identifier: MIT
#include "tracing/rewrite/rewrite.h"

#include <algorithm>
#include <charconv>
#include <map>

#include "tracing/ptx/calls.h"
#include "tracing/rewrite/recorder_text.h"

namespace gemmscope::rewrite {
namespace {

/// Text instead of bytes [begin, end) of the module's text.
struct Edit {
  std::uint32_t begin = 0, end = 0;
  std::string text;
};
Edit insertion(std::uint32_t at, std::string text) { return {at, at, std::move(text)}; }

constexpr std::uint64_t kMostStaticShared = 48 * 1024;  // bytes: PTX ISA, ".shared"; more must be dynamic
constexpr std::uint64_t kCounters = 128 + 16;           // bytes, with what aligning them may take

bool have_room(const std::vector<const ptx::Variable*>& arrays) {
  std::uint64_t bytes = kCounters;
  for (const ptx::Variable* array : arrays)
    if (array->space == ptx::Space::kShared) bytes += array->bytes + array->align;
  return bytes <= kMostStaticShared;
}

bool asks_for_grid(const ptx::Function& function) {
  return std::ranges::any_of(function.operands, [](const ptx::Operand& o) {
    return o.kind == ptx::OperandKind::kSpecial && o.special() == ptx::Special::kEnvreg;
  });
}

bool names_arguments(const ptx::Function& function) {
  return std::ranges::any_of(function.code, [&](const ptx::Statement& s) {
    return s.base == "cvta" && (function.has(s, "param") || function.has(s, "param::entry"));
  });
}

bool ends_lanes(const ptx::Statement& statement) { return statement.base == "ret" || statement.base == "exit"; }

/// Where the first statement begins, or the first label if one is before it.
std::uint32_t first_of(const ptx::Module& module, const ptx::Function& function) {
  std::uint32_t first = function.code.empty() ? function.body.end : function.code.front().span.begin;
  for (const ptx::Label& label : function.labels)
    first = std::min(first, static_cast<std::uint32_t>(label.name.data() - module.text().data()));
  return first;
}

/// A call, so that a twin calls twins, and prints in the last run alone.
void edit_call(const Place& place, std::uint32_t number, std::vector<Edit>& edits) {
  const ptx::Statement& call = place.function.code[number];
  const ptx::Operand& callee = place.function.operands_of(call)[1];
  if (callee.of != ptx::Of::kFunction) {
    edits.push_back(insertion(call.span.begin, before_call(place, call)));
    edits.push_back({callee.span.begin, callee.span.end, "%gs_f"});
    return;
  }
  const auto& functions = place.of.module.functions;
  const ptx::Function& function = functions[ptx::callees_of(place.of.module, place.function, call).functions.front()];
  if (function.is_defined)
    edits.push_back({callee.span.begin, callee.span.end, std::string(function.name) + twin_suffix(place.of, function)});
  if (function.name != "vprintf") return;
  edits.push_back(insertion(call.span.begin, before_print(place, number)));
  edits.push_back(insertion(call.span.end, behind_print(place, number)));
}

void add_epilogues(const Place& place, std::vector<Edit>& edits) {
  const auto& code = place.function.code;
  for (std::uint32_t i = 0; i < code.size(); ++i)
    if (ends_lanes(code[i])) edits.push_back(insertion(code[i].span.begin, epilogue(place, i)));
  if (!ends_lanes(code.back()) || code.back().predicate != ptx::kNoIndex)
    edits.push_back(insertion(place.function.body.end, epilogue(place, static_cast<std::uint32_t>(code.size()))));
}

/// In the order of the text.
std::vector<Edit> edits_of(const Place& place, std::uint32_t function_number) {
  const ptx::Function& function = place.function;
  const std::string_view text = place.of.module.text();
  const auto name_end = static_cast<std::uint32_t>(function.name.data() - text.data() + function.name.size());
  std::vector<Edit> all{insertion(name_end, twin_suffix(place.of, function)),
                        insertion(function.body.begin, declarations(place))};
  if (place.is_kernel()) all.push_back(insertion(place.begin, prologue(place)));
  for (std::uint32_t i = 0; i < place.of.arrays.size(); ++i)
    if (const ptx::Variable& array = *place.of.arrays[i]; is_late(place, array))
      all.push_back(insertion(static_cast<std::uint32_t>(text.find(';', array.span.end)) + 1, base_of_late(place, i)));
  for (std::uint32_t i = 0; i < function.code.size(); ++i)
    if (function.code[i].base == "call") edit_call(place, i, all);
  for (std::uint32_t i = 0; i < place.of.sites.size(); ++i) {
    const Site& site = place.of.sites[i];
    if (site.function != function_number) continue;
    const ptx::Span span = function.code[site.statement].span;
    all.push_back(insertion(site.kind == SiteKind::kTest ? span.end : span.begin, recorder(place, site, i)));
  }
  if (place.is_kernel()) add_epilogues(place, all);
  std::ranges::stable_sort(all, {}, &Edit::begin);
  return all;
}

/// The function's text from its begin up to `end`, with another name, and what is to be added.
std::string edited(const Place& place, const std::vector<Edit>& edits, std::uint32_t end) {
  const std::string_view text = place.of.module.text();
  std::string copy = "\n";
  std::uint32_t at = place.function.span.begin;
  for (const Edit& edit : edits) {
    if (edit.begin > end) break;
    copy += text.substr(at, edit.begin - at);
    copy += edit.text;
    at = edit.end;
  }
  return copy + std::string(text.substr(at, end - at));
}

/// The kernel's twin, and before it those of all functions that it may call. These are declared in the module's order:
/// it is that in which the interpreter runs lanes that call several by pointers.
std::string twins_of(const Recorded& kernel) {
  std::map<std::uint32_t, std::string> declared;
  std::string defined;
  for (std::uint32_t f = 0; f < kernel.functions.size(); ++f) {
    const ptx::Function& function = kernel.module.functions[kernel.functions[f]];
    const Place place{kernel, function, first_of(kernel.module, function)};
    const std::vector<Edit> edits = edits_of(place, f);
    const std::uint32_t brace = function.body.begin - 1;
    if (!place.is_kernel()) declared[kernel.functions[f]] = edited(place, edits, brace) + ";\n";
    defined += edited(place, edits, function.span.end) + "\n";
  }
  std::string text;
  for (const auto& [number, head] : declared) text += head;
  return text + defined;
}

std::string declared(std::uint64_t bytes) {
  return "\n.visible .global .align 8 .b8 " + std::string(kControl) + "[" + std::to_string(bytes) + "];\n";
}

}  // namespace

bool runs_on(std::string_view target, unsigned architecture) {
  constexpr std::string_view kPrefix = "sm_";
  unsigned own = 0;
  const char* const end = target.data() + target.size();
  const auto [rest, error] = std::from_chars(target.data() + std::min(kPrefix.size(), target.size()), end, own);
  if (error != std::errc() || own > architecture) return false;
  const char suffix = rest == end ? '\0' : *rest;
  return suffix == 'a' ? own == architecture : suffix != 'f' || own / 10 == architecture / 10;
}

Rewritten rewritten(const ptx::Module& module, bool counts_in_shared) {
  Rewritten result;
  std::string twins;
  std::uint32_t end = 0;  // of the last function: from there on all that a twin may name is declared
  for (std::uint32_t i = 0; i < module.functions.size(); ++i) {
    const ptx::Function& kernel = module.functions[i];
    end = std::max(end, kernel.span.end);
    if (!kernel.is_entry || !kernel.is_defined || kernel.code.empty()) continue;
    auto sites = sites_of(module, kernel);
    if (!sites) continue;
    Recorded recorded{module, i, ptx::reached_from(module, i), std::move(*sites), arrays_of(module, kernel)};
    recorded.counts_in_shared = counts_in_shared && recorded.functions.size() == 1 && have_room(recorded.arrays);
    const auto any = [&](bool (*has)(const ptx::Function&)) {
      return std::ranges::any_of(recorded.functions, [&](std::uint32_t f) { return has(module.functions[f]); });
    };
    recorded.waits_for_grid = any(asks_for_grid), recorded.names_arguments = any(names_arguments);
    twins += twins_of(recorded);
    result.kernels.emplace_back(kernel.name);
    const std::uint64_t bytes = sizeof(Control) + sizeof(std::uint64_t) * recorded.arrays.size();
    result.control_bytes = std::max(result.control_bytes, bytes);
  }
  result.text = module.text().substr(0, end);
  if (!twins.empty()) result.text += declared(result.control_bytes) + twins;
  result.text += module.text().substr(end);
  return result;
}

}  // namespace gemmscope::rewrite
