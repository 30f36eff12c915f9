#!/usr/bin/env bash
# included_file.sh GEMMSCOPE SOURCE.cu INCLUDED.cuh: opens a program of two files, changes the one that is included, outside the
# window and in its editor, makes mistakes in it, and sees that it is recorded at each save. Skipped (77) where Xvfb or
# xdotool is missing.
set -euo pipefail
gemmscope=$1
# shellcheck source-path=SCRIPTDIR source=display.sh
source "$(dirname "$0")/display.sh"
mkdir "$folder/work"
cp "$2" "$folder/work/my.cu"
cp "$3" "$folder/work/"
cd "$folder/work"
file=$(basename "$3")
requests() { title | sed 's/.*request [0-9 ]* of \([0-9]*\).*/\1/'; }
wait_for_other_requests() {
  for _ in {1..300}; do [[ $(requests) != "$1" ]] && return; sleep 0.1; done
  fail "still $1 requests: $(title)"
}
ctrl() { xdotool keydown ctrl; sleep 0.2; xdotool key "$1"; sleep 0.2; xdotool keyup ctrl; sleep 0.5; }

open_window open my.cu
wait_for_title "request 1 of"
xdotool windowfocus --sync "$window"
before=$(requests)

# Two elements are loaded for each that is stored.
sed -i 's/pitch + threadIdx.x\];/pitch + threadIdx.x] + from[threadIdx.y * pitch];/' "$file"
wait_for_other_requests "$before"
twice=$(requests)

sed -i 's/+ from.threadIdx.y . pitch.;/+ zero;/' "$file"
for _ in {1..300}; do grep -q "$file([0-9]*): error: identifier \"zero\"" "$folder/errors" && break; sleep 0.1; done
grep -q "$file([0-9]*): error" "$folder/errors" || fail "nothing was said of the mistake: $(cat "$folder/errors")"
sleep 1
[[ $(requests) == "$twice" ]] || fail "the picture has changed"

# The editor begins in the file that something is said of.
ctrl e
ctrl Home
xdotool type --delay 60 '#define zero 0 // '
sleep 0.5
ctrl s
wait_for_other_requests "$twice"
grep -q '^#define zero 0 // ' "$file" || fail "the editor wrote another file: $(head -n 1 my.cu "$file")"
quit
echo "changed an included file, which was recorded at each save"
