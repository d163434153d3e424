#include "engine/transforms/mixing.h"

#include "engine/ops/transform_call.h"

namespace netsmith::transform {
namespace {

struct Parameters {
    double alpha = 0.2;
    double probability = 1.0;
};

void lower(const Parameters& p, TransformCall& call, bool cut)
{
    const Shape& shape = call.emitter().shape(call.image());
    MixSettings settings;
    settings.cut = cut;
    settings.alpha = p.alpha;
    settings.probability = p.probability;
    settings.height = shape[1];
    settings.width = shape[2];
    settings.key = call.key;
    settings.seed = call.seed;
    call.setImage(call.emitter().emitOne(ops::mixImages, std::make_shared<MixAttributes>(settings), {call.image(), call.counters}));
    call.setMixed(settings);
}

} // namespace

TransformSpec mixingTransform(std::string id, std::string title, std::string doc, bool cut, double alpha)
{
    ParameterBuilder<Parameters> parameters(Parameters{.alpha = alpha});
    parameters
        .real("alpha", &Parameters::alpha, NS_TEXT("mixing", "Alpha"),
              NS_TEXT("mixing",
                      "How evenly two images are mixed: near 0 almost always one of them, 1 for any proportion equally likely."))
        .hard({0.0, MixSettings::mostAlpha, true, false})
        .usual(0.1, 1.0)
        .real("probability", &Parameters::probability, NS_TEXT("mixing", "Probability"),
              NS_TEXT("mixing", "The probability that an image is mixed with another one."))
        .range(0.0, 1.0)
        .usual(0.5, 1.0);
    TransformSpec spec = TransformBuilder<Parameters>(std::move(id), std::move(title), std::move(doc))
                             .parameters(parameters)
                             .lower([cut](const Parameters& p, TransformCall& call) { lower(p, call, cut); })
                             .build();
    spec.mixes = true;
    return spec;
}

} // namespace netsmith::transform
