// SPDX-License-Identifier: MIT
#include "tracing/rewrite/sites.h"

#include <algorithm>
#include <string>

#include "tracing/ptx/calls.h"
#include "tracing/ptx/lexer.h"

namespace gemmscope::rewrite {
namespace {

using ptx::OperandKind;
using ptx::Space;

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

std::uint32_t number_of(const ptx::Module& module, const ptx::Function& function) {
  return static_cast<std::uint32_t>(&function - module.functions.data());
}

/// Finds the sites of one function.
class Finder {
 public:
  Finder(const ptx::Module& module, const ptx::Function& function, std::vector<Site>& sites)
      : module_(module), function_(function), sites_(sites) {}

  Result<void> run() {
    for (const ptx::Statement& statement : function_.code)
      if (auto done = add(statement); !done) return done;
    return {};
  }

 private:
  Result<void> add(const ptx::Statement& s) {
    if (is_one_of(s.base, {"ld", "ldu", "st", "atom", "red", "ldmatrix", "stmatrix"})) return add_access(s);
    if (s.base == "mbarrier")
      return function_.has(s, "test_wait") || function_.has(s, "try_wait") ? add_test(s) : add_access(s);
    if (s.base == "cp") return add_copy(s);
    if (is_one_of(s.base, {"bar", "barrier"})) return function_.has(s, "warp") ? add_event(s) : add_barrier(s);
    if (s.base == "wmma" && !function_.has(s, "mma")) return add_tile(s);
    if (is_one_of(s.base, {"wgmma", "tcgen05", "tex", "tld4", "suld", "sust", "sured", "multimem"})) return refuse(s);
    if (s.base == "call") return add_call(s);
    return {};
  }

  Result<void> add_call(const ptx::Statement& s) {
    const auto operands = function_.operands_of(s);
    if (operands[1].of == ptx::Of::kFunction) return {};
    // Which functions .calltargets names, a twin would have to say anew; nvcc never writes it.
    const bool is_pointer = operands.size() == 4 && operands[1].kind == OperandKind::kRegister &&
                            operands[3].kind == OperandKind::kPrototype;
    if (!is_pointer || !function_.prototypes[operands[3].index].targets.empty()) return refuse(s);
    sites_.push_back({.statement = number(s), .kind = SiteKind::kNowhere, .address = s.first_operand + 1});
    return {};
  }

  /// mbarrier.try_wait.parity.shared.b64 p, [at], parity
  Result<void> add_test(const ptx::Statement& s) {
    if (auto done = add_access(s); !done) return done;
    const ptx::Operand& result = function_.operands_of(s)[0];
    const bool is_predicate =
        result.kind == OperandKind::kRegister && function_.registers[result.index].type == ptx::Type::kPred;
    // If it changes its own predicate, it is not known afterwards which lanes did it.
    if (!is_predicate || s.predicate == result.index) return refuse(s);
    sites_.back().kind = SiteKind::kTest;
    sites_.back().condition = s.first_operand;
    return {};
  }

  Result<void> add_access(const ptx::Statement& s) {
    Space space = Space::kNone;
    for (const std::string_view word : function_.modifiers_of(s))
      if (const Space named = ptx::space_named(word); named != Space::kNone) space = named;
    if (space == Space::kParam || space == Space::kLocal) return {};
    const std::uint32_t address = address_of(s, 0);
    if (address == ptx::kNoIndex) return refuse(s);
    sites_.push_back({.statement = number(s), .space = space, .address = address});
    return {};
  }

  Result<void> add_copy(const ptx::Statement& s) {
    const auto words = function_.modifiers_of(s);
    const auto operands = function_.operands_of(s);
    const std::string_view what = words.size() < 2 || words[0] != "async" ? std::string_view() : words[1];
    if (what == "commit_group" || what == "wait_group" || what == "wait_all") return add_event(s);
    if (what == "mbarrier") return add_access(s);
    if (what == "bulk") return add_bulk_copy(s);
    if ((what != "ca" && what != "cg") || operands.size() < 3) return refuse(s);
    const std::size_t most = function_.has(s, "L2::cache_hint") ? operands.size() - 1 : operands.size();
    const std::uint32_t condition = most > 3 ? s.first_operand + 3 : ptx::kNoIndex;
    sites_.push_back({.statement = number(s),
                      .part = 0,
                      .space = Space::kGlobal,
                      .address = address_of(s, 1),
                      .condition = condition});
    sites_.push_back({.statement = number(s), .part = 1, .space = Space::kShared, .address = address_of(s, 0)});
    return {};
  }

  Result<void> add_event(const ptx::Statement& s) {
    sites_.push_back({.statement = number(s), .kind = SiteKind::kEvent});
    return {};
  }

  /// wmma.load to, [address]{, stride}; wmma.store [address], from{, stride}
  Result<void> add_tile(const ptx::Statement& s) {
    if (auto done = add_access(s); !done) return done;
    sites_.back().kind = SiteKind::kTile;
    add_also(s, s.operand_count > 2 ? s.first_operand + 2 : ptx::kNoIndex);
    return {};
  }

  void add_also(const ptx::Statement& s, std::uint32_t operand, Space space = Space::kNone) {
    sites_.push_back({.statement = number(s), .kind = SiteKind::kAlso, .space = space, .address = operand});
  }

  /// cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [to], [from], bytes, [mbarrier]
  Result<void> add_bulk_copy(const ptx::Statement& s) {
    const auto words = function_.modifiers_of(s);
    const bool fits = words.size() > 3 && (words[2] == "shared::cluster" || words[2] == "shared::cta") &&
                      words[3] == "global" && s.operand_count >= 4 && !function_.has(s, "multicast::cluster");
    if (!fits) return refuse(s);
    sites_.push_back(
        {.statement = number(s), .kind = SiteKind::kBulk, .space = Space::kShared, .address = s.first_operand});
    add_also(s, s.first_operand + 1, Space::kGlobal);
    add_also(s, s.first_operand + 2);
    add_also(s, s.first_operand + 3, Space::kShared);
    return {};
  }

  Result<void> add_barrier(const ptx::Statement& s) {
    if (function_.has(s, "cluster")) return refuse(s);
    // Of bar.red the result comes first.
    const std::uint32_t at = function_.has(s, "red") ? 1 : 0;
    sites_.push_back({.statement = number(s), .kind = SiteKind::kBarrier, .address = s.first_operand + at});
    return {};
  }

  /// The n-th operand that is an address.
  std::uint32_t address_of(const ptx::Statement& s, int n) const {
    for (std::uint32_t i = s.first_operand; i < s.first_operand + s.operand_count; ++i)
      if (function_.operands[i].kind == OperandKind::kAddress && n-- == 0) return i;
    return ptx::kNoIndex;
  }

  std::uint32_t number(const ptx::Statement& s) const { return static_cast<std::uint32_t>(&s - function_.code.data()); }

  Result<void> refuse(const ptx::Statement& s) const {
    std::string at;
    if (s.location != ptx::kNoIndex) at = " in line " + std::to_string(module_.locations[s.location].line);
    return fail(ErrorKind::kUsage, "it has " + ptx::quoted(s.opcode) + at + ", which cannot be recorded on a GPU yet");
  }

  const ptx::Module& module_;
  const ptx::Function& function_;
  std::vector<Site>& sites_;
};

}  // namespace

Result<std::vector<Site>> sites_of(const ptx::Module& module, const ptx::Function& kernel) {
  for (const ptx::Function& function : module.functions)
    if (!function.is_defined && is_one_of(function.name, {"malloc", "free"}))
      return fail(ErrorKind::kUsage, "kernels of its program call " + std::string(function.name) +
                                         ", and where a GPU has that memory is not known");
  std::vector<Site> sites;
  std::uint32_t number = 0;
  for (const std::uint32_t f : ptx::reached_from(module, number_of(module, kernel))) {
    const std::size_t first = sites.size();
    if (auto done = Finder(module, module.functions[f], sites).run(); !done) return tl::unexpected(done.error());
    for (Site& site : std::span(sites).subspan(first)) site.function = number;
    ++number;
  }
  return sites;
}

std::vector<const ptx::Variable*> arrays_of(const ptx::Module& module, const ptx::Function& kernel) {
  std::vector<const ptx::Variable*> arrays;
  const auto is_wanted = [](const ptx::Variable& v) {
    return v.space == Space::kShared || v.space == Space::kConst || v.space == Space::kGlobal;
  };
  std::vector<bool> is_named(module.variables.size());
  for (const std::uint32_t f : ptx::reached_from(module, number_of(module, kernel))) {
    for (const ptx::Variable& variable : module.functions[f].variables)
      if (is_wanted(variable)) arrays.push_back(&variable);
    for (const ptx::Operand& operand : module.functions[f].operands)
      if (operand.of == ptx::Of::kModuleVariable) is_named[operand.index] = true;
  }
  for (std::size_t i = 0; i < module.variables.size(); ++i)
    if (is_named[i] && is_wanted(module.variables[i])) arrays.push_back(&module.variables[i]);
  return arrays;
}

}  // namespace gemmscope::rewrite
