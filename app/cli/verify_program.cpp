// SPDX-License-Identifier: MIT
#include "app/cli/verify_program.h"

#include <filesystem>
#include <iostream>
#include <ostream>
#include <set>

#include "app/cli/changed_copy.h"
#include "app/cli/interrupt.h"
#include "app/cli/launch_progress.h"
#include "app/cli/program_findings.h"
#include "app/cli/program_settings.h"
#include "app/cli/record_program.h"
#include "app/cli/run_folder.h"
#include "app/cli/run_outcome.h"
#include "app/cli/run_shapes.h"
#include "app/cli/said.h"
#include "app/cli/sweep_job.h"
#include "app/cli/verify_doubts.h"
#include "app/cli/verify_text.h"
#include "app/session/own_program.h"
#include "app/words/finding_words.h"
#include "app/words/number.h"
#include "app/words/tile_words.h"
#include "tracing/analysis/check.h"
#include "tracing/cxx/knobs.h"
#include "tracing/format/file.h"
#include "tracing/format/input_file.h"
#include "tracing/format/kept_memory.h"
#include "tracing/runtime/name_pattern.h"
#include "tracing/runtime/variables.h"

namespace gemmscope::cli {
namespace {

namespace fs = std::filesystem;
using analysis::Verified;

/// What all runs have come to.
struct Verifications {
  std::uint64_t products = 0, right = 0, wrong = 0, faulted = 0;
  bool failed = false;           ///< a run came to no launch
  bool in_part = false;          ///< blocks of a launch computed something else, which was not judged
  std::set<std::int64_t> sizes;  ///< M, N and K of products that are right
  std::set<std::int64_t> tiles;  ///< theirs
  bool whole_tiles = true;       ///< all of these are multiples of their tiles
};

/// The matrix may have cut a tile that is as large as it, unless tiles are often that large.
bool divides(std::uint32_t tile, std::uint32_t size) {
  constexpr std::uint32_t kUsual = 8;  // sides of tiles are multiples of it
  return tile != 0 && size % tile == 0 && (size != tile || tile % kUsual == 0);
}

void note_sizes(const analysis::Tiles& tiles, const analysis::Product& p, Verifications& all) {
  all.sizes.insert({p.M, p.N, p.K});
  all.tiles.insert({tiles.block.rows.numbers(), tiles.block.columns.numbers(), tiles.k_tile});
  all.whole_tiles = all.whole_tiles && divides(tiles.block.rows.numbers(), p.M) &&
                    divides(tiles.block.columns.numbers(), p.N) && divides(std::max(1u, tiles.k_tile), p.K);
}

/// How edges would be seen. Empty: they were, or the program's sizes cannot be changed from outside.
std::string hint_of(const ProgramToVerify& what, const Verifications& all) {
  if (all.sizes.empty() || !all.whole_tiles || !what.over.empty()) return "";
  const std::string begin = "all sizes are multiples of the tiles; others would show wrong edges: gemmscope verify " +
                            shell_word(format::shown(what.command.front()));
  if (session::is_program(what.command.front()))
    for (const cxx::Knob& knob : cxx::knobs_of(format::text_in(what.command.front())).all)
      if (knob.value > 2 && what.numbers.empty() && all.sizes.contains(knob.value) &&
          !all.tiles.contains(knob.value))  // it may be a tile's, which the kernel may not allow to be odd
        return begin + " --over " + knob.name + "=" + std::to_string(knob.value - 1) + "/" +
               std::to_string(knob.value + 1) + "\n";
  std::string given;
  for (std::size_t i = 1; i < what.command.size(); ++i) {
    for (const std::int64_t size : all.sizes)
      if (size > 2 && what.command[i] == std::to_string(size))
        return begin + " --" + given + " " + std::to_string(size - 1) + " ...\n";
    given += " " + shell_word(what.command[i]);
  }
  return "";
}

/// Judges one launch, and says what of it is right or wrong.
Result<void> verify_launch(const fs::path& file, Verifications& all, std::ostream& out) {
  const auto recording = format::read_file(file);
  if (!recording) return tl::unexpected(recording.error());
  const std::string kernel = format::shown(recording->kernel);
  if (recording->fault) {
    ++all.faulted;
    out << kernel << ": FAULTED\n  " << format::shown(words::fault_sentence(*recording)) << "\n";
    return {};
  }
  const auto tiles = analysis::tiles_of(*recording);
  const std::vector<analysis::Remark> remarks = analysis::remarks_of(*recording, tiles);
  std::vector<analysis::Finding> found = analysis::check(*recording).findings;
  if (!tiles) {
    out << kernel << ": " << words::no_product_in_words(*recording, remarks) << "\n"
        << format::shown_lines(how_to_say(*recording, remarks) + faults_text(*recording, {}, std::move(found)));
    return {};
  }
  const auto memory = format::read_kept(format::kept_beside(file));
  if (!memory) return tl::unexpected(memory.error());
  Verified verified = analysis::verified(*recording, *tiles, *memory);
  if (note_unsure(*recording, found, verified)) found.clear();
  ++all.products;
  all.right += verified.verdict == Verified::Verdict::kRight ? 1 : 0;
  all.wrong += verified.verdict == Verified::Verdict::kWrong ? 1 : 0;
  if (verified.verdict == Verified::Verdict::kRight) note_sizes(*tiles, verified.product, all);
  const std::string elsewhere = elsewhere_text(*recording, remarks);
  all.in_part = all.in_part || !elsewhere.empty();
  out << format::shown_lines(verify_text(*recording, verified) + doubts_text(*recording, remarks, verified) +
                             elsewhere + faults_text(*recording, verified, std::move(found)));
  return {};
}

/// Compiles and runs it with these numbers, and looks at its launches.
Result<void> verify_once(const ProgramToVerify& what, const session::Numbers& numbers, Verifications& all,
                         std::ostream& out) {
  const auto backend = emulator();
  if (!backend) return tl::unexpected(backend.error());
  std::error_code error;
  const Workplace work(fs::temp_directory_path(error));
  if (auto there = work.is_there(); !there) return tl::unexpected(there.error());
  const auto changed = changed_copy(what.command.front(), numbers, work.path);
  if (!changed) return tl::unexpected(changed.error());
  Printed printed;
  const ProgramJob job{.command = what.command,
                       .backend = *backend,
                       .wishes = {{runtime::kKernelVariable, what.kernel},
                                  {runtime::kLaunchVariable, std::to_string(what.launch)},
                                  {runtime::kValuesVariable, "1"}},
                       .shapes = {},
                       .printed = &printed,
                       .changed = *changed,
                       .cached = true,
                       .as_written = what.as_written};
  LaunchProgress progress(work.path);
  const auto code = record_program(job, work.path, std::ref(progress));
  if (!code) {
    std::cerr << format::shown_lines(printed.text()) << std::flush;
    return tl::unexpected(code.error());
  }
  const auto log = runtime::read_launch_log(work.path);
  if (auto kept = was_kept(log, work.path); !kept) return tl::unexpected(kept.error());
  if (auto given = give_shapes(work.path, {}, out); !given) return tl::unexpected(given.error());
  const std::vector<fs::path> files = recordings_in(work.path);
  for (const fs::path& file : files)
    if (auto done = verify_launch(file, all, out); !done) return done;
  say_program_findings(give_program_findings(work.path).all, out);
  if (interrupted())
    return fail(ErrorKind::kUsage,
                "the program was interrupted; of its launches only those that were complete were verified");
  if (files.empty()) {
    const std::string why = why_nothing({what.command, what.kernel, what.launch}, log);
    out << "nothing was recorded" << (why.empty() ? "" : ": " + why) << "\n";
  }
  all.failed = all.failed || files.empty();
  if (*code != 0) {
    const std::string last = last_line(printed.text());
    out << "the program " << ending_in_words(*code) << (last.empty() ? "" : ": " + format::shown(last)) << "\n";
  }
  return {};
}

}  // namespace

Result<Verdict> verify_program(const ProgramToVerify& what, std::ostream& out) {
  if (auto can = can_be_run(what.command.front(), what.as_written); !can) return tl::unexpected(can.error());
  const auto numbers = parse_numbers(what.command.front(), what.preset, what.numbers);
  if (!numbers) return tl::unexpected(numbers.error());
  if (const auto pattern = runtime::NamePattern::of(what.kernel); !pattern) return tl::unexpected(pattern.error());
  std::vector<ProgramSetting> settings{{.numbers = *numbers}};
  if (!what.over.empty()) {
    auto swept = settings_of(what.command.front(), *numbers, what.over);
    if (!swept) return tl::unexpected(swept.error());
    settings = std::move(*swept);
  }
  constexpr int kInterrupts = 2;  // a program may take no notice of the first
  const WatchInterrupts watch(kInterrupts);
  Verifications all;
  for (const ProgramSetting& setting : settings) {
    if (!setting.numbers.empty()) out << "with " << format::text_of(setting.numbers) << ":\n" << std::flush;
    if (auto done = verify_once(what, setting.numbers, all, out); !done) return tl::unexpected(done.error());
  }
  out << words::count_of(all.products, "product") << " found: " << words::thousands(all.right) << " right, "
      << words::thousands(all.wrong) << " wrong, " << words::thousands(all.products - all.right - all.wrong)
      << " not judged\n";
  out << hint_of(what, all);
  const bool good = all.right > 0 && all.wrong == 0 && all.faulted == 0 && !all.failed && !all.in_part;
  return good ? Verdict::kDone : Verdict::kFound;
}

}  // namespace gemmscope::cli
