// SPDX-License-Identifier: MIT
#include "tracing/machine/access.h"

#include <algorithm>
#include <array>

#include "tracing/ptx/module.h"

namespace gemmscope::machine {
namespace {

enum class What : std::uint8_t { kLoad, kStore, kAtomic };

Kind kind_of(ptx::Space space, What what) {
  const Kind first = space == ptx::Space::kGlobal   ? Kind::kGlobalLoad
                     : space == ptx::Space::kShared ? Kind::kSharedLoad
                                                    : Kind::kGenericLoad;
  return static_cast<Kind>(static_cast<int>(first) + static_cast<int>(what));
}

/// The modifiers of an operation: "LDG.E.128" has E and 128.
std::vector<std::string_view> parts_of(std::string_view operation) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at <= operation.size();) {
    const std::size_t end = std::min(operation.find('.', at), operation.size());
    parts.push_back(operation.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

bool has(const std::vector<std::string_view>& parts, std::initializer_list<std::string_view> any) {
  return std::ranges::any_of(parts, [&](std::string_view part) { return std::ranges::count(any, part) != 0; });
}

/// 4 where nothing is said.
std::uint32_t bytes_of(const std::vector<std::string_view>& parts) {
  if (has(parts, {"256"})) return 32;
  if (has(parts, {"128"})) return 16;
  if (has(parts, {"64", "F64", "S64", "U64"})) return 8;
  if (has(parts, {"U16", "S16", "F16", "BF16"})) return 2;
  return has(parts, {"U8", "S8"}) ? 1 : 4;
}

/// For ldmatrix and LDSM: four bytes per lane for each matrix of 8 x 8.
std::uint32_t matrix_bytes(const std::vector<std::string_view>& parts) {
  return has(parts, {"4", "x4"}) ? 16 : has(parts, {"2", "x2"}) ? 8 : 4;
}

struct Opcode {
  std::string_view name;
  Kind kind;
};
constexpr std::array<Opcode, 14> kOpcodes{{{"LDG", Kind::kGlobalLoad},
                                           {"STG", Kind::kGlobalStore},
                                           {"ATOMG", Kind::kGlobalAtomic},
                                           {"REDG", Kind::kGlobalAtomic},
                                           {"RED", Kind::kGlobalAtomic},
                                           {"LDS", Kind::kSharedLoad},
                                           {"STS", Kind::kSharedStore},
                                           {"ATOMS", Kind::kSharedAtomic},
                                           {"LDSM", Kind::kMatrixLoad},
                                           {"STSM", Kind::kMatrixStore},
                                           {"LDGSTS", Kind::kCopy},
                                           {"LD", Kind::kGenericLoad},
                                           {"ST", Kind::kGenericStore},
                                           {"ATOM", Kind::kGenericAtomic}}};

}  // namespace

std::string_view name_of(Kind kind) {
  constexpr std::string_view kNames[] = {"global loads",  "global stores",  "global atomics", "shared loads",
                                         "shared stores", "shared atomics", "matrix loads",   "matrix stores",
                                         "copies",        "generic loads",  "generic stores", "generic atomics"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::optional<Access> access_of(const ptx::Function& function, const ptx::Statement& s) {
  const auto words = function.modifiers_of(s);
  const std::vector<std::string_view> parts(words.begin(), words.end());
  if (s.base == "ldmatrix") return Access{Kind::kMatrixLoad, matrix_bytes(parts)};
  if (s.base == "stmatrix") return Access{Kind::kMatrixStore, matrix_bytes(parts)};
  if (s.base == "cp") {
    const auto operands = function.operands_of(s);
    const bool copies = parts.size() > 1 && parts[0] == "async" && (parts[1] == "ca" || parts[1] == "cg");
    if (!copies || operands.size() < 3) return std::nullopt;
    return Access{Kind::kCopy, static_cast<std::uint32_t>(operands[2].value)};
  }
  const bool loads = s.base == "ld" || s.base == "ldu", stores = s.base == "st";
  if (!loads && !stores && s.base != "atom" && s.base != "red") return std::nullopt;
  auto space = ptx::Space::kNone;
  std::uint32_t lanes = 1, bytes = 4;
  for (const std::string_view word : parts) {
    if (const auto named = ptx::space_named(word); named != ptx::Space::kNone) space = named;
    if (const auto type = ptx::type_named(word); type != ptx::Type::kNone)
      bytes = static_cast<std::uint32_t>(ptx::bytes_of(type));
    if (word == "v2" || word == "v4" || word == "v8") lanes = static_cast<std::uint32_t>(word[1] - '0');
  }
  if (space == ptx::Space::kParam || space == ptx::Space::kLocal || space == ptx::Space::kConst) return std::nullopt;
  return Access{kind_of(space, loads ? What::kLoad : stores ? What::kStore : What::kAtomic), lanes * bytes};
}

std::string_view operation_of(std::string_view instruction) {
  if (instruction.starts_with('@')) {
    const std::size_t space = std::min(instruction.find(' '), instruction.size());
    instruction.remove_prefix(std::min(instruction.find_first_not_of(' ', space), instruction.size()));
  }
  return instruction.substr(0, instruction.find_first_of(" ;"));
}

std::optional<Access> access_of(std::string_view instruction) {
  const std::vector<std::string_view> parts = parts_of(operation_of(instruction));
  const auto opcode = std::ranges::find(kOpcodes, parts[0], &Opcode::name);
  if (opcode == kOpcodes.end()) return std::nullopt;
  const bool matrix = opcode->kind == Kind::kMatrixLoad || opcode->kind == Kind::kMatrixStore;
  return Access{opcode->kind, matrix ? matrix_bytes(parts) : bytes_of(parts)};
}

void count(std::vector<AccessCount>& counts, const Access& access, std::string_view operation) {
  const auto at = std::ranges::lower_bound(counts, access, {}, &AccessCount::access);
  if (at != counts.end() && at->access == access)
    ++at->count;
  else
    counts.insert(at, {access, 1, std::string(operation)});
}

}  // namespace gemmscope::machine
