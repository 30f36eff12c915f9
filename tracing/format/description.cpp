// SPDX-License-Identifier: MIT
#include "tracing/format/description.h"

#include <algorithm>

#include "tracing/format/container.h"
#include "tracing/format/limits.h"
#include "tracing/format/recording_generated.h"

namespace gemmscope::format {
namespace {

meta::Range to_file(const Range& range) { return {range.begin, range.end}; }
Range from_file(const meta::Range* range) { return {range->begin(), range->end()}; }

/// In the file, rows of blocks are those of all z: from the first selected one of the first selected z to the last of
/// the last, and whoever knows nothing of z finds all blocks in them.
Range rows_of_all_z(const Recording& r) {
  const Range &y = r.selection.block_y, &z = r.selection.block_z;
  return {z.begin * r.rows_of_z() + y.begin, (z.end - 1) * r.rows_of_z() + y.end};
}
/// Back again. What is no such range of rows becomes one that no grid has.
Range rows_of_one_z(const Recording& r, const Range& of_all) {
  const Range& z = r.selection.block_z;
  return {of_all.begin - z.begin * r.rows_of_z(), of_all.end - (z.end - 1) * r.rows_of_z()};
}

/// Segments of each warp. Not from the derived members, which may be stale.
std::vector<std::uint32_t> warp_segments(const Pattern& pattern, std::uint32_t warps) {
  std::vector<std::uint32_t> counts(warps, 0);
  for (const Segment& segment : pattern.segments) ++counts[segment.warp];
  return counts;
}

std::uint64_t estimated_bytes(const Recording& recording) {
  std::uint64_t bytes = recording.source.text.size() + recording.code.ptx.size() +
                        4096 * (1 + recording.tensors.size() + recording.parameters.size());
  for (const Source& source : recording.included) bytes += 4096 + source.text.size();
  for (const Tensor& tensor : recording.tensors)
    for (const Part& part : tensor.parts) bytes += 64 + part.name.size();
  for (const Site& site : recording.sites) bytes += 64 + site.name.size() + sizeof(Place) * site.called.size();
  for (const Pattern& pattern : recording.patterns)
    bytes +=
        64 + 4 * (pattern.barrier_lines.size() + recording.warps()) + sizeof(SyncEvent) * pattern.sync_events.size();
  if (recording.of_program)
    for (const ProgramFinding& f : *recording.of_program) bytes += 64 + f.text.size() + f.path.size();
  const std::size_t absent = recording.absent_lanes ? recording.absent_lanes->size() : 0;
  if (recording.fault)
    bytes += recording.fault->does.size() + recording.fault->cause.size() +
             sizeof(LaunchFault::Waiting) * recording.fault->others.size();
  const std::size_t undefined = recording.undefined ? recording.undefined->size() : 0;
  return bytes + sizeof(Divergence) * (recording.divergences.size() + recording.branch_barriers.size() + absent) +
         sizeof(Undefined) * undefined;
}

/// Copies texts and vectors out of a FlatBuffer. Offsets in it may point many times to the same place, so that copies
/// could be far larger than the buffer; a file made as it should be has every byte once.
class Copier {
 public:
  explicit Copier(std::size_t most) : left_(most) {}

  std::string text(const flatbuffers::String* from) { return take(from->size()) ? from->str() : std::string(); }
  /// Absent means none.
  std::vector<std::uint32_t> numbers(const flatbuffers::Vector<std::uint32_t>* from) {
    if (from == nullptr || !take(std::uint64_t{from->size()} * sizeof(std::uint32_t))) return {};
    return {from->begin(), from->end()};
  }
  /// The same of structs.
  template <class To, class From, class Make>
  std::vector<To> structs(const flatbuffers::Vector<const From*>* from, Make make) {
    std::vector<To> all;
    if (from == nullptr || !take(std::uint64_t{from->size()} * sizeof(From))) return all;
    all.reserve(from->size());
    for (const From* each : *from) all.push_back(make(*each));
    return all;
  }
  /// The same of tables.
  template <class To, class From, class Make>
  std::vector<To> tables(const flatbuffers::Vector<flatbuffers::Offset<From>>* from, Make make) {
    std::vector<To> all;
    if (from == nullptr || !take(std::uint64_t{from->size()} * sizeof(flatbuffers::uoffset_t))) return all;
    for (const From* each : *from) all.push_back(make(*each));
    return all;
  }
  Source source(const meta::Source& from) { return {text(from.path()), text(from.text())}; }
  bool failed() const { return failed_; }

 private:
  bool take(std::uint64_t bytes) {
    failed_ = failed_ || bytes > left_;
    if (!failed_) left_ -= bytes;
    return !failed_;
  }
  std::uint64_t left_;
  bool failed_ = false;
};

std::vector<meta::Divergence> to_file(const std::vector<Divergence>& all) {
  std::vector<meta::Divergence> divergences;
  for (const Divergence& v : all)
    divergences.emplace_back(v.y, v.x, v.interval, v.thread, v.line, v.other_thread, v.other_line, v.of_warp);
  return divergences;
}
Divergence divergence_from(const meta::Divergence& v) {
  return {v.y(), v.x(), v.interval(), v.thread(), v.line(), v.other_thread(), v.other_line(), v.of_warp()};
}

std::vector<Place> places_from(const flatbuffers::Vector<const meta::Place*>* from, Copier& copy) {
  return copy.structs<Place>(from, [](const meta::Place& p) { return Place{p.file(), p.line()}; });
}
std::vector<meta::Place> to_file(const std::vector<Place>& all) {
  std::vector<meta::Place> places;
  for (const Place& p : all) places.emplace_back(p.file, p.line);
  return places;
}

Undefined undefined_from(const meta::Undefined& u) {
  return {static_cast<Undefined::Of>(u.of()),
          static_cast<Undefined::Why>(u.why()),
          static_cast<Undefined::Use>(u.use()),
          u.site(),
          u.y(),
          u.x(),
          u.thread(),
          u.line(),
          u.lanes(),
          u.from(),
          u.use_thread(),
          u.use_line(),
          u.use_tensor(),
          u.count()};
}

meta::Swizzle to_file(const Swizzle& s) { return {static_cast<meta::SwizzleBy>(s.by), s.shift, s.factor, s.mask}; }
/// Absent means none.
Swizzle swizzle_from(const meta::Swizzle* s) {
  if (s == nullptr) return {};
  return {static_cast<Swizzle::By>(s->by()), s->shift(), s->factor(), s->mask()};
}

/// The file has the distance of buffers in bytes.
Layout layout_from(const meta::Tensor& t) {
  return {.rows = t.rows(),
          .columns = t.columns(),
          .pitch = t.pitch(),
          .column_major = t.column_major(),
          .group = t.group(),
          .group_pad = t.group_pad(),
          .buffers = t.buffers(),
          .buffer_stride = t.buffer_bytes() / std::max(1u, t.element_bytes()),
          .swizzle = swizzle_from(t.swizzle())};
}

Tensor tensor_from(const meta::Tensor& t, Copier& copy) {
  return {.name = copy.text(t.name()),
          .space = static_cast<Space>(t.space()),
          .element_bytes = t.element_bytes(),
          .layout = layout_from(t),
          .offset = t.offset(),
          .of = copy.text(t.of()),
          .transposed = t.transposed(),
          .parts = copy.tables<Part>(t.parts(),
                                     [&](const meta::Part& p) {
                                       return Part{copy.text(p.name()), p.offset(), p.bytes()};
                                     }),
          .past_boundary = t.past_boundary() ? std::optional(*t.past_boundary()) : std::nullopt};
}

LaunchFault fault_from(const meta::LaunchFault& f, Copier& copy) {
  return {.kind = static_cast<LaunchFault::Kind>(f.kind()),
          .y = f.y(),
          .x = f.x(),
          .thread = f.thread(),
          .line = f.line(),
          .called = places_from(f.called(), copy),
          .request = f.request(),
          .tensor = f.tensor(),
          .byte = f.byte(),
          .count = f.count(),
          .does = copy.text(f.does()),
          .cause = copy.text(f.cause()),
          .others = copy.structs<LaunchFault::Waiting>(f.others(), [](const meta::WaitingLanes& w) {
            return LaunchFault::Waiting{w.warp(), w.lanes(), w.line()};
          })};
}

/// warp_begin is the running sum of the counts; where it overflows, it falls.
Pattern pattern_from(const meta::Pattern& p, Copier& copy) {
  Pattern pattern;
  pattern.barrier_lines = copy.numbers(p.barrier_lines());
  pattern.warp_begin.push_back(0);
  for (const std::uint32_t segments : copy.numbers(p.warp_segments()))
    pattern.warp_begin.push_back(pattern.warp_begin.back() + segments);
  pattern.sync_events = copy.structs<SyncEvent>(p.sync_events(), [](const meta::SyncEvent& e) {
    return SyncEvent{e.warp(),   static_cast<SyncEvent::Kind>(e.kind()), e.interval(), e.request(), e.lanes(),
                     e.pending()};
  });
  const std::vector<std::uint32_t> phases = copy.numbers(p.sync_phases());
  for (std::size_t e = 0; e < phases.size(); ++e) pattern.sync_events[e].phase = phases[e];
  return pattern;
}

Site site_from(const meta::Site& s, Copier& copy) {
  return {.name = copy.text(s.name()),
          .tensor = s.tensor(),
          .op = static_cast<Op>(s.op()),
          .width = s.width(),
          .line = s.line(),
          .atomic = static_cast<Atomic>(s.atomic()),
          .called = places_from(s.called(), copy),
          .asynchronous = s.asynchronous(),
          .one_value = s.one_value(),
          .unseen = s.unseen(),
          .agrees = s.agrees(),
          .named = s.named()};
}

flatbuffers::Offset<meta::Tensor> tensor_to_file(flatbuffers::FlatBufferBuilder& out, const Tensor& t) {
  std::vector<flatbuffers::Offset<meta::Part>> parts;
  for (const Part& p : t.parts) parts.push_back(meta::CreatePart(out, out.CreateString(p.name), p.offset, p.bytes));
  const Layout& l = t.layout;
  const meta::Swizzle swizzle = to_file(l.swizzle);
  const auto name = out.CreateString(t.name), of = out.CreateString(t.of);
  return meta::CreateTensor(
      out, name, static_cast<meta::Space>(t.space), t.element_bytes, l.rows, l.columns, l.pitch, t.offset, &swizzle, of,
      t.transposed, l.column_major, l.group, l.group_pad, l.buffers, l.buffer_stride * t.element_bytes,
      parts.empty() ? 0 : out.CreateVector(parts),
      t.past_boundary ? flatbuffers::Optional<std::uint8_t>(*t.past_boundary) : flatbuffers::nullopt);
}

flatbuffers::Offset<meta::Site> site_to_file(flatbuffers::FlatBufferBuilder& out, const Site& s) {
  const std::vector<meta::Place> called = to_file(s.called);
  const auto name = out.CreateString(s.name);
  const auto places = called.empty() ? 0 : out.CreateVectorOfStructs(called);
  return meta::CreateSite(out, name, s.tensor, static_cast<meta::Op>(s.op), s.width, s.line,
                          static_cast<meta::Atomic>(s.atomic), places, s.asynchronous, s.one_value, s.unseen, s.agrees,
                          s.named);
}

flatbuffers::Offset<meta::LaunchFault> fault_to_file(flatbuffers::FlatBufferBuilder& out, const LaunchFault& f) {
  std::vector<meta::WaitingLanes> others;
  for (const LaunchFault::Waiting& w : f.others) others.emplace_back(w.warp, w.lanes, w.line);
  const auto does = out.CreateString(f.does), cause = out.CreateString(f.cause);
  const auto called = f.called.empty() ? 0 : out.CreateVectorOfStructs(to_file(f.called));
  return meta::CreateLaunchFault(out, static_cast<std::uint8_t>(f.kind), f.y, f.x, f.thread, f.line, called, f.request,
                                 f.tensor, f.byte, f.count, does, cause,
                                 others.empty() ? 0 : out.CreateVectorOfStructs(others));
}

flatbuffers::Offset<meta::Pattern> pattern_to_file(flatbuffers::FlatBufferBuilder& out, const Pattern& p,
                                                   std::uint32_t warps) {
  std::vector<meta::SyncEvent> events;
  for (const SyncEvent& e : p.sync_events)
    events.emplace_back(e.warp, static_cast<std::uint8_t>(e.kind), e.interval, e.request, e.lanes, e.pending);
  std::vector<std::uint32_t> phases;
  for (const SyncEvent& e : p.sync_events) phases.push_back(e.phase);
  const auto is_known = [](std::uint32_t phase) { return phase != SyncEvent::kNoPhase; };
  const auto lines = out.CreateVector(p.barrier_lines), segments = out.CreateVector(warp_segments(p, warps));
  return meta::CreatePattern(out, lines, segments, events.empty() ? 0 : out.CreateVectorOfStructs(events),
                             std::ranges::any_of(phases, is_known) ? out.CreateVector(phases) : 0);
}

}  // namespace

Result<std::vector<std::byte>> encode_description(const Recording& r) {
  if (estimated_bytes(r) > kMaxDescriptionBytes)
    return fail(ErrorKind::kNoSpace, "the recording has too many different blocks for one file; record fewer blocks");
  flatbuffers::FlatBufferBuilder out;
  const auto text = [&](const std::string& s) { return out.CreateString(s); };

  std::vector<flatbuffers::Offset<meta::Parameter>> parameters;
  for (const Parameter& p : r.parameters) parameters.push_back(meta::CreateParameter(out, text(p.name), text(p.value)));
  std::vector<flatbuffers::Offset<meta::Tensor>> tensors;
  for (const Tensor& t : r.tensors) tensors.push_back(tensor_to_file(out, t));
  std::vector<flatbuffers::Offset<meta::Site>> sites;
  for (const Site& s : r.sites) sites.push_back(site_to_file(out, s));
  std::vector<flatbuffers::Offset<meta::Pattern>> patterns;
  for (const Pattern& p : r.patterns) patterns.push_back(pattern_to_file(out, p, r.warps()));
  std::vector<flatbuffers::Offset<meta::Source>> included;
  for (const Source& s : r.included) included.push_back(meta::CreateSource(out, text(s.path), text(s.text)));

  const std::vector<meta::Divergence> divergences = to_file(r.divergences), in_branches = to_file(r.branch_barriers),
                                      absent = to_file(r.absent_lanes.value_or(std::vector<Divergence>{}));
  std::vector<meta::UnwrittenRead> unwritten;
  for (const UnwrittenRead& u : r.unwritten.value_or(std::vector<UnwrittenRead>{}))
    unwritten.emplace_back(u.site, u.byte, u.count);

  std::vector<flatbuffers::Offset<meta::ProgramFinding>> of_program;
  for (const ProgramFinding& f : r.of_program.value_or(std::vector<ProgramFinding>{}))
    of_program.push_back(meta::CreateProgramFinding(out, static_cast<std::uint8_t>(f.kind), f.count, text(f.text),
                                                    text(f.path), f.line));

  std::vector<meta::Undefined> undefined;
  for (const Undefined& u : r.undefined.value_or(std::vector<Undefined>{}))
    undefined.emplace_back(static_cast<std::uint8_t>(u.of), static_cast<std::uint8_t>(u.why),
                           static_cast<std::uint8_t>(u.use), u.site, u.use_tensor, u.y, u.x, u.thread, u.line, u.lanes,
                           u.from, u.use_thread, u.use_line, u.count);

  const meta::Range block_y = to_file(rows_of_all_z(r)), block_x = to_file(r.selection.block_x);
  const meta::Range warps = to_file(r.selection.warps), block_z = to_file(r.selection.block_z);
  const auto selection = meta::CreateSelection(out, &block_y, &block_x, &warps, r.grid_z == 1 ? nullptr : &block_z);
  const auto origin = meta::CreateOrigin(out, text(r.origin.backend), text(r.origin.device), text(r.origin.driver),
                                         text(r.origin.compiler), text(r.origin.build), text(r.origin.date));
  const auto source = meta::CreateSource(out, text(r.source.path), text(r.source.text));
  const auto code = meta::CreateCode(out, text(r.code.ptx), text(r.code.entry));
  const flatbuffers::Offset<meta::LaunchFault> fault = r.fault ? fault_to_file(out, *r.fault) : 0;
  meta::FinishMetaBuffer(
      out, meta::CreateMeta(out, text(r.kernel), out.CreateVector(parameters), r.grid_y, r.grid_x, r.threads,
                            r.shared_bytes, selection, r.dropped, origin, source, out.CreateVector(tensors),
                            out.CreateVector(sites), out.CreateVector(patterns), out.CreateVectorOfStructs(divergences),
                            out.CreateVector(included), code, r.unwritten ? out.CreateVectorOfStructs(unwritten) : 0,
                            r.grid_z, r.absent_lanes ? out.CreateVectorOfStructs(absent) : 0, fault,
                            r.of_program ? out.CreateVector(of_program) : 0,
                            r.undefined ? out.CreateVectorOfStructs(undefined) : 0, r.undefined_cut,
                            r.unfilled.empty() ? 0 : out.CreateVector(r.unfilled),
                            in_branches.empty() ? 0 : out.CreateVectorOfStructs(in_branches)));
  const auto* bytes = reinterpret_cast<const std::byte*>(out.GetBufferPointer());
  return std::vector<std::byte>(bytes, bytes + out.GetSize());
}

Result<Recording> decode_description(std::span<const std::byte> raw, std::size_t pattern_count, std::uint64_t offset) {
  if (raw.size() > kMaxDescriptionBytes) return damaged(offset, "the description is too large");
  flatbuffers::Verifier verifier(reinterpret_cast<const std::uint8_t*>(raw.data()), raw.size(), 8,
                                 static_cast<flatbuffers::uoffset_t>(raw.size()));
  if (!meta::VerifyMetaBuffer(verifier)) return damaged(offset, "the description is not a valid FlatBuffer");
  const meta::Meta& m = *meta::GetMeta(raw.data());
  if (m.parameters()->size() > kMaxParameters || m.tensors()->size() > kMaxTensors || m.sites()->size() > kMaxSites ||
      (m.included() != nullptr && m.included()->size() > kMaxIncluded))
    return damaged(offset, "the description has too many parameters, tensors, sites or files");
  std::size_t parts = 0;
  for (const meta::Tensor* t : *m.tensors()) parts += t->parts() == nullptr ? 0 : t->parts()->size();
  if (parts > kMaxParts) return damaged(offset, "the description has arrays of too many parts");
  if (m.patterns()->size() != pattern_count)
    return damaged(offset, "the description does not have as many patterns as the table says");

  const auto size = [](const auto* vector) { return vector == nullptr ? 0 : vector->size(); };
  for (const meta::Pattern* p : *m.patterns())
    if (p->sync_phases() != nullptr && size(p->sync_phases()) != size(p->sync_events()))
      return damaged(offset, "the description does not have as many phases as events");

  Copier copy(raw.size());
  Recording r;
  r.kernel = copy.text(m.kernel());
  for (const meta::Parameter* p : *m.parameters())
    r.parameters.push_back({copy.text(p->name()), copy.text(p->value())});
  r.grid_y = m.grid_y(), r.grid_x = m.grid_x(), r.grid_z = m.grid_z();
  r.threads = m.threads();
  r.shared_bytes = m.shared_bytes();
  const meta::Selection& s = *m.selection();
  r.selection = {from_file(s.block_y()), from_file(s.block_x()), from_file(s.warps()),
                 s.block_z() == nullptr ? Range{0, 1} : from_file(s.block_z())};
  r.selection.block_y = rows_of_one_z(r, r.selection.block_y);
  r.dropped = m.dropped();
  const meta::Origin& o = *m.origin();
  r.origin = {copy.text(o.backend()),  copy.text(o.device()), copy.text(o.driver()),
              copy.text(o.compiler()), copy.text(o.build()),  copy.text(o.date())};
  r.source = copy.source(*m.source());
  if (m.included() != nullptr)
    for (const meta::Source* file : *m.included()) r.included.push_back(copy.source(*file));
  if (m.code() != nullptr) r.code = {copy.text(m.code()->ptx()), copy.text(m.code()->entry())};
  for (const meta::Tensor* t : *m.tensors()) {
    if (t->element_bytes() != 0 && t->buffer_bytes() % t->element_bytes() != 0)
      return damaged(offset,
                     "tensor " + std::to_string(r.tensors.size()) + " has buffers that begin inside an element");
    r.tensors.push_back(tensor_from(*t, copy));
  }
  for (const meta::Site* t : *m.sites()) r.sites.push_back(site_from(*t, copy));
  r.patterns.reserve(pattern_count);
  for (const meta::Pattern* p : *m.patterns()) {
    if (p->warp_segments()->size() != r.warps())
      return damaged(offset, "pattern " + std::to_string(r.patterns.size()) + " counts segments of " +
                                 std::to_string(p->warp_segments()->size()) + " warps instead of " +
                                 std::to_string(r.warps()));
    r.patterns.push_back(pattern_from(*p, copy));
    if (!std::is_sorted(r.patterns.back().warp_begin.begin(), r.patterns.back().warp_begin.end()))
      return damaged(offset, "pattern " + std::to_string(r.patterns.size() - 1) + " has too many segments");
  }
  r.divergences = copy.structs<Divergence>(m.divergences(), divergence_from);
  r.branch_barriers = copy.structs<Divergence>(m.branch_barriers(), divergence_from);
  if (m.absent_lanes() != nullptr) r.absent_lanes = copy.structs<Divergence>(m.absent_lanes(), divergence_from);
  if (m.unwritten() != nullptr)
    r.unwritten = copy.structs<UnwrittenRead>(m.unwritten(), [](const meta::UnwrittenRead& u) {
      return UnwrittenRead{u.site(), u.byte(), u.count()};
    });
  if (m.fault() != nullptr) r.fault = fault_from(*m.fault(), copy);
  if (m.of_program() != nullptr)
    r.of_program = copy.tables<ProgramFinding>(m.of_program(), [&](const meta::ProgramFinding& f) {
      return ProgramFinding{static_cast<ProgramFinding::Kind>(f.kind()), f.count(), copy.text(f.text()),
                            copy.text(f.path()), f.line()};
    });
  if (m.undefined() != nullptr) r.undefined = copy.structs<Undefined>(m.undefined(), undefined_from);
  r.undefined_cut = m.undefined_cut();
  if (m.unfilled() != nullptr && m.unfilled()->size() <= kMaxTensors)
    r.unfilled.assign(m.unfilled()->begin(), m.unfilled()->end());
  if (copy.failed()) return damaged(offset, "the description uses the same bytes more than once");
  return r;
}

}  // namespace gemmscope::format
