#include "engine/graph/specs/layer_spec.h"

namespace netsmith {

std::string_view nameOf(Category category)
{
    switch (category) {
    case Category::input: return "input";
    case Category::shape: return "shape";
    case Category::convolution: return "convolution";
    case Category::pooling: return "pooling";
    case Category::dense: return "dense";
    case Category::recurrent: return "recurrent";
    case Category::normalisation: return "normalisation";
    case Category::regularisation: return "regularisation";
    case Category::activation: return "activation";
    case Category::merge: return "merge";
    }
    return "?";
}

LayerSpec::LayerSpec() = default;
LayerSpec::LayerSpec(const LayerSpec& other) = default;
LayerSpec::LayerSpec(LayerSpec&& other) noexcept = default;
LayerSpec& LayerSpec::operator=(const LayerSpec& other) = default;
LayerSpec& LayerSpec::operator=(LayerSpec&& other) noexcept = default;
LayerSpec::~LayerSpec() = default;

LayerSpec withWeightOptions(LayerSpec spec)
{
    std::vector<ParameterSpec> parameters = weightParameters(spec.weights);
    if (spec.parameter("use_bias"))
        for (ParameterSpec& parameter : parameters)
            if (parameter.name.starts_with(nameOf(WeightKind::bias)))
                parameter.relevance.push_back({"use_bias", {"true"}});
    spec.parameters.insert(spec.parameters.end(), parameters.begin(), parameters.end());
    return spec;
}

} // namespace netsmith
