#!/usr/bin/env bash
# own_program.sh GEMMSCOPE SOURCE.cu: opens a program of one's own, saves it changed, with an error and right again, reads
# from the title what is shown, and quits. Skipped (77) where Xvfb or xdotool is missing.
set -euo pipefail
gemmscope=$1
# shellcheck source-path=SCRIPTDIR source=display.sh
source "$(dirname "$0")/display.sh"
export TMPDIR=$folder/tmp
mkdir "$TMPDIR" "$folder/work"
cp "$2" "$folder/work/my.cu"
cd "$folder/work"
said() {
  for _ in {1..300}; do grep -q "$1" "$folder/errors" && return; sleep 0.1; done
  fail "nothing was said of '$1': $(cat "$folder/errors")"
}

open_window open my.cu
wait_for_title "request 1 of"
xdotool windowfocus --sync "$window"
xdotool key Right Right Right
wait_for_title "request 4 of"

sed -i 's/M = 72/M = 40/' my.cu
wait_for_title ", 40 × 100 × 80,"
wait_for_title "request 4 of"  # the place is kept

sed -i 's/M = 40/M = fourty/' my.cu
said 'my.cu(.*): error: identifier "fourty" is undefined'
wait_for_title ", 40 × 100 × 80,"  # the picture, too

sed -i 's/M = fourty/M = 72/' my.cu
wait_for_title ", 72 × 100 × 80,"
wait_for_title "request 4 of"

quit
[[ $(ls -A) == my.cu && -z $(ls -A "$TMPDIR") ]] || fail "left behind: $(ls -A . "$TMPDIR")"
echo "opened my.cu, recorded it at each save, kept the place, and left nothing behind"
