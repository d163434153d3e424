#include "engine/core/error.h"
#include "engine/cuda/device/cudnn_library.h"
#include "engine/cuda/device/recurrence_plan.h"

#include <algorithm>
#include <array>
#include <limits>
#include <mutex>
#include <string_view>
#include <tuple>
#include <utility>

namespace netsmith::cuda {
namespace {

struct Algorithm {
    std::string_view name;
    cudnnRNNAlgo_t id;
};
/// The first supports every layer; the others keep the weights on the chip, if they fit.
constexpr std::array algorithms{Algorithm{"cudnn:rnn:standard", CUDNN_RNN_ALGO_STANDARD},
                                Algorithm{"cudnn:rnn:persist_static", CUDNN_RNN_ALGO_PERSIST_STATIC},
                                Algorithm{"cudnn:rnn:persist_static_small_h", CUDNN_RNN_ALGO_PERSIST_STATIC_SMALL_H}};

/// One of the library's legacy descriptors, destroyed with this.
template <class Handle>
class Owned {
public:
    using Make = cudnnStatus_t (*)(Handle*);
    using Destroy = cudnnStatus_t (*)(Handle);

    Owned(const CudnnLibrary& library, Make make, Destroy destroy)
        : m_destroy(destroy)
    {
        checkCudnn(library, make(&m_handle), "a descriptor");
    }
    ~Owned() { (void)m_destroy(m_handle); }
    Owned(const Owned&) = delete;
    Owned& operator=(const Owned&) = delete;
    Handle get() const { return m_handle; }

private:
    Handle m_handle = nullptr;
    Destroy m_destroy;
};

/// The library's number of each of our gates, i f c o and z r h: it has GRU's reset gate first.
std::size_t libraryGate(Cell cell, std::int64_t gate)
{
    constexpr std::array<std::size_t, 3> ofGru{1, 0, 2};
    return cell == Cell::gru ? ofGru[static_cast<std::size_t>(gate)] : static_cast<std::size_t>(gate);
}

} // namespace

struct RecurrencePlan::Content {
    const CudnnLibrary& library;
    RecurrenceSetting setting;
    std::string name;
    Owned<cudnnDropoutDescriptor_t> dropout;
    Owned<cudnnRNNDescriptor_t> layer;
    Owned<cudnnRNNDataDescriptor_t> x;
    Owned<cudnnRNNDataDescriptor_t> y;
    Owned<cudnnTensorDescriptor_t> state;
    RecurrenceWeights weights{};
    std::size_t weightBytes = 0;
    std::size_t workspace = 0;
    std::size_t reserve = 0;

    /// Throws if the library refuses it.
    Content(const CudnnLibrary& library, cudnnHandle_t handle, const RecurrenceSetting& setting, const Algorithm& algorithm)
        : library(library)
        , setting(setting)
        , name(algorithm.name)
        , dropout(library, library.createDropout, library.destroyDropout)
        , layer(library, library.createRnn, library.destroyRnn)
        , x(library, library.createRnnData, library.destroyRnnData)
        , y(library, library.createRnnData, library.destroyRnnData)
        , state(library, library.createTensor, library.destroyTensor)
    {
        describe(handle, algorithm.id);
        findWeights(handle);
        check(library.rnnTempSizes(handle, layer.get(), mode(), x.get(), &workspace, &reserve), "the sizes of a recurrent layer");
    }

    cudnnForwardMode_t mode() const { return setting.training ? CUDNN_FWD_MODE_TRAINING : CUDNN_FWD_MODE_INFERENCE; }
    cudnnTensorDescriptor_t cell() const { return setting.cell == Cell::lstm ? state.get() : nullptr; }
    void check(cudnnStatus_t status, const char* what) const { checkCudnn(library, status, what); }

    void describe(cudnnHandle_t handle, cudnnRNNAlgo_t algorithm)
    {
        const cudnnDataType_t type = cudnnType(setting.type);
        const bool isGru = setting.cell == Cell::gru;
        const cudnnMathType_t math = setting.type == DataType::f16  ? CUDNN_TENSOR_OP_MATH
            : setting.type == DataType::bf16 || setting.tensorFloat ? CUDNN_DEFAULT_MATH
                                                                    : CUDNN_FMA_MATH;
        check(library.setDropout(dropout.get(), handle, 0.0f, nullptr, 0, 0), "no dropout");
        check(library.setRnn(layer.get(), algorithm, isGru ? CUDNN_GRU : CUDNN_LSTM,
                             CUDNN_RNN_DOUBLE_BIAS, // its fast algorithms support no other
                             CUDNN_UNIDIRECTIONAL, CUDNN_LINEAR_INPUT, type, CUDNN_DATA_FLOAT, math,
                             static_cast<std::int32_t>(setting.inputs), static_cast<std::int32_t>(setting.units),
                             static_cast<std::int32_t>(setting.units), 1, dropout.get(), CUDNN_RNN_PADDED_IO_DISABLED),
              "a recurrent layer");
        const std::vector<int> lengths(static_cast<std::size_t>(setting.samples), static_cast<int>(setting.steps));
        const auto describeData = [&](cudnnRNNDataDescriptor_t data, std::int64_t width) {
            check(library.setRnnData(data, type, CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED, static_cast<int>(setting.steps),
                                     static_cast<int>(setting.samples), static_cast<int>(width), lengths.data(), nullptr),
                  "sequences");
        };
        describeData(x.get(), setting.inputs);
        describeData(y.get(), setting.units);
        const auto samples = static_cast<int>(setting.samples), units = static_cast<int>(setting.units);
        const std::array sizes{1, samples, units}, steps{samples * units, units, 1};
        check(library.setTensor(state.get(), type, 3, sizes.data(), steps.data()), "a state");
    }

    void findWeights(cudnnHandle_t handle)
    {
        check(library.rnnWeightSize(handle, layer.get(), &weightBytes), "the size of weights");
        weights.inputs = setting.inputs;
        weights.units = setting.units;
        weights.gates = gatesOf(setting.cell);
        weights.biases = !setting.bias ? 0 : setting.cell == Cell::gru ? 2 : 1;
        weights.elements = static_cast<std::int64_t>(weightBytes / sizeOf(setting.type));
        for (std::int64_t gate = 0; gate < weights.gates; ++gate) {
            const auto ours = static_cast<std::size_t>(gate);
            const auto theirs = libraryGate(setting.cell, gate);
            std::tie(weights.ofInput[ours], weights.inputBias[ours]) = placeOf(handle, theirs);
            std::tie(weights.ofState[ours], weights.stateBias[ours]) =
                placeOf(handle, theirs + static_cast<std::size_t>(weights.gates));
        }
    }

    /// For a kernel and its bias. The library only computes addresses and reads nothing there.
    std::pair<std::int64_t, std::int64_t> placeOf(cudnnHandle_t handle, std::size_t product)
    {
        const Owned<cudnnTensorDescriptor_t> kernel(library, library.createTensor, library.destroyTensor),
            bias(library, library.createTensor, library.destroyTensor);
        alignas(256) static std::byte base[256];
        void *ofKernel = nullptr, *ofBias = nullptr;
        check(library.rnnWeightParams(handle, layer.get(), 0, weightBytes, base, static_cast<std::int32_t>(product), kernel.get(),
                                      &ofKernel, bias.get(), &ofBias),
              "the place of weights");
        if (!ofKernel || !ofBias)
            check(CUDNN_STATUS_NOT_SUPPORTED, "the place of weights");
        const auto place = [&](const void* address) {
            const auto bytes = reinterpret_cast<std::intptr_t>(address) - reinterpret_cast<std::intptr_t>(base);
            return static_cast<std::int64_t>(bytes) / static_cast<std::int64_t>(sizeOf(setting.type));
        };
        return {place(ofKernel), place(ofBias)};
    }

    /// Calls `pass(handle)` with the stream set.
    template <class Pass>
    void run(Stream& stream, const char* what, const Pass& pass) const
    {
        CudnnHandle& shared = CudnnHandle::instance(library);
        const std::lock_guard lock(shared.mutex);
        check(library.setStream(shared.handle, static_cast<cudaStream_t>(stream.native())), "a stream");
        check(pass(shared.handle), what);
    }
};

RecurrencePlan::RecurrencePlan(std::unique_ptr<Content> content)
    : m_content(std::move(content))
{
}

RecurrencePlan::~RecurrencePlan() = default;
RecurrencePlan::RecurrencePlan(RecurrencePlan&&) noexcept = default;
RecurrencePlan& RecurrencePlan::operator=(RecurrencePlan&&) noexcept = default;

const std::string& RecurrencePlan::name() const
{
    return m_content->name;
}

const RecurrenceWeights& RecurrencePlan::weights() const
{
    return m_content->weights;
}

std::int64_t RecurrencePlan::workspace() const
{
    return static_cast<std::int64_t>(m_content->workspace);
}

std::int64_t RecurrencePlan::reserve() const
{
    return static_cast<std::int64_t>(m_content->reserve);
}

void RecurrencePlan::forward(Stream& stream, const RecurrenceTensors& at) const
{
    const Content& c = *m_content;
    c.run(stream, "a recurrent layer's forward pass", [&](cudnnHandle_t handle) {
        return c.library.rnnForward(handle, c.layer.get(), c.mode(), nullptr, c.x.get(), at.x, c.y.get(), at.y, c.state.get(),
                                    at.h0, nullptr, c.cell(), nullptr, nullptr, c.weightBytes, at.weights, c.workspace,
                                    at.workspace, c.reserve, at.reserve);
    });
}

void RecurrencePlan::backwardData(Stream& stream, const RecurrenceTensors& at) const
{
    const Content& c = *m_content;
    c.run(stream, "a recurrent layer's backward pass", [&](cudnnHandle_t handle) {
        return c.library.rnnBackwardData(handle, c.layer.get(), nullptr, c.y.get(), at.y, at.dy, c.x.get(), at.dx, c.state.get(),
                                         at.h0, nullptr, nullptr, c.cell(), nullptr, nullptr, nullptr, c.weightBytes, at.weights,
                                         c.workspace, at.workspace, c.reserve, at.reserve);
    });
}

/// The library accumulates into the output.
void RecurrencePlan::backwardWeights(Stream& stream, const RecurrenceTensors& at) const
{
    const Content& c = *m_content;
    stream.zero(at.weights, static_cast<std::int64_t>(c.weightBytes));
    c.run(stream, "a recurrent layer's weight gradients", [&](cudnnHandle_t handle) {
        return c.library.rnnBackwardWeights(handle, c.layer.get(), CUDNN_WGRAD_MODE_ADD, nullptr, c.x.get(), at.x, c.state.get(),
                                            at.h0, c.y.get(), at.y, c.weightBytes, at.weights, c.workspace, at.workspace, c.reserve,
                                            at.reserve);
    });
}

namespace {

std::optional<RecurrencePlan> planBy(const Algorithm& algorithm, const RecurrenceSetting& setting)
{
    const CudnnLibrary* const library = CudnnLibrary::instance();
    if (!library)
        return std::nullopt;
    const std::int64_t widest = std::max(setting.inputs, gatesOf(setting.cell) * setting.units);
    if (widest > std::numeric_limits<std::int32_t>::max() / (setting.samples * setting.steps))
        return std::nullopt; // it counts in 32 bits
    try {
        CudnnHandle& shared = CudnnHandle::instance(*library);
        const std::lock_guard lock(shared.mutex);
        return RecurrencePlan(std::make_unique<RecurrencePlan::Content>(*library, shared.handle, setting, algorithm));
    } catch (const Error& error) { // most algorithms take some layers alone, and we have our own without the library
        if (error.kind() == ErrorKind::deviceLost)
            throw;
        return std::nullopt;
    }
}

} // namespace

std::vector<RecurrencePlan> recurrencePlans(const RecurrenceSetting& setting)
{
    std::vector<RecurrencePlan> plans;
    for (const Algorithm& algorithm : algorithms)
        if (auto plan = planBy(algorithm, setting))
            plans.push_back(*std::move(plan));
    return plans;
}

std::optional<RecurrencePlan> recurrencePlanFrom(const RecurrenceSetting& setting, const std::string& name)
{
    const auto* const found = std::ranges::find(algorithms, name, &Algorithm::name);
    return found == algorithms.end() ? std::nullopt : planBy(*found, setting);
}

} // namespace netsmith::cuda
