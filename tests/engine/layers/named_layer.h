#pragma once

#include "engine/layers/registry.h"

#include <string>
#include <vector>

namespace netsmith::test {

inline const LayerSpec& layer(std::string_view id)
{
    return *layers().find(id);
}

/// The shape of a layer's first output, or the problem with the inputs.
inline std::string shapeText(std::string_view id, const ParameterMap& parameters, const std::vector<Shape>& inputs)
{
    try {
        return layer(id).shapes(parameters, inputs)[0].text();
    } catch (const Error& error) {
        return error.what();
    }
}

} // namespace netsmith::test
