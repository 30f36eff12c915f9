// SPDX-License-Identifier: MIT
#include "tracing/ptx/types.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace gemmscope::ptx {
namespace {

struct TypeRow {
  std::string_view name;
  int bits;
};

/// In the order of the enum.
constexpr auto kTypes = std::to_array<TypeRow>({
    {"", 0},       {"pred", 1}, {"b1", 1},      {"b8", 8},      {"b16", 16},    {"b32", 32},        {"b64", 64},
    {"b128", 128}, {"u4", 4},   {"u8", 8},      {"u16", 16},    {"u32", 32},    {"u64", 64},        {"u16x2", 32},
    {"s4", 4},     {"s8", 8},   {"s16", 16},    {"s32", 32},    {"s64", 64},    {"s16x2", 32},      {"f16", 16},
    {"f16x2", 32}, {"f32", 32}, {"f32x2", 64},  {"f64", 64},    {"bf16", 16},   {"bf16x2", 32},     {"tf32", 32},
    {"e4m3", 8},   {"e5m2", 8}, {"e4m3x2", 16}, {"e5m2x2", 16}, {"texref", 64}, {"samplerref", 64}, {"surfref", 64},
});
static_assert(kTypes.size() == static_cast<std::size_t>(Type::kSurfref) + 1);

constexpr auto kSpaces = std::to_array<std::string_view>({"", "reg", "param", "global", "const", "shared", "local"});

/// In the order of the enum.
constexpr auto kSpecials = std::to_array<std::string_view>({
    "tid",
    "ntid",
    "laneid",
    "warpid",
    "nwarpid",
    "ctaid",
    "nctaid",
    "smid",
    "nsmid",
    "gridid",
    "is_explicit_cluster",
    "clusterid",
    "nclusterid",
    "cluster_ctaid",
    "cluster_nctaid",
    "cluster_ctarank",
    "cluster_nctarank",
    "lanemask_eq",
    "lanemask_le",
    "lanemask_lt",
    "lanemask_ge",
    "lanemask_gt",
    "clock",
    "clock_hi",
    "clock64",
    "pm",
    "pm_64",
    "envreg",
    "globaltimer",
    "globaltimer_lo",
    "globaltimer_hi",
    "reserved_smem_offset_",
    "total_smem_size",
    "dynamic_smem_size",
    "aggr_smem_size",
    "current_graph_exec",
});
static_assert(kSpecials.size() == static_cast<std::size_t>(Special::kNone));

/// The number at the end of `name` after `begin`; nothing where something else stands there.
std::optional<int> number_after(std::string_view begin, std::string_view name) {
  if (!name.starts_with(begin)) return std::nullopt;
  name.remove_prefix(begin.size());
  int number = 0;
  const auto [end, ec] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (ec != std::errc() || end != name.data() + name.size() || number < 0 || number > 31) return std::nullopt;
  return number;
}

}  // namespace

Type type_named(std::string_view name) {
  if (name.empty() || name.size() > 10) return Type::kNone;
  const auto row = std::ranges::find(kTypes, name, &TypeRow::name);
  return row == kTypes.end() ? Type::kNone : static_cast<Type>(row - kTypes.begin());
}
std::string_view name_of(Type type) { return kTypes[static_cast<std::size_t>(type)].name; }
int bits_of(Type type) { return kTypes[static_cast<std::size_t>(type)].bits; }

Space space_named(std::string_view name) {
  name = name.substr(0, name.find(':'));
  const auto row = name.empty() ? kSpaces.end() : std::ranges::find(kSpaces, name);
  return row == kSpaces.end() ? Space::kNone : static_cast<Space>(row - kSpaces.begin());
}
std::string_view name_of(Space space) { return kSpaces[static_cast<std::size_t>(space)]; }

SpecialName special_named(std::string_view name) {
  if (!name.starts_with('%')) return {};
  name.remove_prefix(1);
  const auto row = std::ranges::find(kSpecials, name);
  if (row != kSpecials.end() && *row != "pm" && *row != "pm_64" && *row != "envreg" && !row->ends_with('_'))
    return {static_cast<Special>(row - kSpecials.begin())};
  if (const auto number = number_after("envreg", name)) return {Special::kEnvreg, *number};
  if (const auto number = number_after("pm", name)) return {Special::kPm, *number};
  if (name.ends_with("_64"))
    if (const auto number = number_after("pm", name.substr(0, name.size() - 3))) return {Special::kPm64, *number};
  if (const auto number = number_after("reserved_smem_offset_", name)) return {Special::kReservedSmemOffset, *number};
  if (name == "reserved_smem_offset_begin") return {Special::kReservedSmemOffset, 64};
  if (name == "reserved_smem_offset_end") return {Special::kReservedSmemOffset, 65};
  if (name == "reserved_smem_offset_cap") return {Special::kReservedSmemOffset, 66};
  return {};
}

bool has_parts(Special special) {
  switch (special) {
    case Special::kTid:
    case Special::kNtid:
    case Special::kCtaid:
    case Special::kNctaid:
    case Special::kClusterid:
    case Special::kNclusterid:
    case Special::kClusterCtaid:
    case Special::kClusterNctaid: return true;
    default: return false;
  }
}

}  // namespace gemmscope::ptx
