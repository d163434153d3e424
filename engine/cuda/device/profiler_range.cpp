#include "engine/cuda/device/profiler_range.h"

#include <nvtx3/nvToolsExt.h>

namespace netsmith::cuda {
namespace {

/// Ours among those of the libraries.
nvtxDomainHandle_t domain()
{
    static const nvtxDomainHandle_t ours = nvtxDomainCreateA("Netsmith");
    return ours;
}

} // namespace

ProfilerRange::ProfilerRange(const std::string& name)
{
    nvtxEventAttributes_t event{};
    event.version = NVTX_VERSION;
    event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    event.messageType = NVTX_MESSAGE_TYPE_ASCII;
    event.message.ascii = name.c_str();
    nvtxDomainRangePushEx(domain(), &event);
}

ProfilerRange::~ProfilerRange()
{
    nvtxDomainRangePop(domain());
}

} // namespace netsmith::cuda
