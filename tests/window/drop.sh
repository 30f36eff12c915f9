#!/usr/bin/env bash
# drop.sh GEMMSCOPE SOURCE.cu: drops a program onto the window as a file manager does, and sees that it is run and shown; then
# something that is neither program nor recording. Skipped (77) where Xvfb, xdotool or libX11 is missing.
set -euo pipefail
gemmscope=$1
here=$(realpath "$(dirname "$0")")
# shellcheck source-path=SCRIPTDIR source=display.sh
source "$here/display.sh"
mkdir "$folder/my work"
cp "$2" "$folder/my work/50 % mine.cu"
echo "no program" >"$folder/notes.txt"

open_window
wait_for_title "request 2 of"
for name in notes.txt "my work/50 % mine.cu"; do
  code=0
  python3 "$here/drop.py" "$window" "$folder/$name" || code=$?
  [[ $code != 77 ]] || exit 77
  [[ $code == 0 ]] || fail "$name could not be dropped"
done
wait_for_title ", 72 × 100 × 80,"
wait_for_title "request 1 of"
quit
echo "dropped a program onto the window, which ran it"
