#include "engine/core/error.h"
#include "engine/interop/tflite/tflite_import.h"
#include "engine/interop/weights/tflite_weights.h"
#include "engine/layers/registry.h"
#include "tests/fuzz/readable_weights.h"

#include <cstdint>

/// TensorFlow Lite: any bytes give weights that can be read and a network, or an error.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace netsmith;
    const auto bytes = std::as_bytes(std::span(data, size));
    const auto file = interop::parseTfliteWeights(bytes, "input");
    if (file)
        interop::requireReadable(*file);
    try {
        (void)interop::importTflite(interop::parseTflite(bytes, nullptr, "input"), layers());
    } catch (const Error&) { // said in a sentence
    }
    return 0;
}
