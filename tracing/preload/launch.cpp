// SPDX-License-Identifier: MIT
#include "tracing/preload/launch.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "tracing/format/exceptions.h"
#include "tracing/lockstep/slice.h"
#include "tracing/runtime/fault_text.h"
#include "tracing/runtime/recorded_launch.h"
#include "tracing/runtime/variables.h"

namespace gemmscope::preload {
namespace {

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

/// What `work` gives, or why it broke off: the caller is a program that expects no exceptions.
template <class Work>
auto caught(const Work& work) -> decltype(work()) {
  try {
    return work();
  } catch (...) {
    return tl::unexpected(error_of_exception());
  }
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
  const auto saved = caught([&] { return Saved::of(program.allocations, limit); });
  if (!saved) return refuse(saved.error());
  if (call.arguments == nullptr && !(**loaded.kernel.program).parameters.empty())
    return refuse(Error{ErrorKind::kUsage, "its arguments were given as one buffer"});
  const lockstep::Launch launch = launch_of(**loaded.kernel.program, call);
  const bool wants_cost = std::getenv(runtime::kTimesVariable) != nullptr;
  Cost cost;
  Result<Saved> plain;
  if (wants_cost) plain = run_plain(loaded, call, program.allocations, *saved, limit, cost);
  if (!plain) return refuse(plain.error());

  bool ran = false;
  const auto run = [&](runtime::Recorders& recorders) {
    TwinRun twin(loaded, launch, call, program.allocations, *saved, limit);
    auto faults = caught([&] { return twin.run(recorders.all()); });
    ran = faults.has_value();
    const double plain_ms = cost.plain_ms;
    cost = twin.cost(), cost.plain_ms = plain_ms;
    return faults;
  };
  const auto slice = lockstep::slice_of(**loaded.kernel.program);
  const runtime::RunsOn on{"cuda", device_name(), driver_version()};
  runtime::RecordedLaunch recorded = runtime::recorded(
      loaded.kernel, launch, program.wish.part_of(launch), program.allocations, on, words_of_device(),
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
  if (!recorded.faults.empty()) program.wish.note_fault(loaded.kernel);
  for (const lockstep::Fault& fault : recorded.faults)
    std::fprintf(
        stderr, "gemmscope: %s\n",
        runtime::text_of(fault, {**loaded.kernel.program, launch, program.allocations, **loaded.kernel.module->ptx})
            .c_str());
  const auto is_of_memory = [](const lockstep::Fault& fault) {
    return fault.kind == lockstep::FaultKind::kOutOfBounds && fault.space == lockstep::Space::kGlobal;
  };
  if (std::ranges::any_of(recorded.faults, is_of_memory))
    std::fputs(
        "gemmscope: the GPU reports no fault there; the recorder knows what the CUDA runtime allocates, but not what the "
        "driver (cuMemAlloc), malloc or another process does\n",
        stderr);
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

bool is_captured(cudaStream_t stream) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  return GS_REAL(cudaStreamIsCapturing)(stream, &status) == cudaSuccess && status != cudaStreamCaptureStatusNone;
}

bool is_capturing(Program& program) {
  std::erase_if(program.captured, [](cudaStream_t stream) { return !is_captured(stream); });
  return !program.captured.empty();
}

bool is_on_first_gpu(Program& program) {
  const int now = current_gpu();
  if (!program.first_gpu) program.first_gpu = now, program.gpus.insert(now);
  return *program.first_gpu == now;
}

void know_places(Program& program, LoadedModule& module) {
  if (module.knows_places || module.images.empty() || program.first_gpu != current_gpu()) return;
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
  std::unique_lock lock(all.mutex);
  const auto launch_it = [&] {  // others may go on, as a launch may wait for theirs
    lock.unlock();
    return all.turns.beside_others([&] { return call.launch(stub); });
  };
  LoadedKernel* const loaded = all.kernel_of(stub);
  if (loaded == nullptr || all.wish.folder.empty() || is_captured(call.stream)) return launch_it();
  ++loaded->kernel.launches;
  const char* const obstacle = is_capturing(all) ? kWhileCapturing : is_on_first_gpu(all) ? nullptr : kOnAnotherGpu;
  const bool is_wanted = all.wish.names(loaded->kernel);
  if (obstacle == nullptr) know_places(all, *loaded->module);
  if (!is_wanted || obstacle != nullptr) {
    const cudaError_t error = launch_it();
    lock.lock();
    LoadedKernel* const still = all.kernel_of(stub);  // its library may have been unloaded meanwhile
    if (still == nullptr) return error;
    if (error != cudaSuccess) return --still->kernel.launches, error;
    all.wish.note_launch(still->kernel);
    if (is_wanted) all.wish.keep(still->kernel, fail(ErrorKind::kUsage, obstacle));
    return error;
  }
  const auto turn = all.turns.alone();
  if (const cudaError_t error = wait_for(all.gpus); error != cudaSuccess) return error;
  if (all.measures != Program::Measures::kNo) {
    for (LoadedModule& module : all.modules) know_places(all, module);  // their variables are put back, too
    static_cast<void>(caught([&]() -> Result<void> {
      measure(all, *loaded, call);
      return {};
    }));
    const cudaError_t error = call.launch(stub);
    if (error != cudaSuccess) return --loaded->kernel.launches, error;
    all.wish.note_launch(loaded->kernel);
    return error;
  }
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
