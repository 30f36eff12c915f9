// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"

namespace gemmscope::cli {
namespace {

constexpr Command kCommands[] = {
    {"open", "Opens a recording in the window, or a CUDA program.",
     "A .cu file is compiled, run and recorded as by 'gemmscope run', without a GPU, and so again whenever it is saved: the\n"
     "window keeps the place and says what has changed, or which lines are wrong. No file is written.",
     "gemmscope open my.cu -- 1024", open_command},
    {"list", "Lists the kernels with their presets and parameters, and the backends found here.",
     "Of a folder, as 'gemmscope run' makes one, it lists the recordings: kernel, launch, grid, block, requests, size.",
     "gemmscope list", list_command},
    {"record", "Records one kernel to one file: a step of the ladder, by its name, or the first kernel of a .cu file.",
     "It is 'gemmscope run' for one recording: 'gemmscope record warp_tile' compiles and runs kernels/10_warp_tile.cu.\n"
     "Sizes that do not fit, and numbers that a kernel cannot have, are refused with the reason that its source gives. A\n"
     "compiled kernel is kept for the next time. What the program prints is not shown, but for its last line if it failed: the\n"
     "exit code is then 1, as it is if a launch faulted.",
     "gemmscope record warp_tile --preset k10_a6000 --set PA=4 --size 1024x1024x1024 -o a.gst", record_command},
    {"run", "Runs any CUDA program, with a GPU or without, and records its kernels.",
     "A .cu file is compiled with nvcc; 'gemmscope run -- make run' and 'gemmscope run -- ./program' take programs as they "
     "are,\n"
     "if they were compiled with -cudart shared, -lineinfo and -gencode arch=compute_80,code=compute_80. The program runs from its\n"
     "main() on, and the first launch of each kernel is recorded. Its kernels run on the CPU, and times that it prints are\n"
     "the emulator's; with --backend cuda they run on the GPU. A kernel without main() is launched by --kernel, --grid,\n"
     "--block, --shared and --args '500, 2.0f, float[500]'.\n"
     "With --addresses-only, recorded launches leave no results in memory, so the program may say that it is wrong.\n"
     "Arrays get the names of the kernel's parameters and rows guessed from them. What a kernel finds through pointers in\n"
     "the memory of A is the array *A. The exit code is 1 if the program's was not 0, if a launch faulted\n"
     "or if nothing was recorded, and 2 if nvcc found errors. 'gemmscope list FOLDER' lists the recordings.",
     "gemmscope run my.cu -- 1024", run_command},
    {"report", "Shows what each access costs: requests, wavefronts, bank conflicts, sectors.",
     "A wavefront is one pass of the shared-memory unit; ideal is the number of wavefronts without conflicts. Wavefronts\n"
     "are modelled from the recorded addresses by the counting rule that the report names. --view prints what a view\n"
     "shows: banks and lanes of a single request, roofline of all kernels. --follow shows where one element goes: who loads\n"
     "it, where it is in shared memory, which lanes read it, and in which elements of C it ends. 'gemmscope report\n"
     "--registers' shows how the order of multiply-adds hides register-bank conflicts.",
     "gemmscope report a.gst --json", report_command},
    {"compare", "Compares two recordings, site by site: what a padding, a swizzle or another kernel changes.",
     "Says first what differs most, then the figures of both with their difference, the second minus the first, and "
     "whether\n"
     "the addresses are the same. Sites are matched by name. A recording made on a GPU equals the emulator's of the same "
     "launch.\n"
     "The exit code is 1 if the requests or the number of barriers differ.",
     "gemmscope compare a.gst b.gst", compare_command},
    {"sweep", "Compares many settings of a program: paddings, tile sizes, presets, in one table.",
     "Each setting is a changed copy of the .cu file, compiled, run without a GPU and recorded. An axis is a number of the\n"
     "file or 'preset': PA=0:33 is 0 to 32, PA=0/4/8 is these three. Axes separated by commas are combined; if --over is\n"
     "given several times, each is swept in turn. The figures are those of the whole launch. Settings that fault, or that\n"
     "the compiler or the program refuses, are listed with the reason; the exit code is 1 if no setting was counted.\n"
     "Without --store, nothing is kept. docs/sweep.md shows examples, and how to sweep on a cluster.",
     "gemmscope sweep warp_tile --size 512x512x512 --over PA=0/2/4 --addresses-only --store sweep", sweep_command},
    {"check", "Looks for errors in a kernel's memory accesses, from its recording alone.",
     "Finds what ended the launch, reads of unwritten memory, races, copies that were not waited for,\n"
     "accesses out of bounds or misaligned, threads that part at a barrier or do not come to a shuffle, elements of C that\n"
     "are not stored exactly once, and reads of C although beta = 0. From part of a launch it reports only what the rest\n"
     "could not disprove. Each finding has a link for 'gemmscope open FILE --select LINK'. The exit code is 1 if there are\n"
     "findings. 'gemmscope list --broken' lists kernels to try it on.",
     "gemmscope check a.gst", check_command},
    {"verify", "Checks results of a program's matrix products.",
     "A .cu file, the path of a program, or a step of the ladder by its name, is run as by 'gemmscope run', without a GPU. In the first launch of each kernel\n"
     "the matrix product is looked for, and C compared with alpha A B + beta C in double precision. If elements differ by\n"
     "more than rounding explains, it says how many, the first of them, and which thread stored it. It also says what\n"
     "'check' finds, for example a race. Sizes that are not multiples of the tiles show wrong edges:\n"
     "'gemmscope verify my.cu -- 127 65 33', or --over M=64/127 where the file has the number M. The exit code is 1 if a\n"
     "product is wrong, if a launch faulted, or if none was found right.",
     "gemmscope verify my_gemm.cu", verify_command},
    {"bench", "Measures the matrix products of a program on the GPU, beside cuBLAS.",
     "Its products are found without the GPU, as by 'gemmscope run'; each is then timed on it, as docs/bench.md says. Without a\n"
     "program, all steps of the ladder are measured.",
     "gemmscope bench warp_tile --json", bench_command},
    {"render", "Draws a view of a recording to a PNG or SVG file; needs no display.",
     "With --baseline the picture shows two recordings beside each other, for example of two paddings.\n"
     "SVG has text that can be selected and shapes instead of pixels. Of the window it has the panels, their tabs and\n"
     "the status bar, but neither scroll bars nor what is in the toolbar.",
     "gemmscope render a.gst --view banks --step 40 --select lane=5/rule=textbook -o banks.png", render_command},
};

}  // namespace

std::span<const Command> all_commands() { return kCommands; }

}  // namespace gemmscope::cli
