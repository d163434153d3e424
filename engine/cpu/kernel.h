#pragma once

#include "engine/backend/lowered_plan.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace netsmith::cpu {

/// What went wrong first while an executable's kernels ran, as a library's status; 0: nothing. Kernels can't throw, and several
/// threads may run a part of one.
using FirstFailure = std::atomic<int>;

/// The addresses an op works on, in the order of its inputs and outputs; null if an optional input is absent.
struct Addresses {
    std::span<void* const> inputs;
    std::span<void* const> outputs;
    void* workspace = nullptr;
    FirstFailure* failure = nullptr; ///< of the executable that runs it, and outlives it

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

/// One lowered op, ready to run thousands of times: everything was chosen and created before. `run` allocates nothing and does not
/// throw.
class Kernel {
public:
    virtual ~Kernel() = default;

    /// Takes the addresses; called once the arena is allocated and again when it moved. `addresses` outlives the kernel.
    virtual void bind(const Addresses& addresses) = 0;
    virtual void run() noexcept = 0;
    /// What runs it: oneDNN's implementation name, or "own".
    virtual std::string implementation() const = 0;
    /// Bytes that it owns: reordered weights, primitives' constants.
    virtual std::int64_t ownedBytes() const { return 0; }
};

/// A kernel that is a function of its addresses.
template <class F>
class FunctionKernel final : public Kernel {
public:
    FunctionKernel(F function, std::string_view implementation)
        : m_function(std::move(function))
        , m_implementation(implementation)
    {
    }
    void bind(const Addresses& addresses) override { m_addresses = addresses; }
    void run() noexcept override { m_function(m_addresses); }
    std::string implementation() const override { return m_implementation; }

private:
    F m_function;
    std::string m_implementation;
    Addresses m_addresses;
};

using Lowered = netsmith::Lowered<Kernel>;
using LowerFunction = netsmith::LowerFunction<Kernel>;

template <class F>
Lowered lowerTo(F function, OpMemory memory = {}, std::string_view implementation = "own")
{
    return {std::make_unique<FunctionKernel<F>>(std::move(function), implementation), std::move(memory)};
}

/// The lowering of one op: each is defined in the file of its op's basename.
template <const OpSpec& spec>
Lowered lower(const LoweringContext& context, const Op& op);

/// The lowering of the op with this name, or null.
LowerFunction lowering(std::string_view op);

} // namespace netsmith::cpu
