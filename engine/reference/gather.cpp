#include "engine/ops/gather.h"

#include "engine/reference/call.h"

namespace netsmith::reference {
namespace {

double elementAt(const HostArray& array, std::int64_t index)
{
    double element = 0.0;
    if (withCppType(array.type, [&]<class T>(T) { element = static_cast<double>(static_cast<const T*>(array.bytes)[index]); }))
        return element;
    throw Error(ErrorKind::input, NS_MESSAGE("reference.data_type", "a data field of type {0} can't be read; offer it as f32"),
                nameOf(array.type));
}

} // namespace

template <>
void compute<ops::gather>(const Call& call)
{
    const auto& attributes = call.as<GatherAttributes>();
    const HostArray& field = *call.in(0).data;
    const HostArray& order = *call.in(1).data;
    const auto position = static_cast<std::int64_t>(call.in(2)[control::position]);
    if (position < 0 || attributes.batch > order.count || position > order.count - attributes.batch)
        throw Error(ErrorKind::failed,
                    NS_MESSAGE("reference.order", "a batch of {0} was asked for at place {1} of an order of {2:sample|samples}"),
                    attributes.batch, position, order.count);
    if (field.stride != attributes.stride)
        throw Error(ErrorKind::failed,
                    NS_MESSAGE("backend.stride", "{0} is bound to samples {1} elements apart, the plan expects {2}"),
                    call.in(0).info->name, field.stride, attributes.stride);
    const std::int64_t stride = attributes.stride > 0 ? attributes.stride : field.sampleElements;
    for (std::int64_t row = 0; row < attributes.batch; ++row) {
        const auto sample = static_cast<std::int64_t>(elementAt(order, position + row));
        if (sample < 0 || sample >= field.count)
            throw Error(
                ErrorKind::failed,
                NS_MESSAGE("reference.sample", "place {0} of the order names sample {1}, but \"{2}\" has {3:sample|samples}"),
                position + row, sample, call.in(0).info->name, field.count);
        for (std::int64_t i = 0; i < field.sampleElements; ++i) {
            const double value = elementAt(field, sample * stride + i);
            call.out(0)[row * field.sampleElements + i] =
                attributes.type == DataType::i32 ? value : (value - attributes.subtract) / attributes.divide;
        }
    }
}

} // namespace netsmith::reference
