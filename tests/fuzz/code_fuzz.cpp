#include "engine/core/error.h"
#include "engine/interop/code/code_import.h"

#include <cstdint>

/// Programs for Keras and PyTorch: any bytes give a project, or an error.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace netsmith;
    try {
        (void)interop::importCode({reinterpret_cast<const char*>(data), size}, {.inputShape = {1, 28, 28}});
    } catch (const Error&) {
    }
    return 0;
}
