#include "engine/interop/weights/onnx_weights.h"
#include "tests/fuzz/readable_weights.h"

#include <cstdint>

/// ONNX: any bytes give weights that can be read, or an error.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace netsmith::interop;
    auto model = parseOnnx(std::as_bytes(std::span(data, size)), "input");
    if (model)
        requireReadable(weightsOf(std::move(model).take()));
    return 0;
}
