// SPDX-License-Identifier: MIT
/// @file warp_origins.h
/// Which of a warp's requests have loaded what it stores to shared memory, as a recording says it: format::Row::origin,
/// format::OriginPart.
///
/// The code says which loads may have given a value, and how their latest request tells (tracing/lockstep/origins.h). A
/// value that waits in local memory is followed through there, byte by byte, lane by lane.
#pragma once

#include "tracing/lockstep/origins.h"
#include "tracing/runtime/carried_bytes.h"

namespace gemmscope::runtime {

class WarpOrigins {
 public:
  /// `origins`: of the kernel; must outlive this.
  explicit WarpOrigins(const lockstep::Origins& origins) : origins_(&origins), carried_(origins.carried) {}
  void begin_block();
  /// The block has passed a barrier.
  void begin_interval() { before_interval_ = now_; }
  /// Those that are recorded, so far.
  [[nodiscard]] std::uint32_t requests() const { return requests_; }

  /// Notes a request that is recorded; what it returns are values of record::Marker::kOrigin, until the next call.
  std::span<const std::uint32_t> note(const lockstep::Access& access, lockstep::Space where, lockstep::Mask lanes);
  /// Half of a bulk copy is recorded.
  void note() { ++requests_, ++now_; }
  /// Notes a request to local memory: none is recorded.
  void note_local(const lockstep::Access& access, lockstep::Mask lanes, LocalBytes::Addresses addresses);
  /// What the access loads is from elsewhere, this time.
  void forget_load(const lockstep::Access& access, lockstep::Mask lanes);
  /// The lanes are about to do what carries: lockstep::Carried::carries[index].
  void carry(std::uint32_t index, lockstep::Mask lanes, const std::byte* registers) {
    carried_.carry(index, lanes, registers);
  }

 private:
  static constexpr std::size_t kMostParts = 64;  ///< of the values of one store
  static constexpr std::size_t kWidest = 16;     ///< bytes
  using Bytes = std::array<LaneBytes, kWidest>;  ///< of what each lane moves
  using Load = lockstep::Origins::Load;

  /// The latest requests of a load. Moments are counted from 1.
  struct Loaded {
    std::uint32_t last = 0, before = 0;  ///< moments; 0: there is none
    std::uint32_t request = 0;           ///< the number of the last one, if it is to global memory
    bool is_known = false;               ///< the last one was to global or local memory
    lockstep::Mask lanes = 0;            ///< of the last one
    std::vector<LaneBytes> waited{};     ///< what it found in local memory, by byte; none: it went elsewhere
  };
  /// That which is made now, not known yet; null: nothing that is stored is from there.
  Loaded* load_now(const lockstep::Access& access);
  /// The loads that have given what is stored now, the latest first. They are used from now on.
  std::span<const Load* const> loads_of(const lockstep::Origins::Store& store);
  /// The lanes have made that request of a load, now.
  void put_carried(const lockstep::Access& access, lockstep::Mask lanes);
  /// What the lanes store, as far as it is known.
  [[nodiscard]] Bytes stored(const lockstep::Access& access, std::span<const Load* const> loads,
                             lockstep::Mask lanes) const;
  void mark_loads(std::span<const Load* const> loads, std::uint64_t width);
  /// Marks the parts of what is stored that a recording can say: lanes that it takes for those of a part have it.
  void mark_bytes(const Bytes& bytes, lockstep::Mask lanes, std::uint64_t width);
  [[nodiscard]] std::uint32_t back_to(std::uint32_t request) const { return requests_ - request; }

  const lockstep::Origins* origins_;
  std::uint32_t requests_ = 0;
  std::uint32_t now_ = 0;              ///< moments so far
  std::uint32_t before_interval_ = 0;  ///< the moment of the last barrier
  std::uint32_t copy_ = 0;             ///< the request of an asynchronous copy that loaded last
  std::vector<Loaded> loads_;          ///< by Origins::load_at
  std::vector<std::uint32_t> used_;    ///< by Origins::Store::uses: the moment when it was last stored
  LocalBytes local_;
  CarriedBytes carried_;
  std::array<const Load*, kMostParts> found_{};  ///< loads_of()
  std::vector<std::uint32_t> marks_;
};

}  // namespace gemmscope::runtime
