// SPDX-License-Identifier: MIT
#include "tests/session/fixture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "app/session/baseline.h"
#include "app/session/history.h"
#include "app/session/link.h"
#include "app/session/own_arguments.h"
#include "app/session/own_launches.h"
#include "app/session/own_numbers.h"
#include "app/session/own_product.h"
#include "app/session/stepping.h"
#include "tests/steps/asked.h"
#include "tests/steps/compiled.h"
#include "tracing/cxx/knob_notes.h"
#include "tracing/cxx/knobs.h"
#include "tracing/cxx/presets.h"
#include "tracing/format/input_file.h"

namespace gemmscope::session {
namespace {

std::string key_of(const testing::Step& step, const testing::Product& p) {
  std::string key = step.key() + (step.as_written ? " as written" : "");
  for (const std::uint32_t side : {p.M, p.N, p.K}) key += "x" + std::to_string(side);
  for (const auto& part : {p.block_y, p.block_x})
    if (part) key += " " + std::to_string(part->begin) + ":" + std::to_string(part->end);
  return key + " " + std::to_string(p.alpha) + " " + std::to_string(p.beta);
}

std::vector<OwnNumber> known_in(const std::string& text) {
  std::vector<OwnNumber> known;
  for (const cxx::Knob& knob : cxx::knobs_of(text).all) {
    const cxx::KnobNote note = cxx::note_of(text, knob);
    known.push_back({knob.name,
                     knob.value,
                     knob.places.front().line,
                     knob.value,
                     {note.comment, note.values, note.pads, note.padding}});
  }
  return known;
}

/// The product that the arguments among `numbers` ask for, or else `usual`.
testing::Product product_given(const Numbers& numbers, testing::Product usual) {
  if (const auto arguments = arguments_in(numbers)) {
    const OwnProduct given = product_of(*arguments);
    usual.M = given.M, usual.N = given.N, usual.K = given.K;
  }
  return usual;
}

/// Names `file` as the source, as where a changed copy of it is compiled: its first line says whose lines it has.
void put_source(format::Recording& recording, const std::string& file) {
  const std::string compiled = std::exchange(recording.source.path, file);
  if (compiled.empty()) return;
  std::string& ptx = recording.code.ptx;
  for (std::size_t at = 0; (at = ptx.find(compiled, at)) != ptx.npos; at += file.size())
    ptx.replace(at, compiled.size(), file);
}

/// Throws where nvcc or the recorder refuses.
LoadedPtr loaded_once(const testing::Step& step, const testing::Product& product) {
  static std::map<std::string, LoadedPtr> made;
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  LoadedPtr& loaded = made[key_of(step, product)];
  if (loaded) return loaded;
  format::Recording recording = testing::recorded(step, product);
  put_source(recording, testing::file_of(step).string());
  return loaded = std::make_shared<const Loaded>(std::move(recording));
}

/// Follows the link `where`.
void look_at(Session& session, const std::string& where) {
  const auto link = parse_link(where);
  EXPECT_TRUE(link) << where;
  const auto there = link ? follow(session, *link) : tl::unexpected(link.error());
  EXPECT_TRUE(there) << where << ": " << there.error().message;
}

}  // namespace

LoadedPtr recording_of(const testing::Step& step, const testing::Product& product) try {
  return loaded_once(step, product);
} catch (const std::exception& error) {
  ADD_FAILURE() << error.what();
  return nullptr;
}

LoadedPtr small_recording(const Numbers& numbers) { return recording_of({.numbers = numbers}); }

LoadedPtr broken_recording(const std::string& kernel) {
  return recording_of({.name = kernel}, testing::product_said({.name = kernel}));
}

ProgramRun run_of_step(const std::string& kernel, const Numbers& numbers) {
  const bool broken = std::ranges::count(testing::all_broken(), kernel) != 0;
  const testing::Product usual = broken ? testing::product_said({.name = kernel}) : kSmall;
  const testing::Product product = product_given(numbers, usual);
  const std::string file = testing::file_of({.name = kernel}).string();
  ProgramRun run;
  try {
    run.launches = {loaded_once({.name = kernel, .numbers = without_arguments(numbers)}, product)};
  } catch (const std::exception& error) {
    run.failure = error.what();
  }
  run.files = {file, "gemm.h"};
  run.known = known_in(format::text_in(file));
  if (const auto presets = cxx::presets_of(format::text_in(file)))
    for (const cxx::Preset& preset : *presets) run.presets.push_back({preset.name, preset.numbers});
  run.arguments = arguments_of({usual.M, usual.N, usual.K});
  run.numbers = numbers;
  return run;
}

Session session_on(const std::string& kernel, const Numbers& numbers) {
  Session session;
  session.own.source = testing::file_of({.name = kernel}).string();
  take_up(session, run_of_step(kernel, numbers));
  go_home(session.look);
  return session;
}

Session small_session(const Numbers& numbers) { return session_on("warp_tile", numbers); }

Session opened(LoadedPtr loaded) {
  Session session;
  open(session, std::move(loaded));
  return session;
}

Session wrong_session(const std::string& kernel, const std::string& where) {
  Session session = opened(broken_recording(kernel));
  if (!where.empty()) look_at(session, where);
  return session;
}

Session at_place(std::string_view text) {
  const testing::Asked asked = testing::asked_in(text);
  const testing::Step plain{.name = asked.step.name};
  Numbers numbers;
  if (!asked.step.preset.empty())
    numbers = cxx::preset_named(format::text_in(testing::file_of(plain)), asked.step.preset, plain.name).value();
  for (const format::Parameter& number : asked.step.numbers) put_number(numbers, number);
  const testing::Product& p = asked.product;
  Session session;
  if (p.block_y) {
    open(session, recording_of({.name = plain.name, .numbers = numbers}, p));
  } else {
    if (asked.has_size)
      numbers.insert(numbers.begin(), {std::string(kArguments),
                                       std::to_string(p.M) + " " + std::to_string(p.N) + " " + std::to_string(p.K)});
    session.own.source = testing::file_of(plain).string();
    take_up(session, run_of_step(plain.name, numbers));
  }
  look_at(session, asked.place);
  return session;
}

std::string site_here(const Session& session) { return session.look.current->site.name; }

std::uint32_t padding_of(const Look& look, const char* tile) {
  const auto& layout = look.recording()->tensors[*analysis::tensor_named(*look.recording(), tile)].layout;
  return layout.pitch - layout.columns;
}

std::int64_t number(const Session& session, const std::string& name) {
  for (const OwnNumber& each : own_numbers(session))
    if (each.name == name) return each.value;
  ADD_FAILURE() << "no number " << name;
  return 0;
}

void pin(Session& session, const LoadedPtr& loaded) { pin(session, Recorded{loaded, {loaded->recording.kernel, {}}}); }

bool is_on_step(const Session& session) { return std::filesystem::exists(session.own.source); }

void run_due(Session& s) {
  ASSERT_TRUE(std::exchange(s.own.due, false));
  std::string kernel = std::filesystem::path(s.own.source).stem().string();  // "10_warp_tile"
  if (std::isdigit(static_cast<unsigned char>(kernel[0]))) kernel.erase(0, 3);
  take_up(s, run_of_step(kernel, s.own.numbers));
  note_place(s);
}

}  // namespace gemmscope::session
