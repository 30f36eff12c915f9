// SPDX-License-Identifier: MIT
#include "tracing/cuda/device_run.h"

#include "tracing/cuda/check.h"
#include "tracing/cuda/launch.h"

namespace gemmscope::cuda {

Result<std::unique_ptr<DeviceRun>> DeviceRun::open(const record::Plan& plan, const kernels::GemmData* data) {
  if (const std::string why = kernels::only_emulated(plan.variant); !why.empty()) return fail(ErrorKind::kUsage, why);
  std::unique_ptr<DeviceRun> run(new DeviceRun(plan));
  if (auto filled = run->fill(data); !filled) return tl::unexpected(filled.error());
  return run;
}

Result<void> DeviceRun::fill(const kernels::GemmData* data) {
  const auto shapes = plan_.matrices();
  std::vector<std::byte> stored;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const record::MatrixShape& m = shapes[i];
    if (auto grown = matrices_[i].grow(Memory::Place::kDevice, m.bytes()); !grown) return grown;
    if (data == nullptr) {
      GS_CUDA_CHECK(cudaMemset(matrices_[i].as<std::byte>(), 0, m.bytes()));
      continue;
    }
    const std::vector<float>& from = i == 0 ? data->A : i == 1 ? data->B : data->C;
    if (from.size() != m.elements()) return fail(ErrorKind::kUsage, "the matrices given do not have the sizes planned");
    stored.resize(m.bytes());
    kernels::store_matrix(from, m.rows, m.columns, m.storage, stored.data());
    GS_CUDA_CHECK(cudaMemcpy(matrices_[i].as<std::byte>(), stored.data(), stored.size(), cudaMemcpyHostToDevice));
  }
  arguments_ =
      plan_.arguments(matrices_[0].as<std::byte>(), matrices_[1].as<std::byte>(), matrices_[2].as<std::byte>());
  return {};
}

Result<std::vector<WarpCount>> DeviceRun::launch(BlockSpan blocks, const format::Selection& s,
                                                 const WarpRegion* regions) {
  std::vector<WarpCount> counts(std::size_t{blocks.count} * plan_.warps);
  if (auto grown = counts_.grow(Memory::Place::kDevice, counts.size() * sizeof(WarpCount)); !grown)
    return tl::unexpected(grown.error());
  const TraceParams params{.block_y = s.block_y.begin,
                           .block_x = s.block_x.begin,
                           .blocks_wide = s.block_x.size(),
                           .first_block = blocks.first,
                           .warps_begin = s.warps.begin,
                           .warps_end = s.warps.end,
                           .k_tiles_begin = s.k_tiles.begin,
                           .k_tiles_end = s.k_tiles.end,
                           .epilogue = s.epilogue,
                           .regions = regions,
                           .counts = counts_.as<WarpCount>(),
                           .entries = entries_.as<StreamEntry>(),
                           .lines = lines_.as<AddressLine>()};
  GS_CUDA_CHECK(find_traced(plan_.variant, plan_.has_edges())(blocks.count, arguments_, params));
  GS_CUDA_CHECK(
      cudaMemcpy(counts.data(), counts_.as<WarpCount>(), counts.size() * sizeof(WarpCount), cudaMemcpyDeviceToHost));
  return counts;
}

Result<std::vector<WarpCount>> DeviceRun::count(BlockSpan blocks) { return launch(blocks, plan_.selection, nullptr); }

Result<Stream> DeviceRun::record(BlockSpan blocks, std::span<const WarpCount> room, int slot) {
  StreamSize size;
  Stream stream{.regions = lay_out(room, size), .written = {}, .entries = {}, .lines = {}};
  HostSlot& host = host_[static_cast<std::size_t>(slot)];
  const std::size_t region_bytes = stream.regions.size() * sizeof(WarpRegion);
  const std::size_t entry_bytes = size.entries * sizeof(StreamEntry), line_bytes = size.lines * sizeof(AddressLine);
  const std::tuple<Memory&, Memory::Place, std::size_t> wanted[] = {{regions_, Memory::Place::kDevice, region_bytes},
                                                                    {entries_, Memory::Place::kDevice, entry_bytes},
                                                                    {lines_, Memory::Place::kDevice, line_bytes},
                                                                    {host.entries, Memory::Place::kHost, entry_bytes},
                                                                    {host.lines, Memory::Place::kHost, line_bytes}};
  for (const auto& [memory, place, bytes] : wanted)
    if (auto grown = memory.grow(place, bytes); !grown) return tl::unexpected(grown.error());

  GS_CUDA_CHECK(cudaMemcpy(regions_.as<WarpRegion>(), stream.regions.data(), region_bytes, cudaMemcpyHostToDevice));
  auto written = launch(blocks, plan_.selection, regions_.as<WarpRegion>());
  if (!written) return tl::unexpected(written.error());
  stream.written = std::move(*written);
  GS_CUDA_CHECK(
      cudaMemcpy(host.entries.as<StreamEntry>(), entries_.as<StreamEntry>(), entry_bytes, cudaMemcpyDeviceToHost));
  GS_CUDA_CHECK(cudaMemcpy(host.lines.as<AddressLine>(), lines_.as<AddressLine>(), line_bytes, cudaMemcpyDeviceToHost));
  stream.entries = {host.entries.as<StreamEntry>(), size.entries};
  stream.lines = {host.lines.as<AddressLine>(), size.lines};
  return stream;
}

Result<void> DeviceRun::run_plain() {
  GS_CUDA_CHECK(find_plain(plan_.variant, plan_.has_edges()).launch(plan_.grid_y, plan_.grid_x, arguments_));
  GS_CUDA_CHECK(cudaDeviceSynchronize());
  return {};
}

Result<void> DeviceRun::run_traced() {
  const format::Selection everything{{0, plan_.grid_y}, {0, plan_.grid_x}, {0, plan_.warps}, {0, plan_.k_tiles}, true};
  const auto counts = launch({0, plan_.grid_y * plan_.grid_x}, everything, nullptr);
  return counts ? Result<void>{} : tl::unexpected(counts.error());
}

Result<void> DeviceRun::copy_C(std::vector<float>& C) const {
  const record::MatrixShape m = plan_.matrices()[2];
  std::vector<std::byte> stored(m.bytes());
  GS_CUDA_CHECK(cudaMemcpy(stored.data(), matrices_[2].as<std::byte>(), stored.size(), cudaMemcpyDeviceToHost));
  C.resize(m.elements());
  kernels::load_matrix(stored.data(), m.rows, m.columns, m.storage, C);
  return {};
}

}  // namespace gemmscope::cuda
