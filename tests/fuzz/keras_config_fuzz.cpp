#include "engine/core/error.h"
#include "engine/interop/keras/keras_import.h"

#include <cstdint>
#include <memory>

/// The JSON of a Keras model: any text gives a network or an error.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace netsmith;
    const auto reading = std::make_unique<interop::code::Reading>();
    try {
        (void)interop::importKerasConfig({.model = std::string(reinterpret_cast<const char*>(data), size)}, {}, *reading);
    } catch (const Error&) { // said in a sentence
    }
    return 0;
}
