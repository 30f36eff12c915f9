// SPDX-License-Identifier: MIT
#include "tracing/preload/twin_run.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <numeric>

#include "tracing/preload/replay.h"
#include "tracing/record/on_threads.h"

namespace gemmscope::preload {
namespace {

constexpr int kTries = 5;  // of a kernel that makes more requests each time

std::string number(std::uint64_t n) { return std::to_string(n); }

cudaError_t copy(void* to, const void* from, std::uint64_t bytes) {
  return GS_REAL(cudaMemcpy)(to, from, bytes, cudaMemcpyDefault);
}

/// Milliseconds of the GPU between two moments of a stream.
class Stopwatch {
 public:
  explicit Stopwatch(cudaStream_t stream) : stream_(stream) {
    for (cudaEvent_t* event : {&begin_, &end_}) static_cast<void>(GS_REAL(cudaEventCreate)(event));
    static_cast<void>(GS_REAL(cudaEventRecord)(begin_, stream_));
  }
  ~Stopwatch() {
    for (cudaEvent_t event : {begin_, end_}) static_cast<void>(GS_REAL(cudaEventDestroy)(event));
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  void stop() { static_cast<void>(GS_REAL(cudaEventRecord)(end_, stream_)); }
  double ms() const {
    float ms = 0;
    static_cast<void>(GS_REAL(cudaEventElapsedTime)(&ms, begin_, end_));
    return ms;
  }

 private:
  cudaStream_t stream_;
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

/// Where a variable of no GPU's memory is said to be: constant memory that the program has not registered.
constexpr std::uint64_t kNowhere = std::uint64_t{1} << 57;

}  // namespace

TwinRun::TwinRun(LoadedKernel& kernel, const lockstep::Launch& launch, const Call& call,
                 lockstep::Allocations& allocations, const Saved& saved, std::uint64_t limit)
    : kernel_(kernel),
      launch_(launch),
      call_(call),
      allocations_(allocations),
      saved_(saved),
      limit_(limit),
      sites_(*rewrite::sites_of(**kernel.kernel.module->ptx, *kernel.kernel.function)),
      arrays_(rewrite::arrays_of(**kernel.kernel.module->ptx, *kernel.kernel.function)) {}

Result<std::vector<lockstep::Fault>> TwinRun::run(std::deque<runtime::Recorder>& recorders) {
  if (auto done = allocate(); !done) return tl::unexpected(done.error());
  const auto counting = launch({0, launch_.blocks()}, false);
  if (!counting) return tl::unexpected(counting.error());
  cost_.counting_ms = *counting, cost_.saved_bytes = saved_.bytes();
  if (auto done = find_arrays(); !done) return tl::unexpected(done.error());
  capacity_ = counted_;
  std::vector<lockstep::Fault> faults;
  for (std::uint64_t first = 0; first < launch_.blocks();) {
    const auto part = next_part(first);
    if (!part) return tl::unexpected(part.error());
    const bool is_only = part->last - part->first == launch_.blocks();
    if (auto done = record(*part, is_only, recorders, faults); !done) return tl::unexpected(done.error());
    first = part->last;
  }
  return faults;
}

Result<void> TwinRun::allocate() {
  const std::uint64_t warps = launch_.blocks() * launch_.warps();
  auto counts = Buffer::of(4 * warps), offsets = Buffer::of(8 * (warps + 1));
  if (!counts) return tl::unexpected(counts.error());
  if (!offsets) return tl::unexpected(offsets.error());
  counts_ = std::move(*counts), offsets_ = std::move(*offsets);
  counted_.resize(warps), begins_.resize(warps + 1), bases_.resize(arrays_.size());
  return {};
}

/// Runs the whole launch; the blocks of the part record. Returns how long the GPU took.
Result<double> TwinRun::launch(const Part& part, bool writes) {
  const rewrite::Control control{.counts = counts_->address(),
                                 .records = writes ? records_->address() : 0,
                                 .offsets = offsets_->address(),
                                 .first_block = static_cast<std::uint32_t>(part.first),
                                 .blocks = static_cast<std::uint32_t>(part.last - part.first),
                                 .prints = writes && part.last == launch_.blocks()};
  const void* const shadow = &kernel_.module->shadows.front();
  cudaError_t error = GS_REAL(cudaMemset)(counts_->begin(), 0, 4 * counted_.size());
  if (error == cudaSuccess)
    error = GS_REAL(cudaMemcpyToSymbol)(shadow, &control, sizeof(control), 0, cudaMemcpyHostToDevice);
  if (error == cudaSuccess) error = GS_REAL(cudaDeviceSynchronize)();
  if (error != cudaSuccess) return failed("its recording cannot be prepared", error);
  Stopwatch stopwatch(call_.stream);
  error = call_.launch(kernel_.twin);
  if (error != cudaSuccess)
    return failed(
        "the GPU does not launch it with its recorder, which needs a few more registers and 128 bytes more of "
        "shared memory",
        error);
  stopwatch.stop();
  error = GS_REAL(cudaDeviceSynchronize)();
  if (error == cudaSuccess) error = copy(counted_.data(), counts_->begin(), 4 * counted_.size());
  if (error != cudaSuccess) return failed("it failed", error);
  return stopwatch.ms();
}

/// What the kernel has said of its arrays. Variables that the program has not registered become known.
Result<void> TwinRun::find_arrays() {
  if (bases_.empty()) return {};
  const void* const shadow = &kernel_.module->shadows.front();
  if (const cudaError_t error = GS_REAL(cudaMemcpyFromSymbol)(bases_.data(), shadow, 8 * bases_.size(),
                                                              sizeof(rewrite::Control), cudaMemcpyDeviceToHost);
      error != cudaSuccess)
    return failed("its recording cannot be read", error);
  runtime::Module& module = *kernel_.kernel.module;
  const auto& variables = (*module.ptx)->variables;
  for (std::size_t i = 0; i < arrays_.size(); ++i) {
    const ptx::Variable& array = *arrays_[i];
    if (array.space == ptx::Space::kShared) continue;
    std::uint64_t& address = module.variables[static_cast<std::size_t>(&array - variables.data())];
    if (address != 0) continue;
    address = array.space == ptx::Space::kConst ? kNowhere + bases_[i] : bases_[i];
    allocations_.add(address, array.bytes);
  }
  return {};
}

std::uint64_t TwinRun::requests_of(std::uint64_t block) const {
  const auto begin = capacity_.begin() + static_cast<std::ptrdiff_t>(block * launch_.warps());
  return std::accumulate(begin, begin + launch_.warps(), std::uint64_t{0});
}

/// As many blocks as the limit lets.
Result<TwinRun::Part> TwinRun::next_part(std::uint64_t first) const {
  const std::uint64_t most = limit_ / sizeof(rewrite::Record);
  Part part{first, first};
  for (std::uint64_t total = 0; part.last < launch_.blocks(); ++part.last) {
    total += requests_of(part.last);
    if (total > most) break;
  }
  if (part.last == first)
    return fail(ErrorKind::kUsage, "one of its blocks makes " + number(requests_of(first)) + " requests, which take " +
                                       number(requests_of(first) * sizeof(rewrite::Record)) +
                                       " bytes of the GPU's memory, and " + number(limit_) + " may be used (--memory)");
  return part;
}

/// Room for as much as the warps of the part are known to write.
Result<void> TwinRun::write_room(const Part& part) {
  const std::uint64_t first = part.first * launch_.warps(), last = part.last * launch_.warps();
  begins_[first] = 0;
  for (std::uint64_t w = first; w < last; ++w) begins_[w + 1] = begins_[w] + capacity_[w];
  if (!records_ || begins_[last] > room_) {
    records_.reset();
    auto records = Buffer::of(begins_[last] * sizeof(rewrite::Record));
    if (!records) return tl::unexpected(records.error());
    records_ = std::move(*records), room_ = begins_[last];
    cost_.record_bytes = std::max(cost_.record_bytes, room_ * sizeof(rewrite::Record));
  }
  const cudaError_t error =
      copy(static_cast<std::byte*>(offsets_->begin()) + 8 * first, begins_.data() + first, 8 * (last - first + 1));
  return error == cudaSuccess ? Result<void>() : failed("its recording cannot be prepared", error);
}

/// A warp may write more than it did in an earlier run, where blocks race. Then there was no room for it, and it runs
/// again with more.
Result<void> TwinRun::record(const Part& part, bool is_only, std::deque<runtime::Recorder>& recorders,
                             std::vector<lockstep::Fault>& faults) {
  const std::uint64_t first = part.first * launch_.warps(), last = part.last * launch_.warps();
  bool fits = false;
  for (int i = 0; i < kTries && !fits; ++i) {
    if (auto done = saved_.restore(); !done) return done;
    if (auto done = write_room(part); !done) return done;
    const auto took = launch(part, true);
    if (!took) return tl::unexpected(took.error());
    cost_.recording_ms += *took, ++cost_.parts;
    fits = true;
    bool same = true;
    for (std::uint64_t w = first; w < last; ++w) {
      fits = fits && counted_[w] <= capacity_[w];
      same = same && counted_[w] == capacity_[w];
      if (counted_[w] > capacity_[w]) capacity_[w] = counted_[w] + counted_[w] / 4;
    }
    if (!same && !is_only)
      return fail(ErrorKind::kUsage,
                  "its warps do something else each time it runs, and its requests do not fit into the " +
                      number(limit_) + " bytes that may be used at once (--memory)");
  }
  if (!fits) return fail(ErrorKind::kUsage, "its warps do more each time it runs");
  return replay(part, recorders, faults);
}

Result<void> TwinRun::replay(const Part& part, std::deque<runtime::Recorder>& recorders,
                             std::vector<lockstep::Fault>& faults) {
  const std::uint64_t warps = launch_.warps(), total = begins_[part.last * warps];
  const auto bytes = std::make_unique_for_overwrite<std::byte[]>(total * sizeof(rewrite::Record) + 1);
  if (const cudaError_t error = copy(bytes.get(), records_->begin(), total * sizeof(rewrite::Record));
      error != cudaSuccess)
    return failed("its recording cannot be read", error);
  const auto* const records = reinterpret_cast<const rewrite::Record*>(bytes.get());

  const auto& variables = (*kernel_.kernel.module->ptx)->variables;
  const lockstep::Program& program = **kernel_.kernel.program;
  std::vector<MovedArray> shared, constant;
  for (std::size_t i = 0; i < arrays_.size(); ++i) {
    const auto known = std::ranges::find(program.shared, arrays_[i]->name, &lockstep::SharedArray::name);
    if (arrays_[i]->space == ptx::Space::kShared && known != program.shared.end())
      shared.push_back({bases_[i], known->offset});
    if (arrays_[i]->space == ptx::Space::kConst)
      constant.push_back(
          {bases_[i], kernel_.kernel.module->variables[static_cast<std::size_t>(arrays_[i] - variables.data())]});
  }
  const Places places(std::move(shared), std::move(constant));
  const Replay replay{**kernel_.kernel.module->ptx, program, launch_, allocations_, sites_, places};

  std::mutex mutex;
  std::atomic<std::uint64_t> next = part.first;
  Result<void> result;
  const auto stop = [&] { next = part.last; };
  const auto work = [&](unsigned i) {
    std::vector<lockstep::Fault> mine;
    Result<void> done;
    std::uint64_t requests = 0;
    for (std::uint64_t block = next++; block < part.last && done; block = next++) {
      std::vector<Records> of_warps;
      for (std::uint64_t w = block * warps; w < (block + 1) * warps; ++w) {
        of_warps.emplace_back(records + begins_[w], counted_[w]);
        requests += counted_[w];
      }
      if (!recorders[i].wants(block)) continue;
      recorders[i].begin_block(block);
      done = replay.block(block, of_warps, recorders[i], mine);
      recorders[i].end_block();
    }
    const std::scoped_lock lock(mutex);
    if (!done) result = done, stop();
    cost_.requests += requests;
    faults.insert(faults.end(), mine.begin(), mine.end());
  };
  record::on_threads(static_cast<unsigned>(recorders.size()), work, stop);
  std::ranges::stable_sort(faults, {}, &lockstep::Fault::block);
  return result;
}

}  // namespace gemmscope::preload
