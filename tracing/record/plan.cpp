// SPDX-License-Identifier: MIT
#include "tracing/record/plan.h"

#include <algorithm>
#include <cmath>

#include "kernels/former_names.h"
#include "tracing/format/limits.h"

namespace gemmscope::record {

namespace {

// 4 bytes an element: a matrix of 2^30 elements fills the 4 GiB that a 32-bit byte offset can address.
constexpr std::uint64_t kMostElements = (std::uint64_t{1} << 30) - 1;

constexpr std::uint32_t kMostBlockRows = 65535;  ///< gridDim.y (CUDA C++ Programming Guide, "Compute Capabilities")

std::uint32_t tiles(std::uint32_t size, int tile) {
  return (size + static_cast<std::uint32_t>(tile) - 1) / static_cast<std::uint32_t>(tile);
}

/// `wanted` if it lies in 0..total, everything if nothing was asked for.
Result<format::Range> choose(const std::optional<format::Range>& wanted, std::uint32_t total, const std::string& what) {
  if (!wanted) return format::Range{0, total};
  if (wanted->begin >= wanted->end || wanted->end > total)
    return fail(ErrorKind::kUsage, what + " " + std::to_string(wanted->begin) + ":" + std::to_string(wanted->end) +
                                       " do not exist; the launch has " + std::to_string(total) +
                                       ", so give a range within 0:" + std::to_string(total));
  return *wanted;
}

Result<void> choose_selection(const RecordRequest& request, Plan& plan) {
  const auto block_y = choose(request.block_y, plan.grid_y, "block rows");
  if (!block_y) return tl::unexpected(block_y.error());
  const auto block_x = choose(request.block_x, plan.grid_x, "block columns");
  if (!block_x) return tl::unexpected(block_x.error());
  const auto warps = choose(request.warps, plan.warps, "warps");
  if (!warps) return tl::unexpected(warps.error());
  const auto k_tiles = choose(request.k_tiles, plan.k_tiles, "k-tiles");
  if (!k_tiles) return tl::unexpected(k_tiles.error());
  plan.selection = {*block_y, *block_x, *warps, *k_tiles, request.epilogue};
  return {};
}

format::Tensor matrix(std::string name, std::uint32_t rows, std::uint32_t columns, kernels::Storage storage) {
  format::Tensor tensor;
  tensor.name = std::move(name);
  tensor.element_bytes = static_cast<std::uint32_t>(storage.element_bytes);
  tensor.layout = {.rows = rows,
                   .columns = columns,
                   .pitch = storage.column_major ? rows : columns,
                   .column_major = storage.column_major};
  return tensor;
}

format::Tensor shared(const kernels::SharedTile& tile, int element_bytes) {
  return {.name = std::string(tile.name),
          .space = format::Space::kShared,
          .element_bytes = static_cast<std::uint32_t>(element_bytes),
          .layout = tile.layout,
          .offset = static_cast<std::uint32_t>(tile.offset_bytes),
          .of = std::string(tile.of),
          .transposed = tile.transposed};
}

kernels::Offer offer_of(const RecordRequest& request) {
  return request.wrong_too ? kernels::Offer::kWrongToo : kernels::Offer::kRight;
}

}  // namespace

bool Plan::has_edges() const {
  const kernels::BlockGeometry g = variant.geometry();
  return kernels::is_wrong(variant) ||  // then it may reach beyond the matrices
         M % static_cast<std::uint32_t>(g.BM) != 0 || N % static_cast<std::uint32_t>(g.BN) != 0 ||
         K % static_cast<std::uint32_t>(g.BK) != 0;
}

std::array<MatrixShape, 3> Plan::matrices() const {
  const kernels::BlockGeometry g = variant.geometry();
  const kernels::Storage by_rows{g.element_bytes, false}, as_kernel{g.element_bytes, g.column_major};
  return {{{"A", M, K, as_kernel}, {"B", K, N, by_rows}, {"C", M, N, as_kernel}}};
}

kernels::GemmArguments Plan::arguments(const void* A, const void* B, void* C) const {
  return {static_cast<int>(M), static_cast<int>(N), static_cast<int>(K), alpha, beta, A, B, C, &variant};
}

RecordRequest in_todays_names(RecordRequest request) {
  const kernels::KernelInfo* kernel = kernels::find_kernel(request.kernel);
  if (kernel == nullptr) return request;
  request.preset = std::string(kernels::todays_preset(kernel->name, request.preset));
  for (format::Parameter& p : request.overrides) p.value = std::string(kernels::todays_value(p.name, p.value));
  std::erase_if(request.overrides, [&](const format::Parameter& p) {
    const kernels::FormerParameter* former = kernels::find_former(*kernel, p.name, p.value);
    return former != nullptr && kernels::still_is(*kernel, *former, p.value);
  });
  return request;
}

Result<kernels::Variant> variant_of(const RecordRequest& request) {
  std::vector<std::pair<std::string, std::string>> assignments;
  for (const format::Parameter& p : request.overrides) assignments.emplace_back(p.name, p.value);
  auto variant = kernels::resolve(request.kernel, request.preset, assignments, offer_of(request));
  if (!variant) return fail(ErrorKind::kUsage, variant.error());
  if (const std::string why = kernels::only_emulated(*variant); request.backend == Backend::kCuda && !why.empty())
    return fail(ErrorKind::kUsage, why);
  return *std::move(variant);
}

Result<Plan> make_plan(const RecordRequest& request) {
  auto variant = variant_of(request);
  if (!variant) return tl::unexpected(variant.error());

  Plan plan{.variant = *variant,
            .M = request.M,
            .N = request.N,
            .K = request.K,
            .alpha = request.alpha,
            .beta = request.beta,
            .selection = {},
            .host_threads = request.host_threads};
  if (plan.M == 0 || plan.N == 0)
    return fail(ErrorKind::kUsage, "M and N must be at least 1; a C without elements needs no kernel");
  if (!std::isfinite(plan.alpha) || !std::isfinite(plan.beta))
    return fail(ErrorKind::kUsage, "alpha and beta must be finite numbers");
  const auto elements = [](std::uint64_t a, std::uint64_t b) { return a * b; };
  if (std::max({elements(plan.M, plan.K), elements(plan.K, plan.N), elements(plan.M, plan.N)}) > kMostElements)
    return fail(ErrorKind::kUsage, "a matrix would have more than 4 GiB; choose a smaller size");

  if (const std::string wrong = kernels::size_error(plan.variant, plan.M, plan.N, plan.K); !wrong.empty())
    return fail(ErrorKind::kUsage, wrong);

  const kernels::BlockGeometry g = plan.variant.geometry();
  plan.grid_y = g.x_walks_rows ? tiles(plan.N, g.BN) : tiles(plan.M, g.BM);
  plan.grid_x = g.x_walks_rows ? tiles(plan.M, g.BM) : tiles(plan.N, g.BN);
  plan.k_tiles = tiles(plan.K, g.BK);
  if (plan.grid_y > kMostBlockRows)
    return fail(ErrorKind::kUsage, (g.x_walks_rows ? "N gives " : "M gives ") + std::to_string(plan.grid_y) +
                                       " rows of blocks; a CUDA launch has at most " + std::to_string(kMostBlockRows) +
                                       ", so choose a smaller " + (g.x_walks_rows ? "N" : "M"));
  if (std::uint64_t{plan.grid_y} * plan.grid_x > format::kMaxBlocks || plan.k_tiles > format::kMaxKTiles)
    return fail(ErrorKind::kUsage, "the launch would have more than " + std::to_string(format::kMaxBlocks) +
                                       " blocks or " + std::to_string(format::kMaxKTiles) +
                                       " k-tiles; choose a smaller size");
  plan.threads = static_cast<std::uint32_t>(g.NT);
  plan.warps = plan.threads / 32;
  if (auto chosen = choose_selection(request, plan); !chosen) return tl::unexpected(chosen.error());
  return plan;
}

format::Recording describe(const Plan& plan) {
  const kernels::Variant& v = plan.variant;
  const kernels::BlockGeometry geometry = v.geometry();
  format::Recording r;
  r.kernel = v.kernel->name;
  r.preset = v.preset_name();
  for (const auto& [name, value] : v.parameters()) r.parameters.push_back({name, value});
  r.M = plan.M, r.N = plan.N, r.K = plan.K;
  r.alpha = plan.alpha, r.beta = plan.beta;
  r.grid_y = plan.grid_y, r.grid_x = plan.grid_x;
  r.threads = plan.threads;
  r.k_tiles = plan.k_tiles;
  r.shared_bytes = static_cast<std::uint32_t>(geometry.shared_bytes);
  r.selection = plan.selection;
  r.source = {std::string(v.kernel->source_path), std::string(v.kernel->source_text)};
  r.x_walks_rows = geometry.x_walks_rows;
  if (const kernels::Mistake* m = v.kernel->mistake) r.mistake = m->what;
  for (const MatrixShape& m : plan.matrices()) r.tensors.push_back(matrix(m.name, m.rows, m.columns, m.storage));
  for (const kernels::SharedTile& tile : geometry.tiles) r.tensors.push_back(shared(tile, geometry.element_bytes));
  return r;
}

}  // namespace gemmscope::record
