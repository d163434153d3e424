#include "engine/transforms/recoloring.h"
#include "engine/transforms/transforms.h"

namespace netsmith::transform {
namespace {

struct Parameters { };

void lower(const Parameters&, TransformCall& call)
{
    RecolorAttributes attributes;
    attributes.black = call.range.black;
    attributes.white = call.range.white;
    attributes.toGrey = true;
    attributes.seed = call.seed;
    call.setImage(emitRecolor(call.emitter(), call.image(), call.counters, std::move(attributes)));
}

} // namespace

TransformSpec grayscale()
{
    return TransformBuilder<Parameters>("grayscale", NS_TEXT("grayscale", "Grayscale"),
                                        NS_TEXT("grayscale", "Converts three channels to one gray channel."))
        .prepares()
        .shape([](const Parameters&, const Shape& image) {
            const Shape colors = colorShape(image, true);
            return Shape{colors[0], colors[1], 1};
        })
        .lower(lower)
        .build();
}

} // namespace netsmith::transform
