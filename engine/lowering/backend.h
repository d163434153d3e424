#pragma once

/// For lowerings that the CPU and CUDA share: each source in this room is compiled into both modules, with `NS_BACKEND` defined as
/// `cpu` or `cuda`, which is the namespace of its lowerings and the folder of its kernels.
///
/// A kernel's function is `[=](const Addresses& at, auto&... queue)`: `queue` is the stream on a GPU and nothing on the CPU, so
/// that `kernels::softmax(queue..., x, y)` calls either.

// clang-format off
#define NS_QUOTED(text) #text
#define NS_HEADER(path) NS_QUOTED(path)
/// `#include NS_KERNELS(softmax)`: kernels/softmax.h of the backend.
#define NS_KERNELS(name) NS_HEADER(engine/NS_BACKEND/kernels/name.h)

#include NS_HEADER(engine/NS_BACKEND/float_types.h)
#include NS_HEADER(engine/NS_BACKEND/kernel.h)
// clang-format on
