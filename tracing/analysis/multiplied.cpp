// SPDX-License-Identifier: MIT
#include "tracing/analysis/multiplied.h"

#include <algorithm>
#include <set>
#include <vector>

namespace gemmscope::analysis {

namespace {

/// The text of the kernel's body, between its braces; empty: there is none.
std::string_view body_of(std::string_view ptx, const std::string& kernel) {
  std::size_t begin = ptx.find(".entry " + kernel + "(");
  if (begin == ptx.npos) return {};
  begin = std::min(ptx.find('{', begin), ptx.size());
  int depth = 0;
  std::size_t end = begin;
  while (end < ptx.size()) {
    depth += ptx[end] == '{' ? 1 : ptx[end] == '}' ? -1 : 0;
    ++end;
    if (depth == 0) break;
  }
  return ptx.substr(begin, end - begin);
}

bool multiplies_matrices(std::string_view kernel) {
  constexpr std::string_view kInstructions[] = {"mma.sync", "mma.sp", "wgmma.mma",
                                                "tcgen05.mma"};  // wmma.mma.sync, too
  return std::ranges::any_of(kInstructions, [&](std::string_view each) { return kernel.find(each) != kernel.npos; });
}

/// Follows registers that hold what was loaded.
class LoadedRegisters {
 public:
  /// Whether the statement, without its semicolon, adds the product of two of them to something.
  bool are_summed_by(std::string_view statement) {
    constexpr std::string_view kBlanks = " \t\r{}";
    statement.remove_prefix(statement.rfind('\n') + 1);  // behind labels and .loc
    statement.remove_prefix(std::min(statement.find_first_not_of(kBlanks), statement.size()));
    if (statement.starts_with('@')) statement.remove_prefix(std::min(statement.find(' '), statement.size() - 1) + 1);
    const auto is = [&](std::string_view base) { return statement.starts_with(base); };
    if (is("ld.") && !is("ld.param") && !is("ld.const")) {
      for (const std::string_view each : registers(statement.substr(0, statement.find('[')))) known_.insert(each);
    } else if (is("mov.") || is("cvt.")) {
      const std::size_t open = statement.find('{'), comma = statement.find(','),
                        end = open < comma ? statement.find('}') : comma;
      const auto from = registers(statement.substr(std::min(end, statement.size())));
      if (!from.empty() && std::ranges::all_of(from, [&](auto each) { return known_.contains(each); }))
        for (const std::string_view each : registers(statement.substr(0, end))) known_.insert(each);
    } else if (is("fma.") || is("mad.")) {  // not mul, whose results may go into a maximum
      const auto all = registers(statement);
      return all.size() > 2 && all[1] != all[2] && known_.contains(all[1]) && known_.contains(all[2]);
    }
    return false;
  }

 private:
  static std::vector<std::string_view> registers(std::string_view text) {
    std::vector<std::string_view> all;
    for (std::size_t at = text.find('%'); at != text.npos; at = text.find('%', at + 1))
      all.push_back(text.substr(at, text.find_first_of(" ,;}\t\r\n", at) - at));
    return all;
  }

  std::set<std::string_view> known_;
};

}  // namespace

bool multiplies_what_it_loads(const format::Recording& recording) {
  const std::string_view kernel = body_of(recording.code.ptx, recording.code.entry);
  if (multiplies_matrices(kernel)) return true;
  LoadedRegisters loaded;
  for (int pass = 0; pass < 2; ++pass) {  // a loop may multiply what it has loaded further down
    for (std::size_t begin = 0; begin < kernel.size();) {
      const std::size_t end = std::min(kernel.find(';', begin), kernel.size());
      if (loaded.are_summed_by(kernel.substr(begin, end - begin))) return true;
      begin = end + 1;
    }
  }
  return false;
}

std::optional<bool> has_matrix_instructions(const format::Recording& recording) {
  const std::string_view kernel = body_of(recording.code.ptx, recording.code.entry);
  return kernel.empty() ? std::nullopt : std::optional(multiplies_matrices(kernel));
}

bool lanes_pass_on_values(const format::Recording& recording) {
  const std::string_view kernel = body_of(recording.code.ptx, recording.code.entry);
  return kernel.find("shfl.") != kernel.npos || kernel.find("redux.") != kernel.npos;
}

bool may_swap_an_index(const format::Recording& recording, const Tiles& tiles) {
  return tiles.stores_for_others && has_matrix_instructions(recording) == false && !lanes_pass_on_values(recording);
}

std::string_view element_multiplied(const format::Recording& recording, std::uint32_t bytes) {
  const std::string_view kernel = body_of(recording.code.ptx, recording.code.entry);
  const auto has = [&](std::string_view text) { return kernel.find(text) != kernel.npos; };
  if (bytes == 4 && has("fma.rn.f32") && !multiplies_matrices(kernel)) return "float";
  if (bytes == 2 && has(".f16") && !has("bf16")) return "half";
  return "";
}

}  // namespace gemmscope::analysis
