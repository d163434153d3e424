#include "engine/predict/observed_network.h"

#include "engine/plan/checks/project_nodes.h"
#include "engine/predict/memory_check.h"
#include "engine/predict/size_text.h"

namespace netsmith {
namespace {

CompiledNetwork observe(Backend& backend, const DeviceInfo& device, NetworkRequest request, const CompiledNetwork& network)
{
    request.programs = {programs::predict};
    request.observe = {std::string(everyLayer)};
    request.compile.communicator = nullptr;
    request.compile.measures = false; // a training waits meanwhile
    // What a stateful layer keeps from batch to batch has the size of the batch.
    const bool keeps = statefulNode(request.project.flat().graph, *request.project.catalog().layers) != nullptr;
    const std::vector<std::int64_t> batches{keeps ? network.batch() : 1};
    const MemoryUse use = estimateMemory(backend, request, batches);
    const std::int64_t needed = use.activations + use.workspace;
    if (needed > device.memoryFree)
        throw Error(
            ErrorKind::resources,
            NS_MESSAGE("observe.memory",
                       "the outputs of all layers for one sample take {0}, but {1} has {2} free; use a smaller batch or network"),
            sizeText(needed), device.id, sizeText(device.memoryFree));
    return CompiledNetwork(backend, request, batches, network);
}

} // namespace

ObservedNetwork::ObservedNetwork(Backend& backend, const DeviceInfo& device, NetworkRequest request, const CompiledNetwork& network,
                                 std::span<const data::FieldSpec> fields)
    : m_checked(request.project)
    , m_network(observe(backend, device, request, network))
    , m_prediction(m_network, request.project.project(), fields)
{
}

} // namespace netsmith
