// SPDX-License-Identifier: MIT
#include "kernels/table.h"

#include <algorithm>
#include <charconv>

#include "kernel_sources.h"  // generated from the .cuh files by kernels/CMakeLists.txt

namespace gemmscope::kernels {

namespace {

constexpr std::string_view kSwizzles[] = {"none", "xor"};
constexpr std::string_view kVectors[] = {"vec", "scalar"};

constexpr ParameterInfo kWarpTileParameters[] = {
    {"BM", "rows of the block tile of C", 1, 256, {}, ""},
    {"BN", "columns of the block tile of C", 1, 256, {}, ""},
    {"BK", "depth of a k-tile", 1, 64, {}, ""},
    {"WM", "rows of a warp tile", 1, 256, {}, ""},
    {"WN", "columns of a warp tile", 1, 256, {}, ""},
    {"WNITER", "warp subtiles side by side in a warp tile", 1, 16, {}, ""},
    {"TM", "rows of a thread tile", 1, 16, {}, ""},
    {"TN", "columns of a thread tile", 1, 16, {}, ""},
    {"NT", "threads of a block", 32, 1024, {}, ""},
    {"PA", "floats added to each row of As", 0, kMaxPad, {}, "0"},
    {"PB", "floats added to each row of Bs", 0, kMaxPad, {}, "0"},
    {"swzA", "columns of As permuted by the row", 0, 0, kSwizzles, "none"},
    {"swzB", "columns of Bs permuted in groups of 4", 0, 0, kSwizzles, "none"},
    {"vec", "fragment reads as wide as alignment allows, or one float at a time", 0, 0, kVectors, "vec"},
};

const KernelInfo kKernels[] = {
    {"warp_tile", "k000", "block tile, warp tiles, warp subtiles, thread tiles; As transposed",
     "kernels/10_warp_tile.cuh", k10_warp_tile_source, kWarpTileParameters, kWarpTilePresets},
};

std::string list(auto&& items, auto&& name_of) {
  std::string text;
  for (const auto& item : items) text += (text.empty() ? "" : ", ") + std::string(name_of(item));
  return text;
}

int* tile_size(WarpTileShape& s, std::string_view name) {
  const std::pair<std::string_view, int*> sizes[] = {{"BM", &s.BM}, {"BN", &s.BN}, {"BK", &s.BK},
                                                     {"WM", &s.WM}, {"WN", &s.WN}, {"WNITER", &s.WNITER},
                                                     {"TM", &s.TM}, {"TN", &s.TN}, {"NT", &s.NT}};
  for (const auto& [n, size] : sizes)
    if (n == name) return size;
  return nullptr;
}

/// Sets one parameter whose value has been checked.
void assign(Variant& v, std::string_view name, int number, bool second_choice) {
  if (int* size = tile_size(v.shape, name)) *size = number;
  if (name == "PA") v.PA = number;
  if (name == "PB") v.PB = number;
  if (name == "swzA") v.swzA = second_choice;
  if (name == "swzB") v.swzB = second_choice;
  if (name == "vec") v.scalar = second_choice;
}

tl::expected<void, std::string> assign(Variant& v, const std::string& name, const std::string& value) {
  const auto parameters = v.kernel->parameters;
  const auto p = std::find_if(parameters.begin(), parameters.end(), [&](const auto& i) { return i.name == name; });
  if (p == parameters.end())
    return tl::unexpected("parameter '" + name + "' is not one of " + std::string(v.kernel->name) + "; it has " +
                          list(parameters, [](const auto& i) { return i.name; }));
  if (!p->choices.empty()) {
    const auto choice = std::find(p->choices.begin(), p->choices.end(), value);
    if (choice == p->choices.end())
      return tl::unexpected(name + "=" + value + " is not possible; choose one of " +
                            list(p->choices, [](const auto& c) { return c; }));
    assign(v, name, 0, choice != p->choices.begin());
    return {};
  }
  int number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc{} || end != value.data() + value.size() || number < p->least || number > p->most)
    return tl::unexpected(name + "=" + value + " is not possible; give a whole number from " +
                          std::to_string(p->least) + " to " + std::to_string(p->most));
  assign(v, name, number, false);
  return {};
}

tl::expected<void, std::string> check(Variant& v) {
  if (const char* broken = violated_constraint(v.shape)) return tl::unexpected(std::string(broken));
  if (v.swzA && v.shape.BM % 32 != 0) return tl::unexpected(std::string("swzA=xor needs BM to be a multiple of 32: it permutes whole turns around the banks"));
  if (v.swzB && v.shape.BN % 8 != 0) return tl::unexpected(std::string("swzB=xor needs BN to be a multiple of 8: it swaps neighbouring groups of 4"));
  if (v.shared_bytes() > 48 * 1024)
    return tl::unexpected("the tiles take " + std::to_string(v.shared_bytes()) + " bytes of shared memory; a block has 49152");
  const auto presets = v.kernel->presets;
  const auto built = std::find_if(presets.begin(), presets.end(), [&](const auto& p) { return p.shape == v.shape; });
  if (built == presets.end())
    return tl::unexpected("these tile sizes are not compiled into this build; choose the preset " +
                          list(presets, [](const auto& p) { return p.name; }) +
                          ", or add a row to kWarpTilePresets in kernels/table.h");
  v.preset = built->name;
  v.preset_index = static_cast<int>(built - presets.begin());
  return {};
}

}  // namespace

std::span<const KernelInfo> all_kernels() { return kKernels; }

const KernelInfo* find_kernel(std::string_view name) {
  for (const KernelInfo& k : kKernels)
    if (k.name == name || k.alias == name) return &k;
  return nullptr;
}

std::vector<std::pair<std::string, std::string>> Variant::parameters() const {
  WarpTileShape sizes = shape;
  std::vector<std::pair<std::string, std::string>> all;
  for (const ParameterInfo& p : kernel->parameters) {
    std::string value;
    if (const int* size = tile_size(sizes, p.name)) value = std::to_string(*size);
    if (p.name == "PA") value = std::to_string(PA);
    if (p.name == "PB") value = std::to_string(PB);
    if (p.name == "swzA") value = kSwizzles[swzA];
    if (p.name == "swzB") value = kSwizzles[swzB];
    if (p.name == "vec") value = kVectors[scalar];
    all.emplace_back(p.name, value);
  }
  return all;
}

tl::expected<Variant, std::string> resolve(std::string_view kernel, std::string_view preset, Assignments assignments) {
  Variant v;
  v.kernel = find_kernel(kernel);
  if (v.kernel == nullptr)
    return tl::unexpected("there is no kernel '" + std::string(kernel) + "'; choose one of " +
                          list(all_kernels(), [](const auto& k) { return k.name; }));
  const auto presets = v.kernel->presets;
  const auto named = preset.empty() ? presets.begin()
                                    : std::find_if(presets.begin(), presets.end(), [&](const auto& p) { return p.name == preset; });
  if (named == presets.end())
    return tl::unexpected(std::string(v.kernel->name) + " has no preset '" + std::string(preset) + "'; choose one of " +
                          list(presets, [](const auto& p) { return p.name; }));
  v.shape = named->shape;
  for (const auto& [name, value] : assignments)
    if (auto done = assign(v, name, value); !done) return tl::unexpected(done.error());
  if (auto done = check(v); !done) return tl::unexpected(done.error());
  return v;
}

}  // namespace gemmscope::kernels
