// SPDX-License-Identifier: MIT
#include "tracing/analysis/digest.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>

namespace gemmscope::analysis {
namespace {

constexpr std::uint64_t kOffset = 0xcbf29ce484222325;
constexpr std::uint64_t kPrime = 0x100000001b3;
constexpr std::uint64_t kStreamFactor = 0x9e3779b97f4a7c15;  // Q: odd, so that no request is lost at any distance

/// Mixes a word in so that every bit of it reaches every bit of the hash.
constexpr std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0xff51afd7ed558ccd;
  return hash ^ hash >> 32;
}

std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = kOffset;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * kPrime;
  return hash;
}

/// address_hash of a template row moved by `base`.
std::uint64_t address_hash_at(const format::Template& coded, std::size_t row, std::uint32_t base) {
  const auto lanes = coded.lanes(row);
  const std::uint32_t mask = coded.rows[row].mask;
  std::uint64_t hash = kOffset;
  for (std::size_t lane = 0; lane < kLanes; ++lane)
    hash = (hash ^ ((mask >> lane & 1u) != 0 ? base + lanes[lane] : format::kInactive)) * kPrime;
  return hash;
}

/// The blocks of one pattern, and per tensor the bases that occur among them. A row of blocks has one base in A, a
/// column one in B: what is hashed once per base is hashed 32 times less than once per block in a grid of 32 x 32.
struct PatternBlocks {
  struct Base {
    std::uint32_t base = 0;
    std::uint64_t blocks = 0;  ///< that have it
  };
  std::array<std::vector<Base>, format::kMaxGlobalTensors> bases;                   ///< [tensor]
  std::vector<std::size_t> blocks;                                                  ///< indices into Recording::blocks
  std::vector<std::array<std::uint32_t, format::kMaxGlobalTensors>> base_of_block;  ///< index into bases[tensor]
};

/// [pattern] = its blocks inside `range`.
std::vector<PatternBlocks> blocks_by_pattern(const format::Recording& recording, format::Range range) {
  std::vector<PatternBlocks> patterns(recording.patterns.size());
  std::vector<std::array<std::unordered_map<std::uint32_t, std::uint32_t>, format::kMaxGlobalTensors>> seen(
      patterns.size());
  for (std::uint32_t b = 0; b < recording.blocks.size(); ++b) {
    if (!range.contains(b)) continue;
    const format::Block& block = recording.blocks[b];
    PatternBlocks& pattern = patterns[block.pattern];
    pattern.blocks.push_back(b);
    auto& place = pattern.base_of_block.emplace_back();
    for (std::size_t t = 0; t < format::kMaxGlobalTensors; ++t) {
      std::vector<PatternBlocks::Base>& bases = pattern.bases[t];
      const auto [found, is_first] =
          seen[block.pattern][t].try_emplace(block.base[t], static_cast<std::uint32_t>(bases.size()));
      if (is_first) bases.push_back({block.base[t], 0});
      place[t] = found->second;
      ++bases[found->second].blocks;
    }
  }
  return patterns;
}

/// What a stream digest needs of a template, without the parts that depend on bases.
struct StreamTemplate {
  std::uint64_t shared_sum = 0;   ///< of ri * Q^(n-1-i) over the shared rows
  std::uint64_t last_factor = 1;  ///< Q^n
  struct GlobalRow {
    std::size_t row;
    std::uint64_t seed, factor;  ///< hash of all but the addresses; Q^(n-1-i)
  };
  std::vector<GlobalRow> global;
};

StreamTemplate stream_template(const format::Template& coded, std::span<const std::uint64_t> site_hash) {
  StreamTemplate result;
  for (std::size_t row = coded.rows.size(); row-- > 0; result.last_factor *= kStreamFactor) {
    const format::Row& r = coded.rows[row];
    const std::uint64_t markers = std::uint64_t{r.step} << 32 | std::uint64_t{r.k_tile} << 8 | std::uint64_t(r.phase);
    const std::uint64_t seed = mix(site_hash[r.site], markers);
    if (r.base == format::kSharedBase)
      result.shared_sum += mix(seed, address_hash_at(coded, row, 0)) * result.last_factor;
    else
      result.global.push_back({row, seed, result.last_factor});
  }
  return result;
}

/// The global rows' part of a segment's sum: [tensor][index into blocks.bases[tensor]]; empty for unused tensors.
std::array<std::vector<std::uint64_t>, format::kMaxGlobalTensors> global_sums(const format::Recording& recording,
                                                                              const format::Segment& segment,
                                                                              const StreamTemplate& stream,
                                                                              const PatternBlocks& blocks) {
  const format::Template& coded = recording.templates[segment.template_id];
  std::array<std::vector<std::uint64_t>, format::kMaxGlobalTensors> sums;
  for (const StreamTemplate::GlobalRow& g : stream.global) {
    const std::uint8_t tensor = coded.rows[g.row].base;
    sums[tensor].resize(blocks.bases[tensor].size(), 0);
    for (std::size_t i = 0; i < sums[tensor].size(); ++i) {
      const std::uint32_t base = segment.base[tensor] + blocks.bases[tensor][i].base;
      sums[tensor][i] += mix(g.seed, address_hash_at(coded, g.row, base)) * g.factor;
    }
  }
  return sums;
}

std::vector<std::uint64_t> site_hashes(const format::Recording& recording) {
  std::vector<std::uint64_t> hashes;
  for (const format::Site& site : recording.sites) {
    const std::uint64_t what = std::uint64_t{site.line} << 16 | std::uint64_t(site.op) << 8 | site.width;
    hashes.push_back(mix(mix(hash_of(site.name), hash_of(recording.tensors[site.tensor].name)), what));
  }
  return hashes;
}

std::uint32_t request_count(const format::Recording& recording, const format::Block& block, std::uint32_t warp) {
  const std::vector<std::uint32_t>& requests = recording.patterns[block.pattern].warp_requests;
  return warp < requests.size() ? requests[warp] : 0;
}

std::optional<format::Request> request_at(const format::Recording& recording, std::uint32_t block, std::uint32_t warp,
                                          std::uint32_t index) {
  if (block >= recording.blocks.size() || index >= request_count(recording, recording.blocks[block], warp))
    return std::nullopt;
  const format::RequestPosition at = format::locate(recording, block, warp, index);
  const format::Pattern& pattern = recording.patterns[recording.blocks[block].pattern];
  return format::decode(recording, block, pattern.segments[at.segment], at.row);
}

}  // namespace

std::uint64_t address_hash(std::span<const std::uint32_t, kLanes> addresses) {
  std::uint64_t hash = kOffset;
  for (const std::uint32_t address : addresses) hash = (hash ^ address) * kPrime;
  return hash;
}

std::vector<std::uint64_t> address_digests(const format::Recording& recording, const CostTable& table,
                                           const Scope& scope) {
  std::vector<std::uint64_t> digests(recording.sites.size(), 0);
  const std::vector<std::uint64_t> requests = count_requests(recording, table, scope);
  std::vector<std::vector<std::size_t>> global_rows(recording.templates.size());
  for (std::size_t t = 0; t < recording.templates.size(); ++t)
    for (std::size_t row = 0; row < recording.templates[t].rows.size(); ++row)
      if (recording.templates[t].rows[row].base != format::kSharedBase) global_rows[t].push_back(row);

  for (const CostTable::Entry& entry : table.entries()) {
    const format::Template& coded = recording.templates[entry.template_id];
    for (std::size_t row = 0; row < entry.rows; ++row)
      if (coded.rows[row].base == format::kSharedBase && requests[entry.first + row] != 0)
        digests[coded.rows[row].site] += requests[entry.first + row] * address_hash_at(coded, row, 0);
  }

  const std::vector<PatternBlocks> blocks = blocks_by_pattern(recording, scope.blocks);
  for (std::size_t p = 0; p < recording.patterns.size(); ++p)
    for (const format::Segment& segment : recording.patterns[p].segments) {
      if (!scope.contains(segment)) continue;
      const format::Template& coded = recording.templates[segment.template_id];
      for (const std::size_t row : global_rows[segment.template_id]) {
        const format::Row& r = coded.rows[row];
        if (!scope.contains_k_tile(k_tile_of(segment, r))) continue;
        for (const auto& [base, count] : blocks[p].bases[r.base])
          digests[r.site] += count * address_hash_at(coded, row, segment.base[r.base] + base);
      }
    }
  return digests;
}

std::vector<BlockDigest> stream_digests(const format::Recording& recording) {
  const std::vector<std::uint64_t> site_hash = site_hashes(recording);
  std::vector<StreamTemplate> streams;
  for (const format::Template& coded : recording.templates) streams.push_back(stream_template(coded, site_hash));

  std::vector<BlockDigest> digests;
  for (const format::Block& block : recording.blocks)
    digests.push_back({block.y, block.x, std::vector<std::uint64_t>(recording.warps(), 0)});
  const std::vector<PatternBlocks> blocks = blocks_by_pattern(recording, kEverything);
  for (std::size_t p = 0; p < recording.patterns.size(); ++p)
    for (const format::Segment& segment : recording.patterns[p].segments) {
      const StreamTemplate& stream = streams[segment.template_id];
      const auto sums = global_sums(recording, segment, stream, blocks[p]);
      for (std::size_t b = 0; b < blocks[p].blocks.size(); ++b) {
        std::uint64_t sum = stream.shared_sum;
        for (std::size_t t = 0; t < sums.size(); ++t)
          if (!sums[t].empty()) sum += sums[t][blocks[p].base_of_block[b][t]];
        std::uint64_t& warp = digests[blocks[p].blocks[b]].warps[segment.warp];
        warp = mix(warp, std::uint64_t{segment.interval} << 32 | segment.k_tile);
        warp = mix(mix(warp, stream.last_factor), sum);
      }
    }
  return digests;
}

std::uint64_t combined(std::span<const BlockDigest> digests) {
  std::uint64_t hash = kOffset;
  for (const BlockDigest& block : digests) {
    hash = mix(hash, std::uint64_t{block.y} << 32 | block.x);
    for (const std::uint64_t warp : block.warps) hash = mix(hash, warp);
  }
  return hash;
}

std::optional<Difference> first_difference(const format::Recording& a, const format::Recording& b) {
  const std::vector<BlockDigest> of_a = stream_digests(a), of_b = stream_digests(b);
  const std::size_t blocks = std::max(of_a.size(), of_b.size());
  const std::uint32_t warps = std::max(a.warps(), b.warps());
  for (std::uint32_t block = 0; block < blocks; ++block) {
    if (block < of_a.size() && block < of_b.size() && of_a[block] == of_b[block]) continue;
    const BlockDigest& where = block < of_a.size() ? of_a[block] : of_b[block];
    const bool same_place =
        block < of_a.size() && block < of_b.size() && of_a[block].y == of_b[block].y && of_a[block].x == of_b[block].x;
    for (std::uint32_t warp = 0; warp < warps; ++warp)
      for (std::uint32_t index = 0;; ++index) {
        const auto in_a = request_at(a, block, warp, index), in_b = request_at(b, block, warp, index);
        if (!in_a && !in_b) break;
        if (!same_place || in_a != in_b) return Difference{where.y, where.x, warp, index, in_a, in_b};
      }
  }
  return std::nullopt;
}

}  // namespace gemmscope::analysis
