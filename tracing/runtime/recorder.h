// SPDX-License-Identifier: MIT
/// @file recorder.h
/// Hears of every request of blocks, one after the other, and codes them (tracing/record/capture.h).
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>

#include "tracing/lockstep/launch.h"
#include "tracing/record/capture.h"
#include "tracing/runtime/arrays.h"
#include "tracing/runtime/common_stores.h"
#include "tracing/runtime/element_types.h"
#include "tracing/runtime/source.h"
#include "tracing/runtime/stopped_warps.h"
#include "tracing/runtime/warp_origins.h"

namespace gemmscope::runtime {

/// What tells the sites of a recording apart: where the access stands, its array's number, and what it does.
[[nodiscard]] record::LogKey site_key(const Lines& lines, const lockstep::Access& access, std::uint32_t array);

/// Whether that block of the launch is selected; they are numbered x first, z last.
[[nodiscard]] bool selects(const format::Selection& selection, const lockstep::Launch& launch, std::uint64_t block);

/// The allocation that a faulting access was meant for; null: not known.
using MeantArray = std::function<const lockstep::Allocation*(const lockstep::Fault&)>;

/// A block whose recording ends at a fault.
struct FaultedBlock {
  std::uint64_t block = 0;
  std::uint32_t warp = 0;
  std::optional<std::uint32_t> request{};  ///< of the warp: the one that faulted; nothing: it is not recorded
};

class Recorder : public lockstep::Listener {
 public:
  /// `lines`, `origins`, `named` (named_shared.h): of the kernel. All must outlive this.
  Recorder(Arrays& arrays, const Lines& lines, const lockstep::Origins& origins,
           const std::vector<std::uint32_t>& named, const lockstep::Launch& launch, const format::Selection& selection);

  /// That has heard nothing yet, of the same launch.
  [[nodiscard]] Recorder another() const {
    Recorder other(arrays_, lines_, origins_, named_, launch_, selection_);
    other.meant_ = meant_;
    return other;
  }
  /// Is asked for the target of a faulting request that goes to no array.
  void ask(MeantArray meant) { meant_ = std::move(meant); }

  /// Whether the block is of the selection; of others nothing is to be heard.
  [[nodiscard]] bool wants(std::uint64_t block) const;
  void begin_block(std::uint64_t block);
  void end_block();
  /// The block does as the one that ended last, with its requests to each of those allocations moved by that many
  /// bytes. False: it cannot be said so, as those of one array are not all moved alike.
  [[nodiscard]] bool repeat_block(std::uint64_t block, std::span<const std::pair<std::uint32_t, std::int64_t>> moved);
  void request(std::uint32_t warp, const lockstep::Access& access, lockstep::Space where, lockstep::Mask lanes,
               std::span<const std::uint64_t, lockstep::kLanes> addresses) override;
  void carries(std::uint32_t warp, std::uint32_t index, lockstep::Mask lanes, const std::byte* registers) override;
  void mbarrier(std::uint32_t warp, const lockstep::Access& access, lockstep::Mask lanes,
                std::span<const std::uint64_t, lockstep::kLanes> addresses, lockstep::Mask over,
                std::span<const std::uint32_t, lockstep::kLanes> phases) override;
  void warp_rests(std::uint32_t warp) override;
  void warp_pauses(std::uint32_t warp) override;
  void may_repeat(std::uint32_t warp) override;
  void repeats(std::uint32_t warp) override;
  void faults(const lockstep::Fault& fault) override;
  void apart(std::uint32_t warp, std::uint32_t statement, std::uint32_t other, std::uint32_t other_statement,
             bool in_branches) override;
  void absent(std::uint32_t warp, const lockstep::Absence& absence) override;
  void barrier(std::uint32_t statement) override;
  void warp_barrier(std::uint32_t warp, lockstep::Mask lanes) override;
  void commit(std::uint32_t warp, lockstep::Mask lanes) override;
  void wait(std::uint32_t warp, lockstep::Mask lanes, std::uint32_t pending) override;
  void arrives(std::uint32_t warp, std::uint32_t barrier) override;
  void meeting(std::uint32_t barrier, std::span<const std::uint32_t> warps) override;
  void bulk_copy(std::uint32_t warp, int lane, const lockstep::BulkCopy& copy) override;

  /// Forgets all blocks after that one. Blocks are heard in their order.
  void forget_after(std::uint64_t block);
  /// The lowest block that faulted.
  [[nodiscard]] const std::optional<FaultedBlock>& faulted() const { return faulted_; }

  [[nodiscard]] const record::Capture& capture() const { return capture_; }
  /// What was captured, as this is done with it.
  [[nodiscard]] record::Capture::Parts take_parts() { return capture_.take(); }
  /// Those of the blocks that were heard here.
  [[nodiscard]] const std::vector<format::Divergence>& divergences() const { return at_barriers_.all; }
  [[nodiscard]] const std::vector<format::Divergence>& branch_barriers() const { return in_branches_.all; }
  /// Likewise, as format::Recording has them.
  [[nodiscard]] const std::vector<format::Divergence>& absent_lanes() const { return absent_lanes_.all; }
  /// Why the launch cannot be recorded; empty: it can.
  [[nodiscard]] const std::string& trouble() const { return trouble_; }
  /// Bit n: lanes of one request go to the array n in global memory and to others. The request is heard as one to the
  /// first of them, and its addresses are those in an array of all (PlannedArrays::Spot), less the first's place.
  [[nodiscard]] std::uint32_t joined() const { return joined_; }
  /// From now on, whether threads store to one place between two barriers is looked at.
  void look_for_common_stores() { common_stores_.emplace(); }
  [[nodiscard]] bool has_common_stores() const { return common_stores_ && common_stores_->any(); }
  /// For each array, by its number.
  [[nodiscard]] const std::array<MovedBytes, record::kMarkerTensor>& moved_bytes() const { return moved_bytes_; }

 private:
  /// At most one for each block: its first.
  struct FirstOnes {
    std::optional<format::Divergence> first{};  ///< of the block that is heard, or was heard last
    std::vector<format::Divergence> all{};
    /// The block of that row and column has what the one heard last has.
    void add(std::uint32_t y, std::uint32_t x) {
      if (!first) return;
      first->y = y, first->x = x;
      all.push_back(*first);
    }
  };
  /// What a warp of the block has asked for.
  struct Asked {
    WarpOrigins origins;
    std::uint32_t looks = 0;  ///< for what others do, since it last stored or arrived anywhere
  };
  /// A warp to which it may come back.
  struct Before {
    bool is_known = false;  ///< and it has changed no barrier since
    StoppedWarps::Place place{};
    Asked asked;
  };
  /// What is known since a block.
  template <class T>
  struct Since {
    std::uint64_t block;
    T what;
  };
  /// A request with lanes that go to no array.
  struct Unplaced {
    std::uint32_t warp;
    const lockstep::Access* access;
    lockstep::Mask lanes;
    std::array<std::uint64_t, lockstep::kLanes> addresses;
  };
  [[nodiscard]] std::uint64_t block() const { return std::uint64_t{y_} * launch_.grid[0] + x_; }
  /// Nothing more of the block is recorded.
  [[nodiscard]] bool is_deaf() const { return !trouble_.empty() || is_over_; }
  void add(std::uint32_t warp, const lockstep::Access& access, lockstep::Space where, lockstep::Mask lanes,
           std::uint32_t array, const std::array<std::uint32_t, lockstep::kLanes>& at);
  /// Records the request of the fault as one to the array that one of its lanes accesses, or is meant to access. False:
  /// there is none, or it is so far away that it would look as if it were inside.
  bool place(const lockstep::Fault& fault);
  void note_moved(std::uint32_t array, const MovedBytes& moved);
  /// The lanes of the block at that row and column have come apart like those of the block heard last.
  void add_apart(std::uint32_t y, std::uint32_t x);
  static void mark(WarpLogs& logs, record::Marker marker, std::uint32_t value,
                   lockstep::Mask lanes = lockstep::kAllLanes);
  /// What the warps that stop have asked for since the last barrier.
  void take_stopped();
  /// Null: no array is there, or it cannot be recorded, and then there is trouble.
  const Arrays::Place* place_of(std::uint64_t address);
  using Bytes = std::array<std::uint32_t, lockstep::kLanes>;
  /// The number of the array, and of each of those lanes the byte there; nothing: likewise.
  std::optional<std::uint32_t> find_global(lockstep::Mask lanes,
                                           std::span<const std::uint64_t, lockstep::kLanes> addresses, Bytes& bytes);
  std::optional<std::uint32_t> find_shared(std::uint32_t statement, lockstep::Mask lanes,
                                           std::span<const std::uint64_t, lockstep::kLanes> addresses, Bytes& bytes);
  /// The number of the array that the statement names, or otherwise of the one that has `first`.
  [[nodiscard]] std::uint32_t shared_array(std::uint32_t statement, std::uint64_t first) const;
  /// The same of lanes that go to several.
  std::optional<std::uint32_t> join(lockstep::Mask lanes, const std::array<Arrays::Place, lockstep::kLanes>& places,
                                    Bytes& bytes);

  Arrays& arrays_;
  const Lines& lines_;
  const lockstep::Origins& origins_;
  const std::vector<std::uint32_t>& named_;
  const lockstep::Launch& launch_;
  format::Selection selection_;
  record::Capture capture_;
  std::uint32_t interval_ = 0;
  std::uint32_t y_ = 0, x_ = 0;  ///< of the block, as format::Block has them
  FirstOnes at_barriers_, in_branches_, absent_lanes_;
  std::array<std::uint32_t, 16> met_{};  ///< by barrier of the block: how often some of its warps have met there
  WarpLogs logs_;                        ///< of the warp that runs
  StoppedWarps stopped_;
  std::array<MovedBytes, record::kMarkerTensor> moved_bytes_{};
  std::map<std::uint32_t, Arrays::Place> places_;  ///< by allocation
  std::vector<Asked> asked_;                       ///< by warp
  std::vector<Before> before_;                     ///< by warp
  std::optional<CommonStores> common_stores_;
  lockstep::Allocation last_;
  Arrays::Place last_place_;
  std::uint32_t joined_ = 0;
  std::string trouble_;
  std::optional<std::uint64_t> trouble_in_;                         ///< the block
  std::vector<Since<std::pair<std::uint32_t, MovedBytes>>> moves_;  ///< moved_bytes_ as they became, by array
  std::vector<Since<std::uint32_t>> joins_;                         ///< joined_ likewise
  MeantArray meant_;
  std::optional<Unplaced> unplaced_;             ///< the latest request, if it is one
  std::optional<std::uint32_t> last_statement_;  ///< of the latest request that is recorded; a copy makes two
  lockstep::Space last_where_ = lockstep::Space::kGlobal;
  bool is_over_ = false;  ///< the block has faulted
  std::optional<FaultedBlock> faulted_;
};

}  // namespace gemmscope::runtime
