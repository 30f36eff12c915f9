#!/usr/bin/env bash
# save_to_picture.sh GEMMSCOPE SOURCE.cu: opens the program in the window, saves it five times with another M, and prints the
# median of the seconds from a save until the window's title says so. Needs Xvfb and xdotool.
set -euo pipefail
gemmscope=$(realpath "$1")
# shellcheck source-path=SCRIPTDIR/../tests/window source=display.sh
source "$(dirname "$0")/../tests/window/display.sh"
cp "$2" "$folder/my.cu"
open_window open "$folder/my.cu"
wait_for_title "request 1 of"
sed -n 's/.*M = \([0-9]*\).*/\1/p' "$folder/my.cu" | grep -q . || fail "the program has no 'M = ..' to change"

for M in 40 48 56 64 72; do
  sleep 1
  sed "s/M = [0-9]*/M = $M/" "$folder/my.cu" >"$folder/saved"
  before=$(date +%s%N)
  cat "$folder/saved" >"$folder/my.cu"
  until [[ $(title) == *"M=$M "* ]]; do sleep 0.01; done
  echo "$((($(date +%s%N) - before) / 1000000))"
done | sort -n | sed -n '3s/\(.*\)/\1 ms from a save to its picture, the median of 5/p'
quit
