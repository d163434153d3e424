#pragma once

#include "engine/backend/lowered_plan.h"
#include "engine/cuda/device/stream.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace netsmith::cuda {

/// The device's addresses that an op works on, in the order of its inputs and outputs; null where an optional input is absent.
struct Addresses {
    std::span<void* const> inputs;
    std::span<void* const> outputs;
    void* workspace = nullptr;

    template <class T>
    const T* in(std::size_t index) const
    {
        return static_cast<const T*>(inputs[index]);
    }
    /// Null also if the op has fewer inputs.
    template <class T>
    const T* optional(std::size_t index) const
    {
        return index < inputs.size() ? in<T>(index) : nullptr;
    }
    template <class T>
    T* out(std::size_t index) const
    {
        return static_cast<T*>(outputs[index]);
    }
};

/// One lowered op, ready to be launched thousands of times or recorded once: everything was chosen and created before.
class Kernel {
public:
    virtual ~Kernel() = default;

    /// Never waits and allocates nothing. Throws `cuda.runtime` and the libraries' errors.
    virtual void enqueue(Stream& stream, const Addresses& addresses) const = 0;
    /// What runs it: the library's engine, or "own".
    virtual std::string implementation() const = 0;
    /// The algorithm, where it was chosen by timing.
    virtual std::optional<TunedAlgorithm> tuned() const { return std::nullopt; }
    /// Bytes of device memory that it owns: its own tables.
    virtual std::int64_t ownedBytes() const { return 0; }
};

/// A kernel that is a function of the stream and its addresses.
template <class F>
class FunctionKernel final : public Kernel {
public:
    FunctionKernel(F function, std::string_view implementation, std::optional<TunedAlgorithm> tuned)
        : m_function(std::move(function))
        , m_implementation(implementation)
        , m_tuned(std::move(tuned))
    {
    }
    void enqueue(Stream& stream, const Addresses& addresses) const override { m_function(addresses, stream); }
    std::string implementation() const override { return m_implementation; }
    std::optional<TunedAlgorithm> tuned() const override { return m_tuned; }

private:
    F m_function;
    std::string m_implementation;
    std::optional<TunedAlgorithm> m_tuned;
};

/// A kernel, with the algorithm that was chosen for it.
class TunedKernel final : public Kernel {
public:
    TunedKernel(std::unique_ptr<Kernel> kernel, TunedAlgorithm tuned)
        : m_kernel(std::move(kernel))
        , m_tuned(std::move(tuned))
    {
    }
    void enqueue(Stream& stream, const Addresses& addresses) const override { m_kernel->enqueue(stream, addresses); }
    std::string implementation() const override { return m_kernel->implementation(); }
    std::optional<TunedAlgorithm> tuned() const override { return m_tuned; }

private:
    std::unique_ptr<Kernel> m_kernel;
    TunedAlgorithm m_tuned;
};

using Lowered = netsmith::Lowered<Kernel>;
using LowerFunction = netsmith::LowerFunction<Kernel>;

template <class F>
Lowered lowerTo(F function, OpMemory memory = {}, std::string_view implementation = "own",
                std::optional<TunedAlgorithm> tuned = std::nullopt)
{
    return {std::make_unique<FunctionKernel<F>>(std::move(function), implementation, std::move(tuned)), std::move(memory)};
}

/// The lowering of one op: each is defined in the file of its op's basename.
template <const OpSpec& spec>
Lowered lower(const LoweringContext& context, const Op& op);

/// The lowering of the op with this name, or null.
LowerFunction lowering(std::string_view op);

} // namespace netsmith::cuda
