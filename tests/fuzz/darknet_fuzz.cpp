#include "engine/core/error.h"
#include "engine/interop/darknet/darknet_import.h"
#include "engine/interop/weights/darknet_weights.h"
#include "engine/layers/registry.h"
#include "tests/fuzz/readable_weights.h"

#include <algorithm>
#include <cstdint>

/// Darknet: a network's text, a zero byte and any bytes give weights that can be read and a network, or an error.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace netsmith;
    const std::string_view content(reinterpret_cast<const char*>(data), size);
    const std::string_view network = content.substr(0, content.find('\0'));
    const std::size_t begin = std::min(size, network.size() + 1);
    const auto file = interop::parseDarknetWeights(network, std::as_bytes(std::span(data, size)).subspan(begin), "input");
    if (!file)
        return 0;
    interop::requireReadable(*file);
    try {
        (void)interop::importDarknet(interop::readDarknetNetwork(network, "input.cfg"), *file, layers());
    } catch (const Error&) { // said in a sentence
    }
    return 0;
}
