#pragma once

#include "engine/ops/transform_call.h"
#include "engine/ops/warp_boxes.h"
#include "engine/plan/build_plan.h"

namespace netsmith {

/// The shape of a field's samples after the project's transforms, which only change images (H,W,C). Throws what does not fit, and
/// `transform.unknown`.
Shape transformedShape(const Project& project, const Catalog& catalog, const Shape& shape);

/// Where the output of a chain of transforms is used.
enum class Viewer { network, person };

/// The chain of transforms between a batch of gathered images and the network.
class ImageChain {
public:
    ImageChain(const Project& project, const Catalog& catalog, std::uint64_t seed, Viewer viewer = Viewer::network)
        : m_data(project.data)
        , m_catalog(catalog)
        , m_seed(seed)
        , m_viewer(viewer)
    {
    }

    /// Emits the chain after `image`, a field's batch; `counters` are null outside training.
    TensorId emit(Emitter& emitter, TensorId image, DataType stored, TensorId counters);

    /// Boxes on the images that last went through the chain, moved in the same way.
    BoxBatch moved(Emitter& emitter, BoxBatch boxes) const;

    /// How the training samples were mixed, in the chain's order.
    const std::vector<MixSettings>& mixed() const { return m_mixed; }

private:
    const DataSettings& m_data;
    const Catalog& m_catalog;
    std::uint64_t m_seed;
    Viewer m_viewer;
    std::vector<MixSettings> m_mixed;
    std::vector<Op> m_warps; ///< in the chain's order
};

} // namespace netsmith
