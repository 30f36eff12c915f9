// SPDX-License-Identifier: MIT
#include "tracing/preload/launch.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "tracing/lockstep/slice.h"
#include "tracing/runtime/fault_text.h"
#include "tracing/runtime/recorded_launch.h"
#include "tracing/runtime/variables.h"

namespace gemmscope::preload {
namespace {

constexpr std::uint64_t kDefaultLimit = std::uint64_t{1} << 30;  // bytes

std::uint64_t limit_of_environment() {
  const char* const value = std::getenv(runtime::kMemoryVariable);
  const std::uint64_t bytes = value == nullptr ? 0 : std::strtoull(value, nullptr, 10);
  return bytes == 0 ? kDefaultLimit : bytes;
}

lockstep::Launch launch_of(const lockstep::Program& program, const Call& call) {
  lockstep::Launch launch{.grid = call.grid,
                          .block = call.block,
                          .dynamic_shared = static_cast<std::uint32_t>(call.dynamic_shared),
                          .is_cooperative = call.is_cooperative};
  launch.arguments.resize(program.argument_bytes);
  for (std::size_t i = 0; i < program.parameters.size(); ++i)
    std::memcpy(launch.arguments.data() + program.parameters[i].offset, call.arguments[i], program.parameters[i].bytes);
  return launch;
}

/// A launch that becomes part of a graph does not run now.
bool is_captured(cudaStream_t stream) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  return GS_REAL(cudaStreamIsCapturing)(stream, &status) == cudaSuccess && status != cudaStreamCaptureStatusNone;
}

struct Outcome {
  bool ran = false;  ///< otherwise all is as before
  Result<format::Recording> recording;
};
/// The launch, several times over; what the last run leaves stays.
Outcome record(Program& program, LoadedKernel& loaded, const Call& call) {
  const auto refuse = [](const Error& error) { return Outcome{false, tl::unexpected(error)}; };
  if (auto done = decode(loaded, architecture()); !done) return refuse(done.error());
  for (LoadedModule& module : program.modules) know_places(program, module);
  const std::uint64_t limit = limit_of_environment();
  const auto saved = Saved::of(program.allocations, limit);
  if (!saved) return refuse(saved.error());
  const lockstep::Launch launch = launch_of(**loaded.kernel.program, call);
  const bool wants_cost = std::getenv(runtime::kTimesVariable) != nullptr;
  Cost cost;
  Result<Saved> plain;
  if (wants_cost) plain = run_plain(loaded, call, program.allocations, *saved, limit, cost);
  if (!plain) return refuse(plain.error());

  bool ran = false;
  const auto run = [&](runtime::Recorders& recorders) {
    TwinRun twin(loaded, launch, call, program.allocations, *saved, limit);
    auto faults = twin.run(recorders.all());
    ran = faults.has_value();
    const double plain_ms = cost.plain_ms;
    cost = twin.cost(), cost.plain_ms = plain_ms;
    return faults;
  };
  const auto slice = lockstep::slice_of(**loaded.kernel.program);
  const runtime::RunsOn on{"cuda", device_name(), driver_version()};
  runtime::RecordedLaunch recorded = runtime::recorded(
      loaded.kernel, launch, program.wish.part_of(launch), program.allocations, on,
      [&](runtime::Recorders* recorders) -> Result<std::vector<lockstep::Fault>> {
        if (recorders == nullptr) return {};
        if (slice && slice->closed && !launch.is_cooperative && recorders->split()) {  // as on the emulator
          auto faults = run(*recorders);
          if (!faults || !recorders->have_trouble()) return faults;
          if (auto done = saved->restore(); !done) return tl::unexpected(done.error());
        }
        recorders->renew();
        return run(*recorders);
      });
  for (const lockstep::Fault& fault : recorded.faults)
    std::fprintf(
        stderr, "gemmscope: %s\n",
        runtime::text_of(fault, **loaded.kernel.program, launch, program.allocations, **loaded.kernel.module->ptx)
            .c_str());
  if (!ran) static_cast<void>(saved->restore());
  if (ran && wants_cost) {
    if (const auto results = Saved::of(program.allocations, limit); results)
      cost.is_equal = results->is_like(*plain).value_or(false);
    write_cost(loaded, cost);
  }
  return {ran, std::move(recorded.recording)};
}

}  // namespace

extern "C" char __cudaInitModule(void** handle);  // as nvcc's host code calls it, in no header

namespace {

/// Null: the runtime does not know it.
void* address_of(const Variable& variable, const LoadedModule& module) {
  void* address = nullptr;
  if (variable.is_managed) {
    static_cast<void>(GS_REAL(__cudaInitModule)(module.handle));  // sets the shadow
    std::memcpy(&address, variable.shadow, sizeof(address));
  } else if (GS_REAL(cudaGetSymbolAddress)(&address, variable.shadow) != cudaSuccess) {
    static_cast<void>(GS_REAL(cudaGetLastError)());
    return nullptr;
  }
  return address;
}

}  // namespace

void know_places(Program& program, LoadedModule& module) {
  if (module.knows_places || module.images.empty()) return;
  module.knows_places = true;
  Image* const newest = module.image_for(architecture());
  if (newest == nullptr) return;
  const auto& variables = (*newest->module.ptx)->variables;
  newest->module.variables.resize(variables.size());
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const auto known = std::ranges::find(module.variables, variables[i].name, &Variable::name);
    if (known == module.variables.end()) continue;
    void* const address = address_of(*known, module);
    if (address == nullptr) continue;
    newest->module.variables[i] = reinterpret_cast<std::uint64_t>(address);
    program.allocations.add(newest->module.variables[i], variables[i].bytes);
  }
}

cudaError_t launch(const void* stub, const Call& call) {
  Program& all = program();
  const std::scoped_lock lock(all.mutex);
  LoadedKernel* const loaded = all.kernel_of(stub);
  if (loaded == nullptr || all.wish.folder.empty()) return call.launch(stub);
  if (is_captured(call.stream)) {
    if (all.wish.is_about(loaded->kernel) && !std::exchange(loaded->is_said_captured, true))
      std::fprintf(stderr,
                   "gemmscope: %s was captured into a graph; kernels launched by graphs are not recorded on a GPU\n",
                   runtime::short_name(loaded->kernel.name).c_str());
    return call.launch(stub);
  }
  know_places(all, *loaded->module);
  ++loaded->kernel.launches;
  if (!all.wish.names(loaded->kernel)) {
    const cudaError_t error = call.launch(stub);
    if (error != cudaSuccess)
      --loaded->kernel.launches;
    else
      all.wish.note_launch(loaded->kernel);
    return error;
  }
  if (const cudaError_t error = GS_REAL(cudaDeviceSynchronize)(); error != cudaSuccess) return error;
  const Outcome outcome = record(all, *loaded, call);
  const cudaError_t error = outcome.ran ? cudaSuccess : call.launch(stub);
  if (error != cudaSuccess &&
      GS_REAL(cudaDeviceSynchronize)() == cudaSuccess) {  // it is no launch, with twin or without
    --loaded->kernel.launches;
    return error;
  }
  all.wish.note_launch(loaded->kernel);
  all.wish.keep(loaded->kernel, outcome.recording);
  return error;
}

}  // namespace gemmscope::preload
