# SPDX-License-Identifier: MIT
"""What programs that CUDA 12 has compiled find under its names: its libraries, and its cudaDeviceProp.

Usage: cuda_12_test.py RUNTIME_FOLDER
"""
import ctypes
import struct
import sys

runtime = ctypes.CDLL(sys.argv[1] + "/libcudart.so.12")
for library in ("libcublas.so.12", "libcublasLt.so.12", "libcurand.so.10"):
    ctypes.CDLL(sys.argv[1] + "/" + library)
version = ctypes.c_int()
runtime.cudaRuntimeGetVersion(ctypes.byref(version))
ask = runtime.cudaGetDeviceProperties_v2 if version.value >= 13000 else runtime.cudaGetDeviceProperties
behind = b"\x77" * 64
raw = ctypes.create_string_buffer(b"\x77" * 1032 + behind, 1032 + len(behind))
if ask(raw, 0) != 0 or raw.raw[1032:] != behind:
    sys.exit("cudaGetDeviceProperties_v2 does not fill 1032 bytes")


def number(offset, kind="<i"):
    return struct.unpack_from(kind, raw.raw, offset)[0]


# Offsets of CUDA 12.4's driver_types.h.
found = {"totalGlobalMem": number(288, "<Q") > 1 << 30, "maxThreadsPerBlock": number(320) == 1024, "clockRate": number(348) > 0,
         "major": number(360) == 8, "multiProcessorCount": number(388) > 0, "concurrentKernels": number(576) == 1,
         "memoryBusWidth": number(612) > 0, "sharedMemPerBlockOptin": number(696, "<Q") > 48 << 10,
         "maxBlocksPerMultiProcessor": number(712) > 0, "reservedSharedMemPerBlock": number(720, "<Q") == 1024,
         "hostRegisterSupported": number(728) == 1, "memoryPoolsSupported": number(744) == 1, "the end": number(1028) == 0}
if not all(found.values()) or b"gemmscope" not in raw.raw[:256]:
    sys.exit(f"cudaDeviceProp of CUDA 12: {found}, {raw.raw[:40]}")
