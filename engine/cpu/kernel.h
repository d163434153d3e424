#pragma once

#include "engine/backend/lowered_plan.h"
#include "engine/cpu/aligned_bytes.h"

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
    /// Computes what `run` needs of the weights alone. Called before a run if they were written since the last time.
    virtual void prepack() { }
    /// Whether it only reads this input when it prepacks.
    virtual bool prepacks(std::size_t /*input*/) const { return false; }
    /// Bytes that it owns: prepacked weights.
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

/// A kernel that is a function of its addresses and of what another function has made of one input, which depends on weights alone.
template <class Prepack, class F>
class PrepackedKernel final : public Kernel {
public:
    PrepackedKernel(std::size_t input, std::int64_t floats, Prepack prepack, F function, std::string_view implementation)
        : m_input(input)
        , m_floats(floats)
        , m_prepack(std::move(prepack))
        , m_function(std::move(function))
        , m_implementation(implementation)
    {
    }
    void bind(const Addresses& addresses) override { m_addresses = addresses; }
    void prepack() override
    {
        if (m_packed.size() == 0)
            m_packed = AlignedBytes(ownedBytes());
        m_prepack(m_addresses, packed());
    }
    bool prepacks(std::size_t input) const override { return input == m_input; }
    void run() noexcept override { m_function(m_addresses, packed()); }
    std::string implementation() const override { return m_implementation; }
    std::int64_t ownedBytes() const override { return m_floats * static_cast<std::int64_t>(sizeof(float)); }

private:
    float* packed() const { return reinterpret_cast<float*>(m_packed.data()); }

    std::size_t m_input;
    std::int64_t m_floats;
    Prepack m_prepack;
    F m_function;
    std::string m_implementation;
    Addresses m_addresses;
    AlignedBytes m_packed;
};

using Lowered = netsmith::Lowered<Kernel>;
using LowerFunction = netsmith::LowerFunction<Kernel>;

template <class F>
Lowered lowerTo(F function, OpMemory memory = {}, std::string_view implementation = "own")
{
    return {std::make_unique<FunctionKernel<F>>(std::move(function), implementation), std::move(memory)};
}

/// `prepack(addresses, packed)` makes `floats` floats of the input; `function(addresses, packed)` then no longer reads it.
template <class Prepack, class F>
Lowered lowerPrepacked(std::size_t input, std::int64_t floats, Prepack prepack, F function, OpMemory memory,
                       std::string_view implementation)
{
    return {std::make_unique<PrepackedKernel<Prepack, F>>(input, floats, std::move(prepack), std::move(function), implementation),
            std::move(memory)};
}

/// The lowering of one op: each is defined in the file of its op's basename.
template <const OpSpec& spec>
Lowered lower(const LoweringContext& context, const Op& op);

/// The lowering of the op with this name, or null.
LowerFunction lowering(std::string_view op);

} // namespace netsmith::cpu
