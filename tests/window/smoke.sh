#!/usr/bin/env bash
# smoke.sh GEMMSCOPE: opens the window under a virtual display, steps and records again with the keyboard, reads the state
# from the title, lets it idle, and quits. Skipped (77) where Xvfb or xdotool is missing.
set -euo pipefail
gemmscope=$1
for tool in Xvfb xdotool; do
  command -v $tool >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done

folder=$(mktemp -d)
export XDG_CONFIG_HOME=$folder XDG_CACHE_HOME=$folder
display_pid= program_pid=
finish() {
  [[ -z $program_pid ]] || kill "$program_pid" 2>/dev/null || true
  [[ -z $display_pid ]] || kill "$display_pid" 2>/dev/null || true
  rm -rf "$folder"
}
trap finish EXIT
fail() { echo "failed: $*" >&2; exit 1; }

# Xvfb writes the display number it found free.
Xvfb -displayfd 3 -screen 0 1600x1000x24 -nolisten tcp 3>"$folder/display" >/dev/null 2>&1 &
display_pid=$!
for _ in {1..100}; do [[ -s $folder/display ]] && break; sleep 0.1; done
[[ -s $folder/display ]] || fail "Xvfb did not start"
export DISPLAY=:$(cat "$folder/display")

"$gemmscope" 2>"$folder/errors" &
program_pid=$!
window=$(timeout 30 xdotool search --sync --onlyvisible --name '^gemmscope' | head -n 1) || fail "no window: $(cat "$folder/errors")"

title() { xdotool getwindowname "$window"; }
wait_for_title() {
  for _ in {1..100}; do
    [[ $(title) == *"$1"* ]] && return
    sleep 0.1
  done
  fail "the title is '$(title)', not '$1'"
}

wait_for_title "request 2 of"    # the first recording is there, at its first conflict
xdotool windowfocus --sync "$window"  # there is no window manager to do it
xdotool key Right
wait_for_title "request 3 of"
xdotool key p  # pads As, which records again
wait_for_title "PA=1"

# User and system time of the program, in ticks of 1/100 s, over two idle seconds: a loop that never sleeps takes 200.
ticks() { awk '{print $14 + $15}' "/proc/$program_pid/stat"; }
sleep 1
before=$(ticks)
sleep 2
used=$(($(ticks) - before))
((used <= 20)) || fail "the idle window used $used of 200 ticks of CPU time"

xdotool key ctrl+q
for _ in {1..100}; do kill -0 "$program_pid" 2>/dev/null || break; sleep 0.1; done
kill -0 "$program_pid" 2>/dev/null && fail "the program goes on after Ctrl Q"
wait "$program_pid" || fail "the program ended with $?"
program_pid=
[[ -s $folder/gemmscope/layout.ini ]] || fail "the layout was not saved"
[[ ! -s $folder/errors ]] || fail "the program wrote: $(cat "$folder/errors")"
echo "window opened, stepped, recorded again, idled ($used of 200 ticks) and quit"
