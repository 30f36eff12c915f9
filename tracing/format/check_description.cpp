// SPDX-License-Identifier: MIT
#include "tracing/format/check.h"

#include <algorithm>
#include <bit>

#include "tracing/format/limits.h"
#include "tracing/format/text.h"

namespace gemmscope::format {
namespace {

using Found = std::optional<Fault>;

Fault wrong(std::string what) { return {SectionType::kDescription, 0, std::move(what)}; }
std::string number(std::uint64_t n) { return std::to_string(n); }

std::uint32_t line_count(const Source& source) {
  return static_cast<std::uint32_t>(1 + std::count(source.text.begin(), source.text.end(), '\n'));
}

/// Line numbers are inside the source text. A recording without text may say any.
bool is_line(std::uint32_t line, std::uint32_t lines, const Source& source) {
  return source.text.empty() || line <= lines;
}

Found check_source(const Source& source) {
  if (source.text.size() > kMaxSourceBytes)
    return wrong("the source text has " + number(source.text.size()) + " bytes");
  if (line_count(source) > kMaxSourceLines)
    return wrong("the source text has " + number(line_count(source)) + " lines");
  if (!is_plain_text(source.text, true)) return wrong("the source text is not UTF-8 or has control characters");
  return {};
}

Found check_texts(const Recording& r) {
  std::vector<std::string_view> texts = {r.kernel,        r.source.path,     r.origin.backend, r.origin.device,
                                         r.origin.driver, r.origin.compiler, r.origin.build,   r.origin.date};
  for (const Parameter& p : r.parameters) texts.insert(texts.end(), {p.name, p.value});
  for (const Tensor& t : r.tensors) {
    texts.insert(texts.end(), {t.name, t.of});
    for (const Part& part : t.parts) texts.emplace_back(part.name);
  }
  for (const Site& s : r.sites) texts.emplace_back(s.name);
  for (const Source& s : r.included) texts.emplace_back(s.path);
  texts.emplace_back(r.code.entry);
  if (r.fault) texts.insert(texts.end(), {r.fault->does, r.fault->cause});
  for (const std::string_view text : texts) {
    if (text.size() > kMaxNameBytes) return wrong("a text has " + number(text.size()) + " bytes");
    if (!is_plain_text(text)) return wrong("a text is not UTF-8 or has control characters");
  }
  if (r.kernel.empty()) return wrong("the kernel has no name");
  for (const Parameter& p : r.parameters)
    if (p.name.empty() || p.value.empty()) return wrong("a parameter has no name or no value");
  if (auto fault = check_source(r.source)) return fault;
  if (r.included.size() > kMaxIncluded) return wrong("there are " + number(r.included.size()) + " files");
  for (const Source& s : r.included)
    if (auto fault = check_source(s)) return fault;
  if (r.code.ptx.size() > kMaxPtxBytes) return wrong("the PTX has " + number(r.code.ptx.size()) + " bytes");
  if (!is_plain_text(r.code.ptx, true)) return wrong("the PTX is not UTF-8 or has control characters");
  return {};
}

Found check_launch(const Recording& r) {
  if (r.parameters.size() > kMaxParameters) return wrong("there are " + number(r.parameters.size()) + " parameters");
  if (r.launch_blocks() > kMaxBlocks)
    return wrong("a grid of " + number(r.grid_y) + " x " + number(r.grid_x) + " blocks is too large");
  if (r.grid_z == 0 || r.grid_y % r.grid_z != 0)
    return wrong("a grid of " + number(r.grid_y) + " rows of blocks cannot have " + number(r.grid_z) + " along z");
  if (r.threads == 0 || r.threads > kMaxThreads) return wrong("a block cannot have " + number(r.threads) + " threads");
  if (r.shared_bytes > kMaxSharedBytes)
    return wrong("a block cannot have " + number(r.shared_bytes) + " bytes of shared memory");
  const auto inside = [](const Range& range, std::uint32_t total) {
    return range.begin <= range.end && range.end <= total;
  };
  const Selection& s = r.selection;
  if (!inside(s.block_y, r.rows_of_z()) || !inside(s.block_x, r.grid_x) || !inside(s.block_z, r.grid_z) ||
      s.block_z.size() == 0)
    return wrong("the selected blocks are not in the grid");
  if (!inside(s.warps, r.warps())) return wrong("the selected warps are not in the block");
  return {};
}

/// Parts are in an array of one row, in order and with a boundary between each two.
Found check_parts(const Recording& r) {
  std::size_t parts = 0;
  for (std::size_t i = 0; i < r.tensors.size(); ++i) {
    const Tensor& t = r.tensors[i];
    const std::string name = "tensor " + number(i);
    if (!t.parts.empty() && (t.space != Space::kGlobal || t.layout.rows != 1 || t.layout.column_major))
      return wrong(name + " has parts and is no row in global memory");
    if (t.past_boundary && t.space != Space::kGlobal)
      return wrong(name + " says where in memory it begins, and is in shared memory");
    std::uint64_t end = 0, next = 0;  // next: from the boundary before the first
    for (const Part& part : t.parts) {
      const std::uint64_t first = std::uint64_t{part.offset} + t.past_boundary.value_or(0);
      if (part.bytes == 0 || first < next)
        return wrong(name + " has parts that are empty, overlap, or begin where none may");
      next = (first + part.bytes + kBoundary - 1) / kBoundary * kBoundary;
      end = std::uint64_t{part.offset} + part.bytes;
    }
    if (end > std::uint64_t{t.layout.columns} * t.element_bytes) return wrong(name + " has parts beyond its end");
    parts += t.parts.size();
  }
  if (parts > kMaxParts) return wrong("there are " + number(parts) + " parts of tensors");
  return {};
}

Found check_tensors(const Recording& r) {
  if (r.tensors.size() > kMaxTensors) return wrong("there are " + number(r.tensors.size()) + " tensors");
  for (std::size_t i = 0; i < r.tensors.size(); ++i) {
    const Tensor& t = r.tensors[i];
    const std::string name = "tensor " + number(i);
    const bool shared = t.space == Space::kShared;
    if (!shared && t.space != Space::kGlobal) return wrong(name + " is in no known kind of memory");
    if (!shared && i >= static_cast<std::size_t>(kMaxGlobalTensors)) return wrong("there are too many global tensors");
    if (!shared && i > 0 && r.tensors[i - 1].space == Space::kShared) return wrong("global tensors do not come first");
    if (!t.layout.swizzle.is_own_inverse()) return wrong(name + " is swizzled in an unknown way");
    if (!std::has_single_bit(t.element_bytes) || t.element_bytes > 16)
      return wrong(name + " has elements of " + number(t.element_bytes) + " bytes");
    const Layout& l = t.layout;
    if (l.line_extent() > l.pitch) return wrong(name + " has rows longer than their pitch");
    if (!shared && (l.group != 0 || l.buffers != 1 || l.swizzle.any()))
      return wrong(name + " is a matrix with inner padding, several buffers or a swizzle");
    if (l.buffers == 0 || l.buffers > kMaxBuffers || (l.column_major && shared))
      return wrong(name + " has a form that no tile can have");
    // Elements first, so that nothing overflows. Padding after the last line need not exist.
    const std::uint64_t elements = l.lines() == 0 ? 0 : l.extent() - l.pitch + l.line_extent();
    if (elements > kMaxTensorBytes / t.element_bytes) return wrong(name + " is larger than 4 GiB");
    if (l.buffers > 1 && elements > l.buffer_stride) return wrong(name + " has buffers that overlap");
    const std::uint64_t others = std::uint64_t{l.buffers - 1} * l.buffer_stride;
    if (shared && t.offset + (others + elements) * t.element_bytes > r.shared_bytes)
      return wrong(name + " does not fit into shared memory");
    if (!shared && t.offset != 0) return wrong(name + " does not start at byte 0");
  }
  return {};
}

/// [file] = lines: of the source, and of what is included.
std::vector<std::uint32_t> lines_of_files(const Recording& r) {
  std::vector<std::uint32_t> lines = {line_count(r.source)};
  for (const Source& source : r.included) lines.push_back(line_count(source));
  return lines;
}

/// Calls lead from where the access stands to the kernel; the first place in its own file is the site's line.
Found check_calls(const Recording& r, const std::vector<std::uint32_t>& lines, const std::vector<Place>& called,
                  std::uint32_t said, const std::string& name) {
  if (called.size() > kMaxCalls) return wrong(name + " is in " + number(called.size()) + " functions");
  std::uint32_t line = 0;
  for (const Place& place : called) {
    if (place.file >= lines.size())
      return wrong(name + " is in file " + number(place.file) + " of " + number(lines.size()));
    const Source& source = place.file == 0 ? r.source : r.included[place.file - 1u];
    if (place.line == 0 || !is_line(place.line, lines[place.file], source))
      return wrong(name + " is on line " + number(place.line) + " of a file of " + number(lines[place.file]));
    if (line == 0 && place.file == 0) line = place.line;
  }
  if (!called.empty() && line != said) return wrong(name + " is on another line than its calls say");
  return {};
}

Found check_sites(const Recording& r) {
  if (r.sites.size() > kMaxSites) return wrong("there are " + number(r.sites.size()) + " sites");
  const std::vector<std::uint32_t> lines_of = lines_of_files(r);
  const std::uint32_t lines = lines_of[0];
  for (std::size_t i = 0; i < r.sites.size(); ++i) {
    const Site& s = r.sites[i];
    const std::string name = "site " + number(i);
    if (s.tensor >= r.tensors.size())
      return wrong(name + " belongs to tensor " + number(s.tensor) + " of " + number(r.tensors.size()));
    if (s.op > Op::kAtomic) return wrong(name + " is neither load nor store nor atomic operation");
    const bool is_known =
        s.op == Op::kAtomic ? s.atomic < Atomic::kStrong : s.atomic == Atomic::kPlain || s.atomic == Atomic::kStrong;
    if (!is_known) return wrong(name + " is an atomic operation of no known kind");
    if (!std::has_single_bit(s.width) || s.width > 16)
      return wrong(name + " has a width of " + number(s.width) + " bytes");
    if (s.line == 0 || !is_line(s.line, lines, r.source))
      return wrong(name + " is on line " + number(s.line) + " of " + number(lines));
    if (s.asynchronous && (s.op == Op::kAtomic || s.atomic != Atomic::kPlain))
      return wrong(name + " is half of a copy and no plain load or store");
    if (s.one_value && (s.op != Op::kStore || s.asynchronous || s.atomic != Atomic::kPlain))
      return wrong(name + " is of one value and no plain store");
    if (s.agrees && (s.op != Op::kStore || s.asynchronous))
      return wrong(name + " says that its stores agree, but it is not a plain store");
    if (s.named && r.tensors[s.tensor].space != Space::kShared)
      return wrong(name + " says that its address is of one shared array, but it is not to shared memory");
    if (s.unseen && s.op != Op::kAtomic) return wrong(name + " has an old value that nobody uses and is not atomic");
    if (auto fault = check_calls(r, lines_of, s.called, s.line, name)) return fault;
    if (i > 0 && s.line < r.sites[i - 1].line) return wrong("sites are not ordered by line");
  }
  for (std::size_t p = 0; p < r.patterns.size(); ++p)
    for (const std::uint32_t line : r.patterns[p].barrier_lines)
      if (!is_line(line, lines, r.source))
        return wrong("pattern " + number(p) + " has a barrier on line " + number(line) + " of " + number(lines));
  return {};
}

Found check_divergences(const Recording& r, const std::vector<Divergence>& all, const std::string& name) {
  const std::uint32_t lines = line_count(r.source);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Divergence& v = all[i];
    const auto before = [](const Divergence& a, const Divergence& b) {
      return std::pair(a.y, a.x) < std::pair(b.y, b.x);
    };
    if (!r.selects(v.y, v.x) || std::max(v.thread, v.other_thread) >= r.threads || !is_line(v.line, lines, r.source) ||
        !is_line(v.other_line, lines, r.source) || (i > 0 && !before(all[i - 1], v)))
      return wrong(name + " " + number(i) + " names a thread, line or block that does not exist, or is out of order");
  }
  return {};
}
Found check_barriers(const Recording& r) {
  if (auto fault = check_divergences(r, r.divergences, "divergence")) return fault;
  for (std::size_t i = 0; i < r.branch_barriers.size(); ++i) {
    const Divergence& v = r.branch_barriers[i];
    if (v.of_warp || v.line == 0 || v.other_line == 0 || v.thread / kLanes == v.other_thread / kLanes)
      return wrong("barriers of branches " + number(i) + " are not of two warps at two lines");
  }
  return check_divergences(r, r.branch_barriers, "barriers of branches");
}

Found check_absent_lanes(const Recording& r) {
  const std::vector<Divergence> all = r.absent_lanes.value_or(std::vector<Divergence>{});
  for (std::size_t i = 0; i < all.size(); ++i)
    if (!all[i].of_warp || all[i].thread / kLanes != all[i].other_thread / kLanes)
      return wrong("absent lane " + number(i) + " is of another warp than the thread whose mask names it");
  return check_divergences(r, all, "absent lane");
}

/// Its request is checked with the block's requests (check.cpp).
Found check_fault(const Recording& r) {
  if (!r.fault) return {};
  const LaunchFault& f = *r.fault;
  const std::vector<std::uint32_t> lines = lines_of_files(r);
  const auto is_known_line = [&](std::uint32_t line) { return is_line(line, lines[0], r.source); };
  if (f.kind > LaunchFault::Kind::kOther || f.does.empty() || f.count == 0)
    return wrong("the fault is of no known kind, or nothing");
  if (f.y >= r.grid_y || f.x >= r.grid_x || f.thread >= r.threads || !is_known_line(f.line))
    return wrong("the fault names a thread, line or block that does not exist");
  if (f.tensor != LaunchFault::kNoTensor && f.tensor >= r.tensors.size())
    return wrong("the fault is of tensor " + number(f.tensor) + " of " + number(r.tensors.size()));
  for (const LaunchFault::Waiting& w : f.others)
    if (w.warp >= r.warps() || w.lanes == 0 || !is_known_line(w.line))
      return wrong("the fault names lanes or a line that do not exist");
  if (f.others.size() > r.threads) return wrong("the fault names more lanes than there are");
  return check_calls(r, lines, f.called, f.line, "the fault");
}

Found check_unwritten(const Recording& r) {
  std::uint32_t next = 0;
  for (const UnwrittenRead& u : r.unwritten.value_or(std::vector<UnwrittenRead>{})) {
    const std::string name = "what site " + number(u.site) + " reads unwritten";
    if (u.site < next || u.site >= r.sites.size()) return wrong(name + " is out of order, or there is no such site");
    const Site& site = r.sites[u.site];
    if (site.op == Op::kStore || r.tensors[site.tensor].space != Space::kGlobal)
      return wrong(name + " is no load of global memory");
    if (u.count == 0) return wrong(name + " is nothing");
    next = u.site + 1u;
  }
  return {};
}

Found check_of_program(const Recording& r) {
  if (!r.of_program) return {};
  if (r.of_program->size() > kMaxProgramFindings) return wrong("it has too many findings of its program");
  for (std::size_t i = 0; i < r.of_program->size(); ++i) {
    const ProgramFinding& f = (*r.of_program)[i];
    const std::string name = "finding " + number(i) + " of the program";
    if (static_cast<int>(f.kind) >= ProgramFinding::kKinds) return wrong(name + " is of no kind that there is");
    if (f.count == 0) return wrong(name + " is nothing");
    if (f.text.empty() || f.text.size() > kMaxSentenceBytes || f.path.size() > kMaxNameBytes)
      return wrong(name + " has no text, or too much");
    if (!is_plain_text(f.text) || !is_plain_text(f.path))
      return wrong("a text of " + name + " is not UTF-8 or has control characters");
  }
  return {};
}

Found check_undefined(const Recording& r) {
  const std::vector<Undefined> all = r.undefined.value_or(std::vector<Undefined>{});
  if (all.size() > kMaxUndefined) return wrong("it has more than " + number(kMaxUndefined) + " undefined values");
  const std::uint32_t lines = line_count(r.source);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Undefined& u = all[i];
    const std::string name = "undefined value " + number(i);
    const bool of_lane = u.of == Undefined::Of::kLane;
    if (u.of > Undefined::Of::kShared || u.why > Undefined::Why::kBeyondBlock || u.use > Undefined::Use::kOther)
      return wrong(name + " is of no known kind");
    if (!r.selects(u.y, u.x) || std::max(u.thread, u.use_thread) >= r.threads || !is_line(u.line, lines, r.source) ||
        !is_line(u.use_line, lines, r.source))
      return wrong(name + " names a thread, line or block that does not exist");
    if (u.count == 0 || u.lanes == 0 || of_lane != (u.from != 0)) return wrong(name + " is taken by nobody");
    if (of_lane ? u.site != Undefined::kNone : u.site >= r.sites.size() || r.sites[u.site].op == Op::kStore)
      return wrong(name + " is of no site that loads it");
    if (!of_lane && (r.tensors[r.sites[u.site].tensor].space == Space::kShared) != (u.of == Undefined::Of::kShared))
      return wrong(name + " is of a site of other memory");
    if (u.use_tensor != Undefined::kNone && u.use_tensor >= r.tensors.size())
      return wrong(name + " is stored to no array");
  }
  return {};
}

Found check_unfilled(const Recording& r) {
  for (std::size_t i = 0; i < r.unfilled.size(); ++i)
    if (r.unfilled[i] >= r.tensors.size() || r.tensors[r.unfilled[i]].space != Space::kGlobal ||
        (i > 0 && r.unfilled[i] <= r.unfilled[i - 1]))
      return wrong("the array " + number(r.unfilled[i]) + " that nobody fills is none, or is out of order");
  return {};
}

}  // namespace

Found check_description(const Recording& recording) {
  for (const auto part :
       {check_texts, check_launch, check_tensors, check_parts, check_sites, check_barriers, check_absent_lanes,
        check_fault, check_unwritten, check_of_program, check_undefined, check_unfilled})
    if (auto fault = part(recording)) return fault;
  return {};
}

}  // namespace gemmscope::format
