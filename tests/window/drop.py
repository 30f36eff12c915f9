#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Drops files onto a window as file managers do, by the XDND protocol (https://www.freedesktop.org/wiki/Specifications/XDND/).

Usage: drop.py WINDOW FILE...      WINDOW: its number. Exits with 1 and a sentence if the window does not take them, with 77
if there is no libX11.
"""
import ctypes as c
import ctypes.util
import sys
import time
from pathlib import Path

VERSION = 5
CLIENT_MESSAGE, SELECTION_REQUEST, SELECTION_NOTIFY = 33, 30, 31
HEAD = [("type", c.c_int), ("serial", c.c_ulong), ("send_event", c.c_int), ("display", c.c_void_p)]


class ClientMessage(c.Structure):
    _fields_ = HEAD + [("window", c.c_ulong), ("message_type", c.c_ulong), ("format", c.c_int), ("data", c.c_long * 5)]


class SelectionRequest(c.Structure):
    _fields_ = HEAD + [(name, c.c_ulong) for name in ("owner", "requestor", "selection", "target", "property", "time")]


class SelectionNotify(c.Structure):
    _fields_ = HEAD + [(name, c.c_ulong) for name in ("requestor", "selection", "target", "property", "time")]


class Event(c.Union):
    _fields_ = [("type", c.c_int), ("client", ClientMessage), ("request", SelectionRequest),
                ("notify", SelectionNotify), ("pad", c.c_long * 24)]


def load_x11():
    name = ctypes.util.find_library("X11")
    if name is None:
        print("skipped: there is no libX11")
        sys.exit(77)
    x = c.CDLL(name)
    pointer, number, text = c.c_void_p, c.c_ulong, c.c_char_p
    for function, result, arguments in (
            ("XOpenDisplay", pointer, [text]), ("XDefaultRootWindow", number, [pointer]),
            ("XCreateSimpleWindow", number, [pointer, number, c.c_int, c.c_int] + [c.c_uint] * 3 + [number] * 2),
            ("XInternAtom", number, [pointer, text, c.c_int]),
            ("XSetSelectionOwner", c.c_int, [pointer, number, number, number]),
            ("XSendEvent", c.c_int, [pointer, number, c.c_int, c.c_long, c.POINTER(Event)]),
            ("XChangeProperty", c.c_int, [pointer, number, number, number, c.c_int, c.c_int, text, c.c_int]),
            ("XPending", c.c_int, [pointer]), ("XNextEvent", c.c_int, [pointer, c.POINTER(Event)]),
            ("XFlush", c.c_int, [pointer])):
        getattr(x, function).restype, getattr(x, function).argtypes = result, arguments
    return x


class Source:
    """Whoever drags the files."""

    def __init__(self, target, files):
        self.x, self.target = load_x11(), target
        self.uris = "".join(Path(file).resolve().as_uri() + "\r\n" for file in files).encode()
        self.display = self.x.XOpenDisplay(None)
        if not self.display:
            sys.exit("no display can be opened")
        root = self.x.XDefaultRootWindow(self.display)
        self.window = self.x.XCreateSimpleWindow(self.display, root, 0, 0, 1, 1, 0, 0, 0)
        self.x.XSetSelectionOwner(self.display, self.atom("XdndSelection"), self.window, 0)

    def atom(self, name):
        return self.x.XInternAtom(self.display, name.encode(), 0)

    def send(self, message, *data):
        event = Event()
        event.client.type, event.client.window, event.client.format = CLIENT_MESSAGE, self.target, 32
        event.client.message_type = self.atom(message)
        event.client.data[:] = [self.window, *data] + [0] * (4 - len(data))
        self.x.XSendEvent(self.display, self.target, 0, 0, c.byref(event))
        self.x.XFlush(self.display)

    def give(self, request):
        """The names, to whoever asks for them."""
        self.x.XChangeProperty(self.display, request.requestor, request.property, request.target, 8, 0, self.uris,
                               len(self.uris))
        event = Event()
        event.notify.type, event.notify.requestor = SELECTION_NOTIFY, request.requestor
        event.notify.selection, event.notify.target = request.selection, request.target
        event.notify.property, event.notify.time = request.property, request.time
        self.x.XSendEvent(self.display, request.requestor, 0, 0, c.byref(event))
        self.x.XFlush(self.display)

    def wait_for(self, message):
        """Its data; meanwhile names are given."""
        event, end = Event(), time.monotonic() + 10
        while time.monotonic() < end:
            if not self.x.XPending(self.display):
                time.sleep(0.01)
                continue
            self.x.XNextEvent(self.display, c.byref(event))
            if event.type == SELECTION_REQUEST:
                self.give(event.request)
            elif event.type == CLIENT_MESSAGE and event.client.message_type == self.atom(message):
                return list(event.client.data)
        sys.exit(f"the window answers no {message}")


def main():
    source = Source(int(sys.argv[1]), sys.argv[2:])
    source.send("XdndEnter", VERSION << 24, source.atom("text/uri-list"))
    source.send("XdndPosition", 0, 300 << 16 | 300, 0, source.atom("XdndActionCopy"))
    if not source.wait_for("XdndStatus")[1] & 1:
        sys.exit("the window does not take the files")
    source.send("XdndDrop", 0, 0)
    if source.wait_for("XdndFinished")[1] == 0:  # GLFW says how many bytes it took, where the protocol has a flag
        sys.exit("the window did not take the files")


main()
