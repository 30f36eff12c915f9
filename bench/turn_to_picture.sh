#!/usr/bin/env bash
# turn_to_picture.sh GEMMSCOPE: opens tests/programs/tiled.cu in the window, turns its number K by the arrow in the toolbar, and
# prints the medians of the seconds from a click until the window's title says so: at once, with nothing compiled before; two
# seconds after that, while the next value is being compiled; and when it has been compiled. Needs Xvfb and xdotool. A click
# itself takes 50 ms. GALLIUM_NOOP=1 leaves out Mesa's filling of pixels on the CPU, which a graphics card does elsewhere.
set -euo pipefail
gemmscope=$(realpath "$1")
source=$(dirname "$0")/../tests/programs/tiled.cu
# shellcheck source-path=SCRIPTDIR/../tests/window source=display.sh
source "$(dirname "$0")/../tests/window/display.sh"
export GEMMSCOPE_CACHE=$folder/cache

# Where the window is 1280 points wide: the arrow at the right of K.
arrow_x=575 arrow_y=22
turn_to() {
  local before
  before=$(date +%s%N)
  xdotool mousedown 1
  sleep 0.05
  xdotool mouseup 1
  until [[ $(title) == *"K=$1,"* ]]; do sleep 0.01; done
  echo "$((($(date +%s%N) - before) / 1000000))"
}
median() { sort -n | sed -n "3s/\(.*\)/\1 ms $1, the median of 5/p"; }

for _ in {1..5}; do
  rm -rf "$GEMMSCOPE_CACHE"
  open_window open "$source"
  xdotool windowsize --sync "$window" 1280 720
  xdotool mousemove "$arrow_x" "$arrow_y"
  wait_for_title "request 1 of"
  turn_to 81 >>"$folder/first"
  sleep 2  # a neighbour of K is being compiled
  turn_to 82 >>"$folder/soon"
  sleep 10  # all are compiled
  turn_to 83 >>"$folder/ahead"
  quit
done
median "from a turn to its picture, nothing compiled before" <"$folder/first"
median "from a turn to its picture, two seconds after the last" <"$folder/soon"
median "from a turn to its picture, compiled ahead" <"$folder/ahead"
