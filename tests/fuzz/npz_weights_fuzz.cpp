#include "tests/fuzz/weights_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    netsmith::interop::fuzzWeights(data, size, netsmith::interop::recognisesNpz, netsmith::interop::readNpzWeights);
    return 0;
}
