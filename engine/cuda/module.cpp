#include "engine/backend/loader.h"
#include "engine/cuda/backend.h"

#include <new>

namespace netsmith::cuda {
namespace {

Backend* create()
{
    return new (std::nothrow) CudaBackend;
}

} // namespace
} // namespace netsmith::cuda

extern "C" {
extern const netsmith::BackendModule netsmithBackend;
const netsmith::BackendModule netsmithBackend{NETSMITH_BUILD_ID, &netsmith::cuda::create};
}
