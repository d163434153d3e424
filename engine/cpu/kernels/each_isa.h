// Compiles the file NETSMITH_KERNELS once for each instruction set, in a separate namespace, with lanes.h before it. That file
// includes this one and holds, between `#ifdef NETSMITH_LANES` and `#else`, the functions to compile this way, and after it those
// that call them by NETSMITH_VERSION. All includes must come first: what a header defines inside would be compiled for an
// instruction set that the processor may not have.
#ifndef NETSMITH_LANES

#include "engine/core/bfloat16.h"
#include "engine/cpu/kernels/isa.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <immintrin.h>
#include <limits>

#define NETSMITH_LANES 4
namespace netsmith::kernels::baseline {
#include "engine/cpu/kernels/lanes.h"
#include NETSMITH_KERNELS
} // namespace netsmith::kernels::baseline
#undef NETSMITH_LANES

#pragma GCC push_options
#pragma GCC target("avx2,fma")
#define NETSMITH_LANES 8
namespace netsmith::kernels::avx2 {
#include "engine/cpu/kernels/lanes.h"
#include NETSMITH_KERNELS
} // namespace netsmith::kernels::avx2
#undef NETSMITH_LANES
#pragma GCC pop_options

#pragma GCC push_options
#pragma GCC target("avx2,fma,avx512f,avx512vl,avx512bw,avx512dq,prefer-vector-width=512")
#define NETSMITH_LANES 16
namespace netsmith::kernels::avx512 {
#include "engine/cpu/kernels/lanes.h"
#include NETSMITH_KERNELS
} // namespace netsmith::kernels::avx512
#undef NETSMITH_LANES
#pragma GCC pop_options

#endif
