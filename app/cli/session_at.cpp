// SPDX-License-Identifier: MIT
#include "app/cli/session_at.h"

#include <functional>
#include <memory>
#include <utility>

#include <CLI/CLI.hpp>

#include "app/cli/backend.h"
#include "app/cli/interrupt.h"
#include "app/cli/progress.h"
#include "app/session/baseline.h"
#include "app/session/refresh.h"
#include "app/session/studying.h"
#include "app/session/visit.h"
#include "app/views/view.h"
#include "kernels/table.h"
#include "tracing/cuda/recorder.h"
#include "tracing/format/text.h"

namespace gemmscope::cli {
namespace {

session::Recorded recorded_from(format::Recording recording) {
  auto loaded = std::make_shared<const session::Loaded>(std::move(recording));
  record::RecordRequest request = session::request_of(loaded->recording);
  return {std::move(loaded), {.request = request}, request};
}

/// `file`, if that is what `wanted` asks for; else it is recorded at once.
Result<session::Recorded> recorded_as(record::RecordRequest wanted, const session::Recorded& file, bool on_emulator) {
  if (wanted == file.request || session::same_recording(wanted, file.request)) return file;
  const bool of_program = !file.loaded->recording.of_ladder();
  if (of_program && wanted.kernel == file.request.kernel) {
    const bool says_kernel_alone = wanted.overrides.empty() && wanted.M == file.request.M &&
                                   wanted.N == file.request.N && wanted.K == file.request.K;
    if (says_kernel_alone) return file;
    return fail(
        ErrorKind::kUsage,
        "a link cannot run the program of " + format::shown(wanted.kernel) +
            " again, because the recording does not contain it; record it with 'gemmscope run --set', and show both "
            "recordings with 'gemmscope compare' or 'gemmscope render --baseline'");
  }
  if (of_program && wanted.M == 0 && kernels::find_kernel(wanted.kernel) != nullptr)
    return fail(
        ErrorKind::kUsage,
        format::shown(wanted.kernel) +
            " is a kernel of the ladder, and the recording is a program's, so a link "
            "has to say at which size to record it, as in 'baseline=kernel=" +
            wanted.kernel +
            "%2Fsize=64x64x64'; "
            "to compare what programs recorded, use 'gemmscope compare A.gst B.gst', or open the .cu file and press "
            "C, which keeps what is shown beside what is shown next");
  if (on_emulator) wanted.backend = record::Backend::kCpu;  // the same addresses
  const WatchInterrupts watch;
  ProgressLine progress("recording", "blocks");
  auto anew = record_on_backend(wanted, std::ref(progress));
  if (!anew) return tl::unexpected(anew.error());
  return recorded_from(std::move(*anew));
}

}  // namespace

Result<session::Session> session_at(format::Recording recording, const std::string& select,
                                    const std::string& results) {
  const session::Recorded file = recorded_from(std::move(recording));
  const auto link = views::parse_link(select, file.request);
  if (!link) return tl::unexpected(link.error());
  const bool on_emulator = !link->changes_request && !cuda::find_device();
  Result<session::Recorded> shown = file;
  if (link->changes_request || session::lacks_place(file.loaded->recording, *link))
    shown = recorded_as(session::with_place(link->request, *link), file, on_emulator);
  if (!shown) return tl::unexpected(shown.error());
  session::Session session;
  if (auto used = use_results(session, results); !used) return tl::unexpected(used.error());
  session::open(session, shown->loaded);
  if (auto there = session::follow(session, *link); !there) return tl::unexpected(there.error());
  session::finish_studies(session);
  if (!link->baseline) return session;
  const auto baseline = recorded_as(session::with_place(*link->baseline, *link), file, on_emulator);
  if (!baseline) return tl::unexpected(baseline.error());
  session::pin(session, *baseline);
  return session;
}

void show_beside(session::Session& session, format::Recording baseline) {
  session::pin(session, recorded_from(std::move(baseline)));
}

Result<results::Reports> rates_in(const std::string& results) {
  if (results.empty()) return results::shipped();
  auto report = results::read_bench_file(results);
  if (!report) return tl::unexpected(report.error());
  return std::make_shared<const std::vector<results::BenchReport>>(1, std::move(*report));
}

Result<void> use_results(session::Session& session, const std::string& results) {
  auto rates = rates_in(results);
  if (!rates) return tl::unexpected(rates.error());
  session.look.reports = std::move(*rates);
  return {};
}

CLI::Option* add_results_option(CLI::App& app, std::string& results) {
  return app
      .add_option("--results", results,
                  "rates to show: output of 'gemmscope bench --json'; default: the rates shipped with gemmscope")
      ->type_name("FILE.json");
}

}  // namespace gemmscope::cli
