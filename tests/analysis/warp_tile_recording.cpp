// SPDX-License-Identifier: MIT
#include "tests/analysis/warp_tile_recording.h"

#include <algorithm>
#include <functional>

#include "tests/found_tile.h"
#include "tests/layout/layouts.h"

namespace gemmscope::analysis::testing {
namespace {

using format::Request;
using u32 = std::uint32_t;

enum Tensor : std::uint16_t { kA, kB, kC, kAs, kBs };
enum Site : std::uint16_t { kGA, kSA0, kSA1, kSA2, kSA3, kGB, kSB, kLoadA, kLoadB, kLoadC, kStoreC };

u32 u(int value) { return static_cast<u32>(value); }
u32 round_up(u32 n, u32 to) { return (n + to - 1) / to * to; }

/// Floats of one access to `n` consecutive floats of a tile whose rows are `pad` too long.
u32 vector_floats(u32 n, u32 pad, bool scalar) {
  if (scalar) return 1;
  return n % 4 == 0 && pad % 4 == 0 ? 4 : n % 2 == 0 && pad % 2 == 0 ? 2 : 1;
}

/// Writes down the requests of one block, in program order of each warp.
class Writer {
 public:
  Writer(const WarpTileCase& c, u32 y, u32 x)
      : c_(c),
        s_(c.shape),
        y_(y),
        x_(x),
        pitchA_(u(s_.BM) + c.PA),
        pitchB_(u(s_.BN) + c.PB),
        offsetB_(round_up(u(s_.BK) * pitchA_ * 4, 16)) {}

  std::vector<Request> all() {
    for (warp_ = 0; warp_ < u(s_.NT) / 32; ++warp_) {
      interval_ = 0;
      for (k_tile_ = 0; k_tile_ * u(s_.BK) < c_.K; ++k_tile_) {
        if (k_tile_ >= c_.k_tiles) {  // not recorded
          interval_ += 2;
          continue;
        }
        copy(), ++interval_;
        compute(), ++interval_;
      }
      k_tile_ = format::kEpilogue;
      write_back();
    }
    return std::move(requests_);
  }

 private:
  /// Adds a request; address(tid, lane) gives bytes, or nullopt for a lane that takes no part.
  void add(Site site, format::Phase phase, std::uint16_t step,
           const std::function<std::optional<u32>(u32, u32)>& address) {
    Request r{.site = site,
              .warp = static_cast<std::uint16_t>(warp_),
              .interval = interval_,
              .k_tile = k_tile_,
              .step = step,
              .phase = phase};
    for (u32 lane = 0; lane < 32; ++lane) {
      const std::optional<u32> byte = address(warp_ * 32 + lane, lane);
      r.address[lane] = byte.value_or(format::kInactive);
      r.mask |= (byte ? 1u : 0u) << lane;
    }
    if (r.mask != 0) requests_.push_back(r);
  }

  u32 as(u32 k, u32 m) const {
    const u32 flip = c_.swzA ? (k / 4 * std::max(4u, 128 / u(s_.BK))) & 31 : 0;
    return 4 * (k * pitchA_ + (m ^ flip));
  }
  u32 bs(u32 k, u32 n) const {
    const u32 q = n / 4;
    return offsetB_ + 4 * (k * pitchB_ + 4 * (c_.swzB ? q ^ (q / 8 & 1) : q) + n % 4);
  }
  static std::optional<u32> global(u32 row, u32 col, u32 rows, u32 cols) {
    return row < rows && col < cols ? std::optional<u32>(4 * (row * cols + col)) : std::nullopt;
  }

  void copy() {
    const u32 BM = u(s_.BM), BN = u(s_.BN), BK = u(s_.BK), NT = u(s_.NT), k0 = k_tile_ * BK;
    for (u32 pass = 0; pass * NT < BM * BK / 4; ++pass) {
      const auto row = [&](u32 tid) { return (pass * NT + tid) / (BK / 4); };
      const auto col = [&](u32 tid) { return (pass * NT + tid) % (BK / 4) * 4; };
      add(kGA, format::Phase::kCopy, format::kNoStep,
          [&](u32 tid, u32) { return global(y_ * BM + row(tid), k0 + col(tid), c_.M, c_.K); });
      for (u32 j = 0; j < 4; ++j)
        add(static_cast<Site>(kSA0 + j), format::Phase::kCopy, format::kNoStep,
            [&](u32 tid, u32) { return as(col(tid) + j, row(tid)); });
    }
    const u32 floats = vector_floats(4, c_.PB, false);
    for (u32 pass = 0; pass * NT < BK * BN / 4; ++pass) {
      const auto row = [&](u32 tid) { return (pass * NT + tid) / (BN / 4); };
      const auto col = [&](u32 tid) { return (pass * NT + tid) % (BN / 4) * 4; };
      add(kGB, format::Phase::kCopy, format::kNoStep,
          [&](u32 tid, u32) { return global(k0 + row(tid), x_ * BN + col(tid), c_.K, c_.N); });
      for (u32 j = 0; j < 4; j += floats)
        add(kSB, format::Phase::kCopy, format::kNoStep, [&](u32 tid, u32) { return bs(row(tid), col(tid)) + 4 * j; });
    }
  }

  u32 warp_row() const { return warp_ / u(s_.BN / s_.WN) * u(s_.WM); }
  u32 warp_col() const { return warp_ % u(s_.BN / s_.WN) * u(s_.WN); }
  u32 lane_row(u32 lane) const { return lane / u(s_.WSUBN() / s_.TN) * u(s_.TM); }
  u32 lane_col(u32 lane) const { return lane % u(s_.WSUBN() / s_.TN) * u(s_.TN); }

  void compute() {
    const u32 TM = u(s_.TM), TN = u(s_.TN);
    const u32 floatsA = vector_floats(TM, c_.PA, c_.scalar), floatsB = vector_floats(TN, c_.PB, c_.scalar);
    for (u32 k = 0; k < u(s_.BK); ++k) {
      const auto step = static_cast<std::uint16_t>(k);
      for (u32 i = 0; i < u(s_.WMITER()) * TM; i += floatsA)
        add(kLoadA, format::Phase::kCompute, step,
            [&](u32, u32 lane) { return as(k, warp_row() + i / TM * u(s_.WSUBM()) + lane_row(lane) + i % TM); });
      for (u32 j = 0; j < u(s_.WNITER) * TN; j += floatsB)
        add(kLoadB, format::Phase::kCompute, step,
            [&](u32, u32 lane) { return bs(k, warp_col() + j / TN * u(s_.WSUBN()) + lane_col(lane) + j % TN); });
    }
  }

  void write_back() {
    const u32 TM = u(s_.TM), TN = u(s_.TN);
    for (u32 i = 0; i < u(s_.WMITER()) * TM; ++i)
      for (u32 j = 0; j < u(s_.WNITER) * TN; j += 4) {
        const auto address = [&](u32, u32 lane) {
          return global(y_ * u(s_.BM) + warp_row() + i / TM * u(s_.WSUBM()) + lane_row(lane) + i % TM,
                        x_ * u(s_.BN) + warp_col() + j / TN * u(s_.WSUBN()) + lane_col(lane) + j % TN, c_.M, c_.N);
        };
        if (c_.read_C) add(kLoadC, format::Phase::kWriteBack, format::kNoStep, address);
        add(kStoreC, format::Phase::kWriteBack, format::kNoStep, address);
      }
  }

  const WarpTileCase& c_;
  const WarpTileShape& s_;
  u32 y_, x_, pitchA_, pitchB_, offsetB_;
  u32 warp_ = 0, interval_ = 0, k_tile_ = 0;
  std::vector<Request> requests_;
};

format::Recording description(const WarpTileCase& c) {
  using format::Op, format::Space;
  const auto& [BM, BN, BK, WM, WN, WNITER, TM, TN, NT] = c.shape;
  const u32 offsetB = round_up(u(BK) * (u(BM) + c.PA) * 4, 16);
  format::Recording r;
  r.kernel = "warp_tile";
  for (const auto& [name, value] : {std::pair{"BM", BM},
                                    {"BN", BN},
                                    {"BK", BK},
                                    {"WM", WM},
                                    {"WN", WN},
                                    {"WNITER", WNITER},
                                    {"TM", TM},
                                    {"TN", TN},
                                    {"PA", int(c.PA)},
                                    {"PB", int(c.PB)}})
    r.parameters.push_back({name, std::to_string(value)});
  r.grid_y = (c.M + u(BM) - 1) / u(BM), r.grid_x = (c.N + u(BN) - 1) / u(BN);
  r.threads = u(NT);
  r.shared_bytes = offsetB + u(BK) * (u(BN) + c.PB) * 4;
  r.selection = {{0, r.grid_y}, {0, r.grid_x}, {0, u(NT) / 32}};
  r.tensors = {
      {.name = "A", .layout = padded_rows(int(c.M), int(c.K)), .of = {}},
      {.name = "B", .layout = padded_rows(int(c.K), int(c.N)), .of = {}},
      {.name = "C", .layout = padded_rows(int(c.M), int(c.N)), .of = {}},
      {.name = "As",
       .space = Space::kShared,
       .layout = padded_rows(BK, BM, int(c.PA), c.swzA ? swizzle_by_row(2, std::max(4, 128 / BK), 31) : Swizzle{}),
       .of = "A",
       .transposed = true},
      {.name = "Bs",
       .space = Space::kShared,
       .layout = padded_rows(BK, BN, int(c.PB), c.swzB ? swizzle_by_column(5, 4, 4) : Swizzle{}),
       .offset = offsetB,
       .of = "B"},
  };
  const auto bytes = [](u32 floats) { return static_cast<std::uint8_t>(4 * floats); };
  r.sites = {{"gA_load", kA, Op::kLoad, 16, kLineGA},
             {"sA_store", kAs, Op::kStore, 4, kLineSA},
             {"sA_store", kAs, Op::kStore, 4, kLineSA + 1},
             {"sA_store", kAs, Op::kStore, 4, kLineSA + 2},
             {"sA_store", kAs, Op::kStore, 4, kLineSA + 3},
             {"gB_load", kB, Op::kLoad, 16, kLineGB},
             {"sB_store", kBs, Op::kStore, bytes(vector_floats(4, c.PB, false)), kLineSB},
             {"sA_load", kAs, Op::kLoad, bytes(vector_floats(u(TM), c.PA, c.scalar)), kLineLoadA},
             {"sB_load", kBs, Op::kLoad, bytes(vector_floats(u(TN), c.PB, c.scalar)), kLineLoadB},
             {"C_load", kC, Op::kLoad, 16, kLineLoadC},
             {"C_store", kC, Op::kStore, 16, kLineStoreC}};
  return r;
}

std::vector<u32> barrier_lines(u32 k_tiles) {
  std::vector<u32> lines;
  for (u32 k = 0; k < k_tiles; ++k) lines.insert(lines.end(), {kLineBarrier1, kLineBarrier2});
  lines.push_back(0);
  return lines;
}

}  // namespace

format::Recording warp_tile_recording(const WarpTileCase& c) {
  RecordingBuilder builder;
  builder.recording = description(c);
  const u32 BK = u(c.shape.BK), k_tiles = (c.K + BK - 1) / BK;
  for (const auto& [y, x] : c.blocks) builder.add_block(y, x, Writer(c, y, x).all(), barrier_lines(k_tiles));
  format::Recording r = builder.finish();
  gemmscope::testing::put_tile(r, {{u(c.shape.BM), u(c.shape.BN), BK}}, c.M, c.N, c.K);
  return r;
}

WarpTileCase golden_case(const GoldenRow& row) {
  const auto number = [&](const char* name) { return row.parameter(name); };
  const auto is = [&](const char* name, const char* value) {
    const auto found = row.parameters.find(name);
    return found != row.parameters.end() && found->second == value;
  };
  return {.shape = {number("BM"), number("BN"), number("BK"), number("WM"), number("WN"), number("WNITER"),
                    number("TM"), number("TN"), number("NT")},
          .PA = u(number("PA")),
          .PB = u(number("PB")),
          .swzA = is("swzA", "xor"),
          .swzB = is("swzB", "xor"),
          .scalar = is("vec", "scalar"),
          .M = row.M,
          .N = row.N,
          .K = row.K,
          .read_C = true,
          .k_tiles = 2,
          .blocks = {{row.block_y, row.block_x}}};
}

format::Recording big_warp_tile_recording(u32 M, u32 N, u32 K) {
  const WarpTileCase c{.M = M, .N = N, .K = K};
  format::Recording r = warp_tile_recording(c);
  r.blocks.clear();
  for (u32 y = 0; y < r.grid_y; ++y)
    for (u32 x = 0; x < r.grid_x; ++x)
      r.blocks.push_back(
          {.y = y, .x = x, .pattern = 0, .base = {y * 128 * K * 4, x * 128 * 4, (y * 128 * N + x * 128) * 4, 0}});
  return r;
}

}  // namespace gemmscope::analysis::testing
