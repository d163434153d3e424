#include "engine/cuda/device/cudnn_convolution.h"

#include "engine/core/error.h"
#include "engine/cuda/device/cudnn_graph.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <mutex>
#include <set>

namespace netsmith::cuda {
namespace {

constexpr std::int64_t mostWorkspace = std::int64_t{256} << 20; // bytes
constexpr std::size_t mostNotes = 32;

/// Whether an engine meets the shape's requirements: deterministic and of the expected precision.
bool isFit(const ConvolutionShape& shape, const CudnnLibrary& library, const CudnnDescriptor& choice)
{
    CudnnDescriptor engine(library, CUDNN_BACKEND_ENGINE_DESCRIPTOR);
    cudnnBackendDescriptor_t handle = engine.handle();
    std::int64_t count = 0;
    checkCudnn(
        library,
        library.getAttribute(choice.handle(), CUDNN_ATTR_ENGINECFG_ENGINE, CUDNN_TYPE_BACKEND_DESCRIPTOR, 1, &count, &handle),
        "to describe an engine");
    const auto notes =
        engine.get<cudnnBackendNumericalNote_t>(CUDNN_ATTR_ENGINE_NUMERICAL_NOTE, CUDNN_TYPE_NUMERICAL_NOTE, mostNotes);
    return std::ranges::none_of(notes, [&](cudnnBackendNumericalNote_t note) {
        switch (note) {
        case CUDNN_NUMERICAL_NOTE_NONDETERMINISTIC: return !shape.anyOrder;
        case CUDNN_NUMERICAL_NOTE_DOWN_CONVERT_INPUTS:
        case CUDNN_NUMERICAL_NOTE_REDUCED_PRECISION_REDUCTION: return true;
        case CUDNN_NUMERICAL_NOTE_TENSOR_CORE: // f32 on these is TF32
        case CUDNN_NUMERICAL_NOTE_FFT:
        case CUDNN_NUMERICAL_NOTE_WINOGRAD_TILE_6x6:
        case CUDNN_NUMERICAL_NOTE_WINOGRAD_TILE_13x13: return shape.type == DataType::f32 && !shape.tensorFloat;
        default: return false;
        }
    });
}

/// The library's choices for a graph, best first.
std::vector<CudnnDescriptor> choices(const CudnnTarget& target, const CudnnDescriptor& graph, cudnnBackendHeurMode_t mode)
{
    const CudnnLibrary& library = target.library();
    CudnnDescriptor heuristics(library, CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR);
    heuristics.set(CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, graph).set(CUDNN_ATTR_ENGINEHEUR_MODE, CUDNN_TYPE_HEUR_MODE, mode);
    target.describe(heuristics, std::nullopt, CUDNN_ATTR_ENGINEHEUR_DEVICEPROP);
    if (!heuristics.tryFinalize())
        return {};
    std::int64_t count = 0;
    const auto ask = [&](std::int64_t most, cudnnBackendDescriptor_t* into) {
        checkCudnn(library,
                   library.getAttribute(heuristics.handle(), CUDNN_ATTR_ENGINEHEUR_RESULTS, CUDNN_TYPE_BACKEND_DESCRIPTOR, most,
                                        &count, into),
                   "to choose an engine");
    };
    ask(0, nullptr);
    std::vector<CudnnDescriptor> found;
    std::vector<cudnnBackendDescriptor_t> handles;
    for (std::int64_t i = 0; i < count; ++i)
        handles.push_back(found.emplace_back(library, CUDNN_BACKEND_ENGINECFG_DESCRIPTOR).handle());
    if (count > 0)
        ask(count, handles.data());
    found.erase(found.begin() + std::min(count, static_cast<std::int64_t>(found.size())), found.end());
    return found;
}

/// "cudnn:67:0.0.0.8.1", from a plan's text.
std::string nameOf(const std::string& text)
{
    const auto plan = nlohmann::json::parse(text, nullptr, false);
    const auto engine = plan.is_object() ? plan.value("engine", nlohmann::json()) : nlohmann::json();
    if (!engine.is_object())
        return "cudnn";
    std::string name = "cudnn:" + std::to_string(engine.value("engineId", -1));
    char mark = ':';
    const auto knobs = engine.value("knobChoices", nlohmann::json::object());
    for (const auto& [knob, value] : knobs.items()) {
        name += mark + value.dump();
        mark = '.';
    }
    return name;
}

} // namespace

CudnnTarget::CudnnTarget(const CudnnLibrary& library, const std::string& properties)
    : m_library(&library)
    , m_properties(std::in_place, library, CUDNN_BACKEND_DEVICEPROP_DESCRIPTOR)
{
    m_properties->setText(CUDNN_ATTR_DEVICEPROP_JSON_REPRESENTATION, properties + '\0');
    checkCudnn(library, library.finalize(m_properties->handle()), "a GPU's properties");
}

void CudnnTarget::describe(CudnnDescriptor& descriptor, std::optional<cudnnBackendAttributeName_t> handleName,
                           std::optional<cudnnBackendAttributeName_t> propertiesName) const
{
    if (m_handle && handleName)
        descriptor.set(*handleName, CUDNN_TYPE_HANDLE, m_handle);
    if (m_properties && propertiesName)
        descriptor.set(*propertiesName, *m_properties);
}

struct ConvolutionPlan::Content {
    const CudnnLibrary& library;
    CudnnDescriptor plan;
    std::string text{};
    std::string name{};
    std::int64_t workspace = 0;

    Content(const CudnnTarget& target)
        : library(target.library())
        , plan(library, CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR)
    {
        target.describe(plan, CUDNN_ATTR_EXECUTION_PLAN_HANDLE, CUDNN_ATTR_EXECUTION_PLAN_DEVICEPROP);
    }
    /// False if the library can't run it on the target, or only with too much memory.
    bool prepare()
    {
        if (!plan.tryFinalize())
            return false;
        workspace = plan.get(CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE);
        const auto told = plan.getAll<char>(CUDNN_ATTR_EXECUTION_PLAN_JSON_REPRESENTATION, CUDNN_TYPE_CHAR);
        text.assign(told.begin(), std::ranges::find(told, '\0'));
        name = nameOf(text);
        return workspace <= mostWorkspace;
    }
};

std::vector<ConvolutionPlan> cudnnPlans(const CudnnTarget& target, const ConvolutionShape& shape, std::size_t most)
{
    std::optional<CudnnGraph> graph;
    try {
        graph.emplace(target.library(), shape);
    } catch (const Error&) { // it rejects some shapes at once, and some when asked for an engine
        return {};
    }
    target.describe(graph->descriptor(), CUDNN_ATTR_OPERATIONGRAPH_HANDLE, std::nullopt);
    std::vector<ConvolutionPlan> plans;
    if (!graph->descriptor().tryFinalize())
        return plans;
    std::set<std::string> names;
    for (const cudnnBackendHeurMode_t mode : {CUDNN_HEUR_MODE_A, CUDNN_HEUR_MODE_FALLBACK})
        for (const CudnnDescriptor& choice : choices(target, graph->descriptor(), mode)) {
            if (plans.size() == most)
                return plans;
            try {
                if (!isFit(shape, target.library(), choice))
                    continue;
                auto content = std::make_unique<ConvolutionPlan::Content>(target);
                content->plan.set(CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, choice);
                if (content->prepare() && names.insert(content->name).second)
                    plans.emplace_back(std::move(content));
            } catch (const Error&) { // if one can't be queried, the others are still used
            }
        }
    return plans;
}

std::optional<ConvolutionPlan> cudnnPlanFrom(const CudnnTarget& target, const std::string& text)
{
    auto content = std::make_unique<ConvolutionPlan::Content>(target);
    const CudnnLibrary& library = target.library();
    if (library.setAttribute(content->plan.handle(), CUDNN_ATTR_EXECUTION_PLAN_JSON_REPRESENTATION, CUDNN_TYPE_CHAR,
                             static_cast<std::int64_t>(text.size()), text.data())
            != CUDNN_STATUS_SUCCESS
        || !content->prepare())
        return std::nullopt;
    return ConvolutionPlan(std::move(content));
}

ConvolutionPlan::ConvolutionPlan(std::unique_ptr<Content> content)
    : m_content(std::move(content))
{
}

ConvolutionPlan::~ConvolutionPlan() = default;
ConvolutionPlan::ConvolutionPlan(ConvolutionPlan&&) noexcept = default;
ConvolutionPlan& ConvolutionPlan::operator=(ConvolutionPlan&&) noexcept = default;

std::int64_t ConvolutionPlan::workspace() const
{
    return m_content->workspace;
}

std::string ConvolutionPlan::implementation() const
{
    return m_content->name;
}

const std::string& ConvolutionPlan::text() const
{
    return m_content->text;
}

void ConvolutionPlan::enqueue(Stream& stream, const ConvolutionTensors& tensors, void* workspace) const
{
    const CudnnLibrary& library = m_content->library;
    const std::array<std::int64_t, 4> ids{tensor_ids::x, tensor_ids::w, tensor_ids::y, tensor_ids::bias};
    const std::array<const void*, 4> addresses{tensors.x, tensors.w, tensors.y, tensors.bias};
    const std::size_t count = tensors.bias ? 4 : 3;
    CudnnDescriptor pack(library, CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR);
    pack.setMany(CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, CUDNN_TYPE_INT64, count, ids.data())
        .setMany(CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS, CUDNN_TYPE_VOID_PTR, count, addresses.data())
        .set(CUDNN_ATTR_VARIANT_PACK_WORKSPACE, CUDNN_TYPE_VOID_PTR, workspace);
    checkCudnn(library, library.finalize(pack.handle()), "a convolution's tensors");
    CudnnHandle& shared = CudnnHandle::instance(library);
    const std::lock_guard lock(shared.mutex);
    checkCudnn(library, library.setStream(shared.handle, static_cast<cudaStream_t>(stream.native())), "a stream");
    checkCudnn(library, library.execute(shared.handle, m_content->plan.handle(), pack.handle()), "to convolve");
}

} // namespace netsmith::cuda
