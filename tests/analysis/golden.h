// SPDX-License-Identifier: MIT
/// @file golden.h
/// Figures that a model of the kernels, written independently of this program, computed for every site
/// (tests/data/golden.json; its "meta" says how they count).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tracing/analysis/summary.h"

namespace gemmscope::analysis::testing {

/// One site of one kernel variant; one block, and one k-tile or the whole epilogue.
struct GoldenRow {
  std::string kernel, preset, variant, site;
  std::map<std::string, std::string> parameters;  ///< BM .. NT; PA, PB, swzA, swzB, vec where not the default
  std::uint32_t M = 0, N = 0, K = 0;
  std::uint32_t block_y = 0, block_x = 0;
  std::uint32_t threads = 0, shared_bytes = 0;
  bool epilogue = false, shared = false, store = false;
  int width = 0;
  std::uint64_t requests = 0, misaligned = 0;
  std::uint64_t address_digest = 0;
  // Shared sites. Textbook unless said; fused is absent for stores.
  std::uint64_t wavefronts = 0, ideal_wavefronts = 0, excess = 0;
  std::optional<std::uint64_t> fused_wavefronts;
  std::uint64_t subop_wavefronts = 0;
  int max_nway = 0, subop_max_nway = 0;
  std::map<int, std::uint64_t> nway_histogram;
  // Global sites.
  std::uint64_t sectors = 0, ideal_sectors = 0, lines = 0, ideal_lines = 0;
  double efficiency = 0;
  /// The first request with an active lane; nullopt = inactive.
  std::array<std::optional<std::uint32_t>, 32> first_request{};

  int parameter(const std::string& name) const;  ///< 0 if absent
  std::string title() const;                     ///< for failure messages
};

/// All of tests/data/golden.json. Throws where there is none: tests run in the repository's root.
nlohmann::json golden_json();
/// A parameter there, as the command line takes it.
std::string parameter_text(const nlohmann::json& value);

/// What to record for a kernel and its parameters as the file has them. Some mistakes are a parameter there and, here,
/// a deliberately broken kernel.
struct Variant {
  std::string kernel;
  std::vector<format::Parameter> parameters;
};
Variant as_recorded(Variant of_the_file);

/// All rows of a kernel ("k000"), or of all.
std::vector<GoldenRow> golden_rows(const std::string& kernel = {});

/// Every figure of a row, against what was summed up of its site; `digests` as address_digests gives them.
void expect_row(const Summary& summary, std::span<const std::uint64_t> digests, const GoldenRow& row);

}  // namespace gemmscope::analysis::testing
