#pragma once

#include "engine/cuda/kernels/on_device.h"

#ifndef __CUDACC__
#include <barrier>
#endif

namespace netsmith::cuda::kernels {

/// The threads that work on one thing together: a block of the GPU; on the host as many threads as the test asks for.
class ThreadBlock {
public:
#ifdef __CUDACC__
    __device__ ThreadBlock(void* shared)
        : m_shared(shared)
    {
    }
    NS_DEVICE int rank() const
    {
#ifdef __CUDA_ARCH__
        return static_cast<int>(threadIdx.x);
#else
        return 0;
#endif
    }
    NS_DEVICE int size() const
    {
#ifdef __CUDA_ARCH__
        return static_cast<int>(blockDim.x);
#else
        return 1;
#endif
    }
    NS_DEVICE void sync() const
    {
#ifdef __CUDA_ARCH__
        __syncthreads();
#endif
    }
#else
    ThreadBlock(void* shared, int rank, int size, std::barrier<>* barrier)
        : m_shared(shared)
        , m_rank(rank)
        , m_size(size)
        , m_barrier(barrier)
    {
    }
    int rank() const
    {
        return m_rank;
    }
    int size() const
    {
        return m_size;
    }
    void sync() const
    {
        m_barrier->arrive_and_wait();
    }
#endif

    /// Memory of the whole block, as much as the launch asked for.
    template <class T>
    NS_DEVICE T* shared() const
    {
        return static_cast<T*>(m_shared);
    }

private:
    void* m_shared;
#ifndef __CUDACC__
    int m_rank;
    int m_size;
    std::barrier<>* m_barrier;
#endif
};

/// Reduces one value per thread in an order that depends only on the block's size; every thread gets the result. Takes `size` T of
/// the shared memory.
template <class T, class Join>
NS_DEVICE T joined(const ThreadBlock& block, T value, Join join)
{
    T* values = block.shared<T>();
    const int rank = block.rank();
    values[rank] = value;
    block.sync();
    for (int left = block.size(); left > 1;) {
        const int half = (left + 1) / 2;
        if (rank + half < left)
            values[rank] = join(values[rank], values[rank + half]);
        block.sync();
        left = half;
    }
    const T result = values[0];
    block.sync();
    return result;
}

struct Plus {
    template <class T>
    NS_DEVICE T operator()(T a, T b) const
    {
        return a + b;
    }
};

/// The larger; a NaN wins.
struct Larger {
    NS_DEVICE float operator()(float a, float b) const { return a > b || a != a ? a : b; }
};

} // namespace netsmith::cuda::kernels
