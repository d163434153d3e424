#pragma once

#include "engine/core/error.h"
#include "engine/cpu/kernel.h"
#include "engine/ops/activation.h"

#include <dnnl.hpp>
#include <functional>
#include <vector>

namespace netsmith::cpu {

/// The one oneDNN engine and stream of the process; the stream runs on the caller's thread and OpenMP's.
const dnnl::engine& onednnEngine();
const dnnl::stream& onednnStream();

/// Records the status of a call of oneDNN's C interface, if it is the first failure: what follows computes with numbers that were
/// never written.
void expectSuccess(dnnl_status_t status, FirstFailure& failure) noexcept;
/// The same of what is no call of oneDNN: another rank has left the training.
inline constexpr int rankLeft = -1;
void noteFailure(int failed, FirstFailure& failure) noexcept;
/// Returns the failure, and resets it.
Error takeFailure(FirstFailure& failure);

/// Makes the primitives that this thread creates and runs use this many threads. OpenMP, which oneDNN asks, keeps the
/// number for each thread that calls it; a primitive is run by as many as it was made for.
void useThreads(int count);

dnnl::memory::data_type onednnType(DataType type);
/// A plain, row-major description of a tensor.
dnnl::memory::desc plainDesc(const Shape& shape, DataType type);
/// An N,H,W,C tensor, or one of any other number of axes, under oneDNN's names N,C,H,W.
dnnl::memory::desc channelsLastDesc(const Shape& shape, DataType type);

/// oneDNN primitives run one after the other, created once: a convolution after the reorder of its weights. Memory is the op's
/// inputs and outputs, or comes out of the op's workspace.
class OneDnnChain final : public Kernel {
public:
    /// Where the bytes of a memory object come from.
    struct Place {
        enum class Kind { input, output, workspace, packed } kind;
        std::int64_t at; ///< position of the input or output; offset in the workspace or the prepacked bytes
    };
    static Place input(int position) { return {Place::Kind::input, position}; }
    static Place output(int position) { return {Place::Kind::output, position}; }
    /// Takes room in the workspace.
    Place workspace(const dnnl::memory::desc& desc);

    struct Argument {
        int name; ///< DNNL_ARG_…
        dnnl::memory::desc desc;
        Place place;
    };
    /// Appends a primitive; a scratchpad argument is added where it wants one. The first is named by `implementation` unless told.
    void add(const dnnl::primitive& primitive, const std::vector<Argument>& arguments, const dnnl::memory::desc& scratchpad = {});
    /// Brings `from` into `wanted`'s format in the workspace, if it is not in it already; returns where it is then.
    Place reordered(const dnnl::memory::desc& have, Place from, const dnnl::memory::desc& wanted);
    /// The same in bytes of its own, for an input that depends on weights alone.
    Place prepacked(const dnnl::memory::desc& have, int input, const dnnl::memory::desc& wanted);
    /// Where a primitive is to leave its result in the format `have`: at `to`, if that is the format wanted there, else in the
    /// workspace, from which `deliver` then brings it.
    Place resultPlace(const dnnl::memory::desc& have, const dnnl::memory::desc& wanted, Place to);
    void deliver(const dnnl::memory::desc& have, Place from, const dnnl::memory::desc& wanted, Place to);

    /// Applies the activation to the finished first output unless `onednnAttributes` has the primitives do it.
    void finishWith(Activation activation, std::int64_t results, DataType type);

    void setImplementation(std::string name) { m_implementation = std::move(name); }
    std::int64_t workspaceBytes() const { return m_workspace; }

    void bind(const Addresses& addresses) override;
    void prepack() override;
    bool prepacks(std::size_t input) const override;
    void run() noexcept override;
    std::string implementation() const override { return m_implementation; }
    std::int64_t ownedBytes() const override { return m_packedBytes; }

private:
    struct Stage {
        dnnl::primitive primitive;
        std::vector<dnnl_exec_arg_t> arguments;
    };
    struct Bound {
        dnnl::memory memory;
        Place place;
    };

    Stage stageOf(const dnnl::primitive& primitive, const std::vector<Argument>& arguments, const dnnl::memory::desc& scratchpad);
    Stage reorder(const dnnl::memory::desc& have, Place from, const dnnl::memory::desc& wanted, Place to);
    void execute(const std::vector<Stage>& stages) noexcept;

    std::vector<Stage> m_stages;
    std::vector<Stage> m_prepacking; ///< run only if the weights have changed
    std::vector<int> m_prepacked; ///< inputs
    std::int64_t m_packedBytes = 0;
    AlignedBytes m_packed;
    FirstFailure* m_failure = nullptr;
    std::vector<Bound> m_memories;
    std::int64_t m_workspace = 0;
    std::string m_implementation;
    Activation m_left = Activation::none;
    std::int64_t m_results = 0;
    DataType m_resultType = DataType::f32;
    std::function<void()> m_activate; ///< with the addresses bound
};

/// Attributes that every primitive of ours has: scratchpads come from the arena. An activation that oneDNN has is applied to the
/// result; `finishWith` does the others.
dnnl::primitive_attr onednnAttributes(Activation activation = Activation::none);

/// A finished chain as a lowered op.
Lowered lowerTo(std::unique_ptr<OneDnnChain> chain, std::vector<std::pair<int, int>> inPlace = {});

} // namespace netsmith::cpu
