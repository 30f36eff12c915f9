#!/usr/bin/env bash
# numbers.sh GEMMSCOPE SOURCE.cu: opens a program with another number, saves it changed, and reads from the title that both hold.
# Skipped (77) where Xvfb or xdotool is missing.
set -euo pipefail
gemmscope=$1
# shellcheck source-path=SCRIPTDIR source=display.sh
source "$(dirname "$0")/display.sh"
export GEMMSCOPE_CACHE=$folder/cache
cp "$2" "$folder/my.cu"

open_window open "$folder/my.cu" --set kTile=16 --select block=1,2,0/warp=3
wait_for_title "kTile=16, 72 × 100 × 80,"
cmp -s "$2" "$folder/my.cu" || fail "the file has changed"
sed -i 's/M = 72/M = 40/' "$folder/my.cu"
wait_for_title "kTile=16, 40 × 100 × 80,"
quit
