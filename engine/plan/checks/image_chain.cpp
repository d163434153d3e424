#include "engine/plan/checks/image_chain.h"

#include "engine/core/philox.h"
#include "engine/graph/checks/component.h"
#include "engine/graph/project/settings.h"

namespace netsmith {
namespace {

bool isImage(const Shape& sample)
{
    return sample.rank() == 3;
}

const TransformSpec& specOf(const Catalog& catalog, const Component& transform)
{
    const TransformSpec* spec = catalog.transforms->find(transform.id);
    if (!spec)
        throw Error(ErrorKind::input, unknownComponent(ComponentKind::transform, transform.id, specsIn(*catalog.transforms)));
    return *spec;
}

/// Bytes range from 0 to 255, other numbers from 0 to 1, before they are normalised.
TransformCall::Range rangeOf(const DataSettings& data, DataType stored, const Shape& sample)
{
    const double white = stored == DataType::u8 ? 255.0 : 1.0;
    const InputScale scale = inputScale(data, stored, sample, 0);
    return {(0.0 - scale.subtract) / scale.divide, (white - scale.subtract) / scale.divide};
}

} // namespace

Shape transformedShape(const Project& project, const Catalog& catalog, const Shape& shape)
{
    Shape out = shape;
    if (isImage(shape))
        for (const Component& transform : project.data.transforms)
            out = specOf(catalog, transform).shape(transform.parameters, out);
    return out;
}

TensorId ImageChain::emit(Emitter& emitter, TensorId image, DataType stored, TensorId counters)
{
    if (!isImage(emitter.shape(image).withoutBatch()))
        return image;
    const bool training = counters != noTensor;
    TransformCall::Range range = rangeOf(m_data, stored, emitter.shape(image).withoutBatch());
    m_mixed.clear();
    const TensorId given = image;
    for (std::size_t i = 0; i < m_data.transforms.size(); ++i) {
        const Component& transform = m_data.transforms[i];
        const TransformSpec& spec = specOf(m_catalog, transform);
        if ((spec.augments && !training) || (spec.numbersAlone && m_viewer == Viewer::person))
            continue;
        const std::uint32_t key = nameHash("data.transforms/" + std::to_string(i) + "/" + transform.id);
        TransformCall call(emitter, image, counters, m_seed, key, training, range);
        spec.lower(transform.parameters, call);
        image = call.image();
        range = call.rangeBehind();
        if (call.mixed())
            m_mixed.push_back(*call.mixed());
    }
    // Consecutive warps are already merged.
    m_warps.clear();
    for (TensorId at = image; at != given; at = emitter.producer(at)->inputs[0])
        if (const Op& op = *emitter.producer(at); op.spec == &ops::warp)
            m_warps.insert(m_warps.begin(), op);
    return image;
}

BoxBatch ImageChain::moved(Emitter& emitter, BoxBatch boxes) const
{
    for (const Op& warp : m_warps)
        boxes = emitWarpBoxes(emitter, boxes, warp);
    return boxes;
}

} // namespace netsmith
