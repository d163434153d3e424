#include "engine/interop/weights/keras_weights.h"

#include <cstdlib>
#include <cstring>

namespace {

/// Every byte that is claimed must be readable, which the sanitizer checks, and match the shape.
void check(const netsmith::Expected<netsmith::interop::WeightFile>& weights)
{
    using namespace netsmith;
    if (!weights)
        return;
    for (const interop::WeightTensor& tensor : weights->tensors) {
        if (tensor.bytes.size() != static_cast<std::size_t>(tensor.shape.elements()) * sizeOf(tensor.type))
            std::abort();
        const volatile std::byte* bytes = tensor.bytes.data();
        for (std::size_t i = 0; i < tensor.bytes.size(); ++i)
            static_cast<void>(bytes[i]);
    }
}

} // namespace

/// Keras's HDF5 files and archives: any bytes give weights or an error.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    using namespace netsmith;
    const std::shared_ptr<std::byte[]> copy(new std::byte[size]);
    if (size > 0)
        std::memcpy(copy.get(), bytes, size);
    const MappedFile file{copy, size};
    check(interop::isHdf5(file.all()) ? interop::readKerasH5(file, "input") : interop::readKerasArchive(file, "input"));
    static_cast<void>(interop::kerasConfig(file, "input").hasValue());
    return 0;
}
