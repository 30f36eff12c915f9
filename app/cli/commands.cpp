// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"

namespace gemmscope::cli {
namespace {

constexpr Command kCommands[] = {
    {"open", "Opens the window on a recording.", "", "gemmscope open a.gst", open_command},
    {"list", "Lists kernels, presets, parameters with their ranges, and the backends found.", "", "gemmscope list",
     list_command},
    {"record", "Runs the traced build of a kernel and writes a recording.",
     "Ranges are half-open: --k-tiles 0:1 is the first k-tile, --blocks 0,0:1,2 are blocks (0,0) and (0,1). An access "
     "belongs\n"
     "to the k-tile whose data it moves; the write-back of C is a part of its own and always recorded unless "
     "--no-epilogue.\n"
     "Without a GPU the emulator records the same addresses.",
     "gemmscope record warp_tile --preset k10_a6000 --set PA=4 --size 1024x1024x1024 --blocks 0,0 --k-tiles 0:1 -o "
     "a.gst",
     record_command},
    {"report", "Says what each access of a recording costs: requests, wavefronts, conflicts, sectors, digest.",
     "A wavefront is one pass of the shared-memory unit; ideal is what the same requests take without conflicts. "
     "Wavefronts\n"
     "and sectors are modelled from the recorded addresses by the rule named in the report. --view says of one "
     "request\n"
     "which lanes share a bank or a sector, or what each lane asks for.\n"
     "'gemmscope report --registers' says how the order of multiply-adds hides conflicts of register banks.",
     "gemmscope report a.gst --json", report_command},
    {"check", "Finds what is wrong with a kernel, from its recording alone.",
     "Reads of shared memory that nobody has written, races between barriers, accesses outside an array or misaligned,\n"
     "threads apart at a barrier, elements of C not stored once, C read with beta = 0. Of a part of a launch nothing is\n"
     "claimed that the rest could refute. Each finding has a link for `gemmscope open FILE --select LINK`. Exit code 1 if\n"
     "anything is found; 'gemmscope list --broken' names kernels to try it on.",
     "gemmscope check a.gst", check_command},
    {"verify", "Checks the results of kernels against a double-precision reference.",
     "Every preset and layout over sizes that divide, do not, are smaller than a tile, are 1 and 0; plain and traced; "
     "bit for\n"
     "bit against one fused multiply-add after the other. Where there is a GPU, emulator against GPU. Exit code 1 if\n"
     "anything is wrong.",
     "gemmscope verify warp_tile", verify_command},
    {"bench", "Measures the plain builds on the GPU, and how fast the emulator records here.",
     "Emulator rates say how long recording takes on this computer. They say nothing about a GPU.",
     "gemmscope bench warp_tile --json", bench_command},
    {"render", "Draws a view of a recording to a PNG file, without a display.", "",
     "gemmscope render a.gst --view banks --step 40 --select lane=5/rule=textbook -o banks.png", render_command},
};

}  // namespace

std::span<const Command> all_commands() { return kCommands; }

}  // namespace gemmscope::cli
