#include "engine/interop/weights/tflite_weights.h"
#include "tests/fuzz/readable_weights.h"

#include <cstdint>

/// TensorFlow Lite: any bytes give weights that can be read, or an error.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace netsmith::interop;
    const auto file = parseTfliteWeights(std::as_bytes(std::span(data, size)), "input");
    if (file)
        requireReadable(*file);
    return 0;
}
