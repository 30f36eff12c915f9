#!/usr/bin/env bash
# smoke.sh GEMMSCOPE: opens the window under a virtual display, on the ladder's program, steps and pads a tile with
# the keyboard, reads the state from the title, lets it idle, and quits. Skipped (77) where Xvfb or xdotool is missing.
set -euo pipefail
gemmscope=$1
# shellcheck source-path=SCRIPTDIR source=display.sh
source "$(dirname "$0")/display.sh"

open_window
wait_for_title "request 2 of"    # the first recording is there, at its first conflict
xdotool windowfocus --sync "$window"  # there is no window manager to do it
xdotool key Right
wait_for_title "request 3 of"
xdotool key p  # pads As: a changed copy is compiled and run
wait_for_title "PA=1"

# User and system time of the program, in ticks of 1/100 s, over two idle seconds: a loop that never sleeps takes 200.
ticks() { awk '{print $14 + $15}' "/proc/$program_pid/stat"; }
sleep 1
before=$(ticks)
sleep 2
used=$(($(ticks) - before))
((used <= 20)) || fail "the idle window used $used of 200 ticks of CPU time"

quit
[[ -s $folder/gemmscope/layout.ini ]] || fail "the layout was not saved"
said=$(sort -u "$folder/errors")
[[ $said == "256 x 256 x 256: right; not timed on gemmscope emulator (no GPU)" ]] ||
  fail "the program wrote: $said"

open_window open warp_tile --select 'set=PB:4,arguments:128%20256%20384'
wait_for_title "warp_tile PB=4, 128 × 256 × 384, request"
xdotool windowfocus --sync "$window"
quit
echo "window opened, stepped, recorded again, idled ($used of 200 ticks) and quit"
