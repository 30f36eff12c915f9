// SPDX-License-Identifier: MIT
#include "kernels/table.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <numeric>
#include <stdexcept>

#include "kernels/broken.h"
#include "kernels/former_names.h"

namespace gemmscope::kernels {

namespace {

constexpr int kSharedBytes = 48 * 1024;  ///< of a block, as static arrays (CUDA C++ Programming Guide, "Compute Capabilities")

std::string list(auto&& items, auto&& name_of) {
  std::string text;
  for (const auto& item : items) text += (text.empty() ? "" : ", ") + std::string(name_of(item));
  return text;
}

/// The place of `name` among the parameters; their number if there is none.
std::size_t place_of(const KernelInfo& kernel, std::string_view name) {
  const auto& all = kernel.parameters;
  return static_cast<std::size_t>(std::find_if(all.begin(), all.end(), [&](const auto& p) { return p.name == name; }) - all.begin());
}

/// A parameter's value from its text.
tl::expected<int, std::string> parse(const ParameterInfo& p, std::string_view given) {
  const std::string_view text = todays_value(p.name, given);
  const std::string impossible = std::string(p.name) + "=" + std::string(text) + " is not possible; ";
  if (!p.choices.empty()) {
    const auto choice = std::find(p.choices.begin(), p.choices.end(), text);
    if (choice == p.choices.end())
      return tl::unexpected(impossible + "choose one of " + list(p.choices, [](const auto& c) { return c; }));
    return static_cast<int>(choice - p.choices.begin());
  }
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number < p.least || number > p.most)
    return tl::unexpected(impossible + "give a whole number from " + std::to_string(p.least) + " to " +
                          std::to_string(p.most));
  return number;
}

/// Why a parameter that the kernel once had cannot have this value any more, and what to choose; nothing if it is so.
tl::expected<void, std::string> assign_former(const KernelInfo& kernel, const FormerParameter& former,
                                              const std::string& text) {
  if (still_is(kernel, former, text)) return {};
  const std::string assignment = std::string(former.name) + "=" + text;
  if (text == former.mistaken)
    return tl::unexpected(assignment + " is a mistake; choose the deliberately broken kernel " +
                          std::string(former.broken) + ", which makes it");
  return tl::unexpected(std::string(kernel.name) + " is always " + std::string(former.name) + "=" +
                        std::string(former.mistaken) + "; choose " + std::string(former.kernel) + " for " + assignment);
}

tl::expected<void, std::string> assign(Variant& v, const std::string& name, const std::string& text) {
  if (const FormerParameter* former = find_former(*v.kernel, name, text)) return assign_former(*v.kernel, *former, text);
  const std::size_t i = place_of(*v.kernel, name);
  if (i == v.kernel->parameters.size())
    return tl::unexpected("kernel " + std::string(v.kernel->name) + " has no parameter '" + name + "'; choose one of " +
                          list(v.kernel->parameters, [](const auto& p) { return p.name; }));
  const auto value = parse(v.kernel->parameters[i], text);
  if (!value) return tl::unexpected(value.error());
  v.values[i] = *value;
  return {};
}

/// The parameters that a deliberately broken kernel always uses.
Assignments fixed_of(const KernelInfo& kernel) {
  return kernel.mistake == nullptr ? Assignments{} : Assignments(kernel.mistake->fixed);
}

/// The preset's sizes and every default.
Variant variant_of(const KernelInfo& kernel, std::size_t preset) {
  Variant v{&kernel, preset, {}};
  auto size = kernel.presets[preset].sizes.begin();
  for (const ParameterInfo& p : kernel.parameters) v.values.push_back(p.value.empty() ? *size++ : parse(p, p.value).value());
  return v;
}

/// What gives a wrong product is refused.
bool only_right(const Variant& v, Offer offer) { return offer == Offer::kRight && v.kernel->mistake == nullptr; }

std::string preset_names(const KernelInfo& kernel) {
  return list(kernel.presets, [](const Preset& p) { return p.name; });
}

/// The first of the presets that have most sizes in common with the variant.
std::size_t nearest_preset(const Variant& v) {
  const std::vector<int> sizes = v.sizes();
  const auto common = [&](const Preset& p) {
    return std::inner_product(sizes.begin(), sizes.end(), p.sizes.begin(), 0, std::plus<>(), std::equal_to<>());
  };
  const auto& presets = v.kernel->presets;
  return static_cast<std::size_t>(std::ranges::max_element(presets, {}, common) - presets.begin());
}

tl::expected<void, std::string> check(Variant& v, Offer offer) {
  if (v.kernel->violated_constraint != nullptr)
    if (const std::string broken = v.kernel->violated_constraint(v); !broken.empty()) return tl::unexpected(broken);
  if (only_right(v, offer) && v.kernel->wrong_on_purpose != nullptr)
    if (const std::string wrong = v.kernel->wrong_on_purpose(v); !wrong.empty()) return tl::unexpected(wrong);
  if (const int bytes = v.geometry().shared_bytes; bytes > kSharedBytes)
    return tl::unexpected("the tiles take " + std::to_string(bytes) + " bytes of shared memory; a block has " +
                          std::to_string(kSharedBytes));
  v.preset = nearest_preset(v);
  if (v.kernel->mistake != nullptr && !v.is_preset())
    return tl::unexpected("a deliberately broken kernel has the tile sizes of its presets alone; choose one of " +
                          preset_names(*v.kernel));
  return {};
}

/// "k10_a6000 BK=32" as the preset's name, today's, and sizes.
struct NamedSizes {
  std::string_view preset;
  std::vector<std::pair<std::string, std::string>> sizes;
};

NamedSizes split(const KernelInfo& kernel, std::string_view name) {
  const auto word = [&] {
    const std::string_view first = name.substr(0, name.find(' '));
    name.remove_prefix(std::min(name.size(), first.size() + 1));
    return first;
  };
  NamedSizes named{todays_preset(kernel.name, word()), {}};
  while (!name.empty()) {
    const std::string_view size = word();
    const std::size_t equals = std::min(size.find('='), size.size());
    named.sizes.emplace_back(size.substr(0, equals), size.substr(std::min(size.size(), equals + 1)));
  }
  return named;
}

}  // namespace

std::span<const KernelInfo> all_kernels() {
  static const KernelInfo kernels[] = {naive_info(),      coalesced_info(),  shared_tile_info(),
                                       block_tile_info(), vectorized_info(), warp_tile_info(),
                                       sgemm64_info(),    half_padded_info()};
  return kernels;
}

const KernelInfo* find_kernel(std::string_view name) {
  for (const KernelInfo& k : all_kernels())
    if (k.name == name || (k.alias == name && !name.empty())) return &k;
  for (const KernelInfo& k : broken_kernels())
    if (k.name == name) return &k;
  return nullptr;
}

int Variant::operator[](ParameterName parameter) const {
  const std::size_t i = place_of(*kernel, parameter.text);
  if (i >= values.size())
    throw std::logic_error(std::string(kernel->name) + " has no parameter " + std::string(parameter.text));
  return values[i];
}

std::vector<int> Variant::sizes() const {
  std::vector<int> sizes;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (kernel->parameters[i].value.empty()) sizes.push_back(values[i]);
  return sizes;
}

std::string Variant::preset_name() const {
  std::string name(kernel->presets[preset].name);
  auto size = kernel->presets[preset].sizes.begin();
  for (std::size_t i = 0; i < values.size(); ++i)
    if (const ParameterInfo& p = kernel->parameters[i]; p.value.empty() && *size++ != values[i])
      name += " " + std::string(p.name) + "=" + std::to_string(values[i]);
  return name;
}

std::vector<std::pair<std::string, std::string>> Variant::parameters() const {
  std::vector<std::pair<std::string, std::string>> all;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const ParameterInfo& p = kernel->parameters[i];
    all.emplace_back(p.name, p.choices.empty() ? std::to_string(values[i]) : std::string(p.choices[static_cast<std::size_t>(values[i])]));
  }
  return all;
}

/// For a name that begins like those of deliberately broken kernels: "; or, deliberately broken, one of ...".
std::string broken_like(std::string_view name) {
  std::vector<std::string_view> names;
  for (const KernelInfo& broken : broken_kernels())
    if (const std::string start = std::string(broken.mistake->kernel) + "_"; name.substr(0, start.size()) == start)
      names.push_back(broken.name);
  return names.empty() ? "" : "; or, deliberately broken, one of " + list(names, [](std::string_view n) { return n; });
}

tl::expected<Variant, std::string> resolve(std::string_view kernel, std::string_view wanted_preset,
                                           Assignments assignments, Offer offer) {
  const KernelInfo* const info = find_kernel(kernel);
  if (info == nullptr)
    return tl::unexpected("there is no kernel '" + std::string(kernel) + "'; choose one of " +
                          list(all_kernels(), [](const auto& k) { return k.name; }) + broken_like(kernel));
  const auto& presets = info->presets;
  const auto [preset, sizes] = split(*info, wanted_preset);
  const auto named = preset.empty() ? presets.begin() : std::ranges::find(presets, preset, &Preset::name);
  if (named == presets.end())
    return tl::unexpected("kernel " + std::string(info->name) + " has no preset '" + std::string(preset) + "'; choose one of " +
                          preset_names(*info));
  Variant v = variant_of(*info, static_cast<std::size_t>(named - presets.begin()));
  for (const auto& [name, value] : sizes)
    if (auto done = assign(v, name, value); !done) return tl::unexpected(done.error());
  for (const auto& [name, value] : fixed_of(*info)) (void)assign(v, name, value);
  for (const auto& [name, value] : assignments) {
    for (const auto& [fixed, only] : fixed_of(*info))
      if (name == fixed && todays_value(name, value) != only)
        return tl::unexpected("kernel " + std::string(info->name) + " always uses " + fixed + "=" + only + "; choose " +
                              std::string(info->mistake->kernel) + " for another value");
    if (auto done = assign(v, name, value); !done) return tl::unexpected(done.error());
  }
  if (auto done = check(v, offer); !done) return tl::unexpected(done.error());
  return v;
}

bool is_wrong(const Variant& v) {
  const KernelInfo& kernel = *v.kernel;
  return kernel.mistake != nullptr || (kernel.wrong_on_purpose != nullptr && !kernel.wrong_on_purpose(v).empty());
}

std::string only_emulated(const Variant& v) {
  if (v.is_preset()) return "";
  return std::string(v.kernel->name) + " " + v.preset_name() + " is compiled on demand, for the emulator alone; for a GPU choose one of the presets " +
         preset_names(*v.kernel);
}

std::string size_error(const Variant& v, long long M, long long N, long long K) {
  return v.kernel->violated_size == nullptr ? "" : v.kernel->violated_size(v, M, N, K);
}

}  // namespace gemmscope::kernels
