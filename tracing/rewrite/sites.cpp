// SPDX-License-Identifier: MIT
#include "tracing/rewrite/sites.h"

#include <algorithm>
#include <string>

#include "tracing/ptx/lexer.h"

namespace gemmscope::rewrite {
namespace {

using ptx::OperandKind;
using ptx::Space;

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

class Finder {
 public:
  Finder(const ptx::Module& module, const ptx::Function& kernel) : module_(module), kernel_(kernel) {}

  Result<std::vector<Site>> all() {
    const auto asks_grid = [](const ptx::Operand& o) {
      return o.kind == OperandKind::kSpecial && o.special() == ptx::Special::kEnvreg;
    };
    if (std::ranges::any_of(kernel_.operands, asks_grid))
      return fail(ErrorKind::kUsage,
                  "its blocks wait for each other (grid.sync()), which cannot be recorded on a GPU yet");
    for (const ptx::Statement& statement : kernel_.code)
      if (auto done = add(statement); !done) return tl::unexpected(done.error());
    return std::move(sites_);
  }

 private:
  Result<void> add(const ptx::Statement& s) {
    if (is_one_of(s.base, {"ld", "ldu", "st", "atom", "red", "ldmatrix", "stmatrix", "mbarrier"})) return add_access(s);
    if (s.base == "cp") return add_copy(s);
    if (s.base == "cvta" && kernel_.has(s, "param")) return refuse(s);  // some lanes' addresses then are of no memory
    if (is_one_of(s.base, {"bar", "barrier"})) return kernel_.has(s, "warp") ? add_event(s) : add_barrier(s);
    if (s.base == "wmma" && !kernel_.has(s, "mma")) return add_tile(s);
    if (is_one_of(s.base, {"wgmma", "tcgen05", "tex", "tld4", "suld", "sust", "sured", "multimem"})) return refuse(s);
    if (s.base == "call") return check_call(s);
    return {};
  }

  /// Of accesses in functions that are called nothing would be heard.
  Result<void> check_call(const ptx::Statement& s) {
    const ptx::Operand& callee = kernel_.operands_of(s)[1];
    const bool is_outside = callee.of == ptx::Of::kFunction && !module_.functions[callee.index].is_defined;
    return is_outside ? Result<void>() : refuse(s);
  }

  Result<void> add_access(const ptx::Statement& s) {
    Space space = Space::kNone;
    for (const std::string_view word : kernel_.modifiers_of(s))
      if (const Space named = ptx::space_named(word); named != Space::kNone) space = named;
    if (space == Space::kParam || space == Space::kLocal) return {};
    const std::uint32_t address = address_of(s, 0);
    if (address == ptx::kNoIndex) return refuse(s);
    sites_.push_back({.statement = number(s), .space = space, .address = address});
    return {};
  }

  Result<void> add_copy(const ptx::Statement& s) {
    const auto words = kernel_.modifiers_of(s);
    const auto operands = kernel_.operands_of(s);
    const std::string_view what = words.size() < 2 || words[0] != "async" ? std::string_view() : words[1];
    if (what == "commit_group" || what == "wait_group" || what == "wait_all") return add_event(s);
    if (what == "mbarrier") return add_access(s);
    if (what == "bulk") return add_bulk_copy(s);
    if ((what != "ca" && what != "cg") || operands.size() < 3) return refuse(s);
    const std::size_t most = kernel_.has(s, "L2::cache_hint") ? operands.size() - 1 : operands.size();
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
    const auto words = kernel_.modifiers_of(s);
    const bool fits = words.size() > 3 && (words[2] == "shared::cluster" || words[2] == "shared::cta") &&
                      words[3] == "global" && s.operand_count >= 4 && !kernel_.has(s, "multicast::cluster");
    if (!fits) return refuse(s);
    sites_.push_back(
        {.statement = number(s), .kind = SiteKind::kBulk, .space = Space::kShared, .address = s.first_operand});
    add_also(s, s.first_operand + 1, Space::kGlobal);
    add_also(s, s.first_operand + 2);
    add_also(s, s.first_operand + 3, Space::kShared);
    return {};
  }

  Result<void> add_barrier(const ptx::Statement& s) {
    if (kernel_.has(s, "cluster")) return refuse(s);
    // Of bar.red the result comes first.
    const std::uint32_t at = kernel_.has(s, "red") ? 1 : 0;
    sites_.push_back({.statement = number(s), .kind = SiteKind::kBarrier, .address = s.first_operand + at});
    return {};
  }

  /// The n-th operand that is an address.
  std::uint32_t address_of(const ptx::Statement& s, int n) const {
    for (std::uint32_t i = s.first_operand; i < s.first_operand + s.operand_count; ++i)
      if (kernel_.operands[i].kind == OperandKind::kAddress && n-- == 0) return i;
    return ptx::kNoIndex;
  }

  std::uint32_t number(const ptx::Statement& s) const { return static_cast<std::uint32_t>(&s - kernel_.code.data()); }

  Result<void> refuse(const ptx::Statement& s) const {
    std::string at;
    if (s.location != ptx::kNoIndex) at = " in line " + std::to_string(module_.locations[s.location].line);
    return fail(ErrorKind::kUsage, "it has " + ptx::quoted(s.opcode) + at + ", which cannot be recorded on a GPU yet");
  }

  const ptx::Module& module_;
  const ptx::Function& kernel_;
  std::vector<Site> sites_;
};

}  // namespace

Result<std::vector<Site>> sites_of(const ptx::Module& module, const ptx::Function& kernel) {
  return Finder(module, kernel).all();
}

std::vector<const ptx::Variable*> arrays_of(const ptx::Module& module, const ptx::Function& kernel) {
  std::vector<const ptx::Variable*> arrays;
  const auto is_wanted = [](const ptx::Variable& v) {
    return v.space == Space::kShared || v.space == Space::kConst || v.space == Space::kGlobal;
  };
  for (const ptx::Variable& variable : kernel.variables)
    if (is_wanted(variable)) arrays.push_back(&variable);
  for (std::uint32_t i = 0; i < module.variables.size(); ++i) {
    const auto names_it = [&](const ptx::Operand& o) { return o.of == ptx::Of::kModuleVariable && o.index == i; };
    if (is_wanted(module.variables[i]) && std::ranges::any_of(kernel.operands, names_it))
      arrays.push_back(&module.variables[i]);
  }
  return arrays;
}

}  // namespace gemmscope::rewrite
