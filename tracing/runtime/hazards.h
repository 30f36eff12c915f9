// SPDX-License-Identifier: MIT
/// @file hazards.h
/// What a program does wrong outside of its kernels: see docs/checks.md, "The program". This is checked while a program
/// is recorded, and reported in the program's log.
#pragma once

#include <csignal>
#include <deque>
#include <map>
#include <memory>
#include <string>

#include "tracing/lockstep/launch.h"
#include "tracing/lockstep/touched_memory.h"
#include "tracing/runtime/host_pages.h"
#include "tracing/runtime/memory.h"
#include "tracing/runtime/modules.h"
#include "tracing/runtime/order.h"
#include "tracing/runtime/program_log.h"

namespace gemmscope::runtime {

/// Rows of `width` bytes, `pitch` apart.
struct Rows {
  const void* begin;
  std::size_t pitch, width, height;
  /// Bytes from the first to the last; SIZE_MAX if there cannot be so many.
  std::size_t extent() const {
    std::size_t all = 0;
    if (height == 0) return 0;
    return __builtin_mul_overflow(height - 1, pitch, &all) || __builtin_add_overflow(all, width, &all) ? SIZE_MAX : all;
  }
};

/// Callers must hold Runtime::mutex.
class Hazards {
 public:
  /// `folder`: of the log; empty: nothing is looked for.
  Hazards(std::string folder, Memory& memory);
  [[nodiscard]] bool look() const { return !folder_.empty(); }

  Order order;
  HostPages pages;

  /// cudaMallocAsync
  void allocated(StreamId stream, const void* address, std::uint64_t bytes);
  /// Before memory is freed, or given back to the program. `ordered`: in that stream, as cudaFreeAsync does; otherwise
  /// the host waits for all work, unless the memory is from cudaMallocAsync: then it does not wait.
  void frees(const void* address, std::optional<StreamId> ordered);
  void copied(StreamId stream, const Rows& to, const Rows& from, bool returns_when_done);
  void filled(StreamId stream, const Rows& rows, bool returns_when_done);
  /// The launch must report what it touches to this object; null: this is not needed.
  [[nodiscard]] std::unique_ptr<lockstep::TouchedMemory> watch_launch(const Kernel& kernel,
                                                                      const std::byte* but_not) const;
  void launched(StreamId stream, const Kernel& kernel, const lockstep::Launch& launch,
                const lockstep::TouchedMemory* touched);
  /// StreamWork with unknown bytes is done here: by a library, or by the host's function in a stream.
  void works() { changes(), pages.open_all(); }
  /// Whether it is memory that the host touches without a call.
  [[nodiscard]] bool is_host(const void* address) const;
  /// Before a copy to the host.
  void looks_at(const Rows& from);
  /// A call has failed with that error; `why`: a reason, or empty.
  void refused(const char* name, const char* text, const std::string& why);
  /// That launch of a kernel, from 1, which is not recorded, has ended with a fault.
  void faulted(const std::string& kernel, std::uint32_t launch, const std::string& how);
  /// That launch uses memory that was never written. `where`: "loads byte 8 of x at my.cu:9".
  void used_unwritten(const std::string& kernel, std::uint32_t launch, const std::string& where);
  /// The program is ending, and CUDA has ended: from now on only launches count as refused. To free memory there is
  /// common and harmless.
  void end() { has_ended_ = true; }
  /// The program asks how long it took to reach an event.
  void asks_time_of(const Clock& clock);
  /// The program has asked whether there were errors.
  void asked_for_errors();

  /// After each call: pages are closed to the host, which goes on now.
  void close();
  void changes() { changed_ = true; }
  /// The host has touched a page and got a fault. False: it is not one of these.
  bool touched(std::uint64_t byte, bool writes, const void* context);
  /// The host is about to make the system read or write there.
  void uses(lockstep::ByteRange bytes, bool writes);

 private:
  struct Told {
    std::uint64_t count = 0;
    NotePlace place{};
    bool is_over = false;  ///< the program has asked for the error
  };
  /// For work that is pending there. False: there is none.
  bool meets_host(lockstep::ByteRange bytes, bool writes, const CodePlace& where);
  void tell_touch(const StreamWork& work, lockstep::ByteRange bytes, bool writes, const CodePlace& where);
  /// `what`: notes of the same places in which it is the same are one finding. Null: there are too many.
  Told* tell(ProgramNote note, const std::vector<CodePlace>& places, const std::string& what);
  Told* tell(ProgramNote note, const std::vector<CodePlace>& places) { return tell(note, places, note.text); }
  void put(StreamWork work);
  void tell_meeting(const Meeting& meeting, const StreamWork& second);
  [[nodiscard]] std::string stream_name(StreamId stream) const;
  /// The name that kernels give it, or the argument of call `n` of `work`; otherwise the kind of memory it is.
  [[nodiscard]] std::string name_of_bytes(std::uint64_t byte, const StreamWork* work, int n, bool stored) const;
  [[nodiscard]] std::string name_of_array(const lockstep::Allocation& array) const;
  /// Whether the kernels that were given the array store only to places that no data decide.
  [[nodiscard]] bool is_stored_regularly(const lockstep::Allocation& array) const;

  std::string folder_;
  Memory& memory_;
  bool changed_ = false;
  std::uint64_t faults_ = 0;
  std::map<std::string, Told> told_;
  bool has_ended_ = false;
  std::vector<Told*> refused_;                      ///< and the program has not asked for errors
  std::map<std::uint64_t, std::uint64_t> ordered_;  ///< of cudaMallocAsync: bytes by address
  struct Given {
    const Kernel* kernel;
    lockstep::Launch launch;
  };
  std::deque<Given> launches_;  ///< the last ones, the latest first
};

[[nodiscard]] std::string name_of_kernel(const Kernel& kernel);
/// Its arguments' aligned words of 8 bytes, some of which are addresses.
[[nodiscard]] std::vector<std::uint64_t> pointers_in(const lockstep::Launch& launch);

/// Makes faults of the host go to the hazards of this process; faults that are not theirs go to the handler that was
/// there before. Once.
void listen_to_host();
/// Like sigaction(), for the handler to which ours passes faults on. False: ours is not installed.
bool change_handler_behind_ours(const struct sigaction* to, struct sigaction* before);
/// Like pthread_sigmask(). Our handler stays open where the program blocks the signal, and the program sees its own
/// mask.
int change_mask_of_program(int how, const sigset_t* to, sigset_t* before);

}  // namespace gemmscope::runtime
