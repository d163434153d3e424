#pragma once

/// Marks what runs on the GPU and, in the build that tests it without one, on the host: the same index arithmetic in both.
#ifdef __CUDACC__
#define NS_DEVICE __host__ __device__
#else
#define NS_DEVICE
#endif
