// SPDX-License-Identifier: MIT
#include "app/session/live.h"

#include "app/session/own_arguments.h"

namespace gemmscope::session {
namespace {

/// nullopt: a recording whose program is not at hand, or none of a matrix product.
std::optional<cuda::LiveSubject> subject_of(const Session& session) {
  const LoadedPtr& loaded = session.look.loaded;
  const OwnProgram& own = session.own;
  if (!loaded->tiles || !own.made(loaded)) return std::nullopt;
  const analysis::Product& found = loaded->tiles->product;
  cuda::LiveProduct product{.command = {own.source},
                            .numbers = without_arguments(own.numbers),
                            .kernel = loaded->recording.kernel,
                            .M = found.M,
                            .N = found.N,
                            .K = found.K,
                            .batches = found.batch.products,
                            .element = std::string(loaded->element),
                            .seen = loaded};
  const std::vector<std::string> arguments = own_arguments(own);
  product.command.insert(product.command.end(), arguments.begin(), arguments.end());
  return cuda::LiveSubject(std::move(product));
}

}  // namespace

void want_live(Session& session) { session.live_wanted = true; }

bool update_live(Session& session, LiveBench& bench) {
  const bool on = session.live_wanted && session.look.loaded && !session.own.running_now;
  bench.measure(on ? subject_of(session) : std::nullopt);
  if (bench.revision() == session.look.live.revision) return false;
  session.look.live = bench.trace();
  return true;
}

}  // namespace gemmscope::session
