#!/usr/bin/env bash
# edit_program.sh GEMMSCOPE SOURCE.cu: opens a program, changes it in the window's editor, saves it there, sees that it is
# recorded again, and quits with changes that are not saved. Skipped (77) where Xvfb or xdotool is missing.
set -euo pipefail
gemmscope=$1
# shellcheck source-path=SCRIPTDIR source=display.sh
source "$(dirname "$0")/display.sh"
mkdir "$folder/work"
sed 's/const int M = 72/const int M =72/; 1i #define FIRST 1' "$2" >"$folder/work/my.cu"
cd "$folder/work"
wait_for_text() {
  for _ in {1..300}; do grep -q "$1" my.cu && return; sleep 0.1; done
  fail "the file has no '$1': $(head -n 3 my.cu)"
}
ctrl() { xdotool keydown ctrl; sleep 0.2; xdotool key "$1"; sleep 0.2; xdotool keyup ctrl; sleep 0.5; }

open_window open my.cu
wait_for_title "request 1 of"
xdotool windowfocus --sync "$window"
ctrl e
ctrl Home
xdotool type --delay 60 '// typed n p '  # n and p are keys of commands, too
sleep 0.5
[[ $(title) == *"request 1 of"* ]] || fail "letters were taken for commands: $(title)"
ctrl s
wait_for_text '^// typed n p #define'

# What nvcc says of it brings Source to the front: who types goes on typing.
xdotool key Home
xdotool type --delay 60 'int x = ; // '
ctrl s
for _ in {1..300}; do grep -q 'my.cu(1): error' "$folder/errors" && break; sleep 0.1; done
sleep 1.5
xdotool type --delay 60 'more n p '
sleep 0.5
ctrl s
wait_for_text '^int x = ; // more n p // typed n p #define'
[[ $(title) == *"request 1 of"* ]] || fail "after an error letters were taken for commands: $(title)"

# Undone letter by letter, or by whole words: nothing is left of it.
xdotool type --delay 60 'undone '
for _ in {1..7}; do ctrl z; done
ctrl f
xdotool type --delay 60 'M =72'
sleep 0.5
xdotool key Return
sleep 0.5
xdotool key Escape
sleep 0.5
xdotool type --delay 60 'M = 72'
ctrl s
wait_for_text 'const int M = 72'
grep -q undone my.cu && fail "Ctrl Z did not undo: $(head -n 1 my.cu)"

xdotool type --delay 60 'lost'
sleep 0.5
ctrl q
sleep 1
kill -0 "$program_pid" 2>/dev/null || fail "it quit without asking about changes that are not saved"
xdotool key Escape
sleep 0.5
ctrl z
grep -q lost my.cu && fail "saved without being told to"
echo "typed into the editor, saved, and was asked before quitting"
