# shellcheck shell=bash
# A window on a virtual display, for the tests of this folder. Needs $gemmscope; sets $folder, $window, $program_pid.
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

# Opens the window: gemmscope's arguments.
open_window() {
  "$gemmscope" "$@" >"$folder/printed" 2>"$folder/errors" &
  program_pid=$!
  window=$(timeout 30 xdotool search --sync --onlyvisible --name '^gemmscope' | head -n 1) || fail "no window: $(cat "$folder/errors")"
}

title() { xdotool getwindowname "$window"; }
wait_for_title() {
  for _ in {1..300}; do
    [[ $(title) == *"$1"* ]] && return
    sleep 0.1
  done
  fail "the title is '$(title)', not '$1'"
}

# By Ctrl Q, and it must end well.
quit() {
  xdotool key ctrl+q
  for _ in {1..100}; do kill -0 "$program_pid" 2>/dev/null || break; sleep 0.1; done
  kill -0 "$program_pid" 2>/dev/null && fail "the program goes on after Ctrl Q"
  wait "$program_pid" || fail "the program ended with $?"
  program_pid=
}
