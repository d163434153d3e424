#include "engine/core/error.h"
#include "engine/interop/onnx/import/onnx_import.h"
#include "engine/interop/weights/onnx_weights.h"
#include "engine/layers/registry.h"
#include "tests/fuzz/readable_weights.h"

#include <cstdint>

/// ONNX: any bytes give weights that can be read and a network, or an error.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace netsmith;
    auto model = interop::parseOnnx(std::as_bytes(std::span(data, size)), "input");
    if (!model)
        return 0;
    try {
        (void)interop::importOnnx(*model, layers());
    } catch (const Error&) { // said in a sentence
    }
    interop::requireReadable(interop::weightsOf(std::move(model).take()));
    return 0;
}
