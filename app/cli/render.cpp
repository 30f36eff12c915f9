// SPDX-License-Identifier: MIT
#include <filesystem>
#include <memory>
#include <ostream>

#include <CLI/CLI.hpp>

#include "app/cli/commands.h"
#include "app/cli/gui.h"
#include "app/cli/option_values.h"
#include "app/cli/read_recording.h"
#include "app/cli/session_at.h"
#include "app/session/findings.h"
#include "tracing/format/atomic_file.h"
#include "tracing/format/text.h"

namespace gemmscope::cli {
namespace {

struct RenderOptions {
  std::string file, view, step, select, baseline, results, pixels, output;
};

Result<Verdict> render(const RenderOptions& options, std::ostream& out) {
  if (!options.output.ends_with(".png") && !options.output.ends_with(".svg"))
    return fail(ErrorKind::kUsage, "-o " + options.output +
                                       " cannot be drawn: pictures are PNG or SVG files; give a name that ends in "
                                       ".png or .svg");
  if (auto place = format::check_replaceable(options.output); !place) return tl::unexpected(place.error());
  Pixels pixels;
  if (!options.pixels.empty()) {
    const auto size = parse_pixels(options.pixels);
    if (!size) return tl::unexpected(size.error());
    pixels = {size->first, size->second};
  }
  std::string link = options.select;
  if (!options.step.empty()) {
    const auto step = parse_count("--step", options.step);
    if (!step) return tl::unexpected(step.error());
    link += (link.empty() ? "request=" : "/request=") + std::to_string(*step);
  }
  auto recording = read_recording(options.file);
  if (!recording) return tl::unexpected(recording.error());
  auto session = session_at(std::move(*recording), link, options.results);
  if (!session) return tl::unexpected(session.error());
  if (!options.baseline.empty()) {
    auto baseline = read_recording(options.baseline);
    if (!baseline) return tl::unexpected(baseline.error());
    show_beside(*session, std::move(*baseline));
  }
  if (link.empty() && options.view == "window") session::open_at_findings(*session);  // as 'open' does
  if (auto drawn = draw_picture(std::move(*session), options.view, pixels, options.output); !drawn)
    return tl::unexpected(drawn.error());
  out << options.view << " in " << format::shown(options.output) << "\n";
  return Verdict::kDone;
}

}  // namespace

Action render_command(CLI::App& app) {
  const auto o = std::make_shared<RenderOptions>();
  app.add_option("FILE", o->file, "the recording")->required();
  app.add_option("--view", o->view, "one of " + picture_names())->type_name("V")->required();
  app.add_option("--step", o->step, "request of the selected warp, counted from 1")->type_name("N");
  app.add_option(
         "--select", o->select,
         "what to show: a link copied from the window, for example block=0,0/warp=1/site=sA_store/lane=5 or finding=0")
      ->type_name("LINK");
  app.add_option("--baseline", o->baseline, "a second recording, which the window shows beside it")->type_name("FILE");
  add_results_option(app, o->results);
  app.add_option("--pixels", o->pixels, "size of the picture; default: the view's own")->type_name("WxH");
  app.add_option("-o,--output", o->output,
                 "the picture, PNG or SVG by its name; an old file is replaced once the new one is complete")
      ->type_name("FILE")
      ->required();
  return [o](std::ostream& out) { return render(*o, out); };
}

}  // namespace gemmscope::cli
