#include "engine/cpu/onednn.h"

#include "engine/backend/communicator.h"
#include "engine/core/error.h"
#include "engine/cpu/kernels/activation.h"
#include "engine/cpu/kernels/isa.h"

#ifdef _OPENMP
#include <omp.h>
#endif
#include <algorithm>
#include <optional>

namespace netsmith::cpu {

static_assert(dnnl_success == 0);

void expectSuccess(dnnl_status_t status, FirstFailure& failure) noexcept
{
    if (status != dnnl_success)
        noteFailure(status, failure);
}

void noteFailure(int failed, FirstFailure& failure) noexcept
{
    int none = dnnl_success;
    failure.compare_exchange_strong(none, failed, std::memory_order_relaxed);
}

Error takeFailure(FirstFailure& failure)
{
    const int status = failure.exchange(dnnl_success, std::memory_order_relaxed);
    if (status == dnnl_out_of_memory)
        return Error(ErrorKind::resources,
                     NS_MESSAGE("cpu.onednn_memory", "oneDNN ran out of memory; choose a smaller batch or close other programs"));
    if (status == rankLeft)
        return rankHasLeft();
    return Error(ErrorKind::failed, NS_MESSAGE("cpu.onednn", "oneDNN failed with status {0}; the step was not taken"), status);
}

const dnnl::engine& onednnEngine()
{
    static const dnnl::engine engine = [] {
        // One cap for all kernels, own or not, so that tests of the lesser instruction sets test oneDNN's too.
        if (kernels::isa() == kernels::Isa::baseline)
            dnnl::set_max_cpu_isa(dnnl::cpu_isa::sse41);
        else if (kernels::isa() == kernels::Isa::avx2)
            dnnl::set_max_cpu_isa(dnnl::cpu_isa::avx2);
        return dnnl::engine(dnnl::engine::kind::cpu, 0);
    }();
    return engine;
}

const dnnl::stream& onednnStream()
{
    static const dnnl::stream stream(onednnEngine());
    return stream;
}

void useThreads([[maybe_unused]] int count)
{
#ifdef _OPENMP
    omp_set_num_threads(count);
#endif
}

dnnl::memory::data_type onednnType(DataType type)
{
    switch (type) {
    case DataType::f32: return dnnl::memory::data_type::f32;
    case DataType::bf16: return dnnl::memory::data_type::bf16;
    case DataType::i32: return dnnl::memory::data_type::s32;
    case DataType::u8: return dnnl::memory::data_type::u8;
    default: break;
    }
    throw Error(ErrorKind::input, NS_MESSAGE("cpu.type", "oneDNN has no {0} here"), nameOf(type));
}

dnnl::memory::desc plainDesc(const Shape& shape, DataType type)
{
    dnnl::memory::dims dims(shape.sizes().begin(), shape.sizes().end());
    dnnl::memory::dims strides(dims.size(), 1);
    for (std::size_t i = dims.size() - 1; i-- > 0;)
        strides[i] = strides[i + 1] * dims[i + 1];
    return {dims, onednnType(type), strides};
}

dnnl::memory::desc channelsLastDesc(const Shape& shape, DataType type)
{
    std::int64_t step = shape.elements() / shape[0];
    dnnl::memory::dims dims{shape[0], shape[-1]};
    dnnl::memory::dims strides{step, 1};
    for (int axis = 1; axis < shape.rank() - 1; ++axis) {
        dims.push_back(shape[axis]);
        strides.push_back(step /= shape[axis]);
    }
    return {dims, onednnType(type), strides};
}

namespace {

/// scale · algorithm(x, alpha)
struct OneDnnFunction {
    dnnl::algorithm algorithm;
    float alpha = 0.0f;
    float scale = 1.0f;
};

/// The activations that oneDNN's primitives can fuse: exact enough, and NaN is preserved, which its clipping does not do (nor its
/// relu, the only one whose speed is worth that).
std::optional<OneDnnFunction> onednnFunction(Activation activation)
{
    switch (activation) {
    case Activation::elu: return OneDnnFunction{dnnl::algorithm::eltwise_elu, 1.0f};
    case Activation::gelu: return OneDnnFunction{dnnl::algorithm::eltwise_gelu_erf};
    case Activation::geluTanh: return OneDnnFunction{dnnl::algorithm::eltwise_gelu_tanh};
    case Activation::leakyRelu:
        return OneDnnFunction{dnnl::algorithm::eltwise_relu, static_cast<float>(defaultAlpha(Activation::leakyRelu))};
    case Activation::relu: return OneDnnFunction{dnnl::algorithm::eltwise_relu};
    case Activation::selu:
        return OneDnnFunction{dnnl::algorithm::eltwise_elu, static_cast<float>(seluAlpha), static_cast<float>(seluScale)};
    case Activation::sigmoid: return OneDnnFunction{dnnl::algorithm::eltwise_logistic};
    case Activation::silu: return OneDnnFunction{dnnl::algorithm::eltwise_swish, 1.0f};
    case Activation::tanh: return OneDnnFunction{dnnl::algorithm::eltwise_tanh};
    default: return std::nullopt;
    }
}

} // namespace

OneDnnChain::Place OneDnnChain::workspace(const dnnl::memory::desc& desc)
{
    const Place place{Place::Kind::workspace, m_workspace};
    m_workspace += (static_cast<std::int64_t>(desc.get_size()) + 63) / 64 * 64;
    return place;
}

void OneDnnChain::add(const dnnl::primitive& primitive, const std::vector<Argument>& arguments,
                      const dnnl::memory::desc& scratchpad)
{
    m_stages.push_back(stageOf(primitive, arguments, scratchpad));
}

OneDnnChain::Stage OneDnnChain::stageOf(const dnnl::primitive& primitive, const std::vector<Argument>& arguments,
                                        const dnnl::memory::desc& scratchpad)
{
    Stage stage{primitive, {}};
    const auto append = [&](int name, const dnnl::memory::desc& desc, Place place) {
        m_memories.push_back({dnnl::memory(desc, onednnEngine(), nullptr), place});
        stage.arguments.push_back({name, m_memories.back().memory.get()});
    };
    for (const Argument& argument : arguments)
        append(argument.name, argument.desc, argument.place);
    if (scratchpad.get_size() > 0)
        append(DNNL_ARG_SCRATCHPAD, scratchpad, workspace(scratchpad));
    return stage;
}

OneDnnChain::Place OneDnnChain::reordered(const dnnl::memory::desc& have, Place from, const dnnl::memory::desc& wanted)
{
    if (have == wanted)
        return from;
    const Place to = workspace(wanted);
    deliver(have, from, wanted, to);
    return to;
}

OneDnnChain::Place OneDnnChain::prepacked(const dnnl::memory::desc& have, int input, const dnnl::memory::desc& wanted)
{
    if (have == wanted)
        return OneDnnChain::input(input);
    const Place to{Place::Kind::packed, m_packedBytes};
    m_packedBytes += (static_cast<std::int64_t>(wanted.get_size()) + 63) / 64 * 64;
    m_prepacking.push_back(reorder(have, OneDnnChain::input(input), wanted, to));
    m_prepacked.push_back(input);
    return to;
}

bool OneDnnChain::prepacks(std::size_t input) const
{
    return std::ranges::find(m_prepacked, static_cast<int>(input)) != m_prepacked.end();
}

OneDnnChain::Place OneDnnChain::resultPlace(const dnnl::memory::desc& have, const dnnl::memory::desc& wanted, Place to)
{
    return have == wanted ? to : workspace(have);
}

void OneDnnChain::deliver(const dnnl::memory::desc& have, Place from, const dnnl::memory::desc& wanted, Place to)
{
    if (have != wanted)
        m_stages.push_back(reorder(have, from, wanted, to));
}

OneDnnChain::Stage OneDnnChain::reorder(const dnnl::memory::desc& have, Place from, const dnnl::memory::desc& wanted, Place to)
{
    const dnnl::reorder::primitive_desc description(onednnEngine(), have, onednnEngine(), wanted, onednnAttributes());
    return stageOf(dnnl::reorder(description), {{DNNL_ARG_FROM, have, from}, {DNNL_ARG_TO, wanted, to}},
                   description.scratchpad_desc());
}

void OneDnnChain::bind(const Addresses& addresses)
{
    m_failure = addresses.failure;
    if (m_packed.size() < m_packedBytes)
        m_packed = AlignedBytes(m_packedBytes);
    for (Bound& bound : m_memories) {
        void* address = nullptr;
        switch (bound.place.kind) {
        case Place::Kind::input: address = addresses.inputs[static_cast<std::size_t>(bound.place.at)]; break;
        case Place::Kind::output: address = addresses.outputs[static_cast<std::size_t>(bound.place.at)]; break;
        case Place::Kind::workspace: address = static_cast<std::byte*>(addresses.workspace) + bound.place.at; break;
        case Place::Kind::packed: address = m_packed.data() + bound.place.at; break;
        }
        bound.memory.set_data_handle(address);
    }
    if (m_left == Activation::none)
        return;
    m_activate = [kind = m_left, count = m_results, type = m_resultType, y = addresses.outputs[0]] {
        if (type == DataType::f32)
            kernels::activate(kind, static_cast<float*>(y), count);
        else
            kernels::activate(kind, static_cast<BFloat16*>(y), count);
    };
}

void OneDnnChain::finishWith(Activation activation, std::int64_t results, DataType type)
{
    m_left = onednnFunction(activation) ? Activation::none : activation;
    m_results = results;
    m_resultType = type;
}

void OneDnnChain::prepack()
{
    execute(m_prepacking);
}

void OneDnnChain::run() noexcept
{
    execute(m_stages);
    if (m_activate)
        m_activate();
}

void OneDnnChain::execute(const std::vector<Stage>& stages) noexcept
{
    // The C call takes the arguments directly; the C++ one copies a map each time. Both were valid when the primitive was made.
    for (const Stage& stage : stages)
        expectSuccess(dnnl_primitive_execute(stage.primitive.get(), onednnStream().get(), static_cast<int>(stage.arguments.size()),
                                             stage.arguments.data()),
                      *m_failure);
}

dnnl::primitive_attr onednnAttributes(Activation activation)
{
    dnnl::primitive_attr attributes;
    attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    if (const auto function = onednnFunction(activation)) {
        dnnl::post_ops postOps;
        postOps.append_eltwise(function->scale, function->algorithm, function->alpha, 0.0f);
        attributes.set_post_ops(postOps);
    }
    return attributes;
}

Lowered lowerTo(std::unique_ptr<OneDnnChain> chain, std::vector<std::pair<int, int>> inPlace)
{
    OpMemory memory{chain->workspaceBytes(), std::move(inPlace)};
    return {std::move(chain), std::move(memory)};
}

} // namespace netsmith::cpu
