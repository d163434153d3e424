#pragma once

#include "engine/graph/specs/spec.h"

#include <functional>
#include <memory>
#include <utility>

namespace netsmith {

class LayerCode;
class OnnxCall;

/// What a layer is in other programs' networks; a function is empty where it can't be expressed.
struct LayerExports {
    /// Adds the nodes that compute what the layer predicts to an ONNX graph; see onnx_call.h.
    std::function<void(const ParameterMap&, OnnxCall&)> onnx{};
    /// Says how a script for Keras 3 creates and calls the layer; see layer_code.h.
    std::function<void(const ParameterMap&, LayerCode&)> keras{};
    /// The same for PyTorch.
    std::function<void(const ParameterMap&, LayerCode&)> pytorch{};
};

/// Declares a layer's exports over its parameter struct.
template <class P>
class LayerExportsBuilder {
public:
    explicit LayerExportsBuilder(const ParameterBuilder<P>& parameters)
        : m_parameters(std::make_shared<const ParameterBuilder<P>>(parameters))
    {
    }
    LayerExportsBuilder& onnx(std::function<void(const P&, OnnxCall&)> emit)
    {
        m_exports.onnx = bound<void, OnnxCall>(std::move(emit));
        return *this;
    }
    LayerExportsBuilder& keras(std::function<void(const P&, LayerCode&)> write)
    {
        m_exports.keras = bound<void, LayerCode>(std::move(write));
        return *this;
    }
    LayerExportsBuilder& pytorch(std::function<void(const P&, LayerCode&)> write)
    {
        m_exports.pytorch = bound<void, LayerCode>(std::move(write));
        return *this;
    }
    operator std::shared_ptr<const LayerExports>() const { return std::make_shared<const LayerExports>(m_exports); }

private:
    template <class Result, class Call>
    std::function<Result(const ParameterMap&, Call&)> bound(std::function<Result(const P&, Call&)> emit) const
    {
        return [bind = m_parameters, emit = std::move(emit)](const ParameterMap& values, Call& call) {
            return emit(bind->bind(values), call);
        };
    }

    std::shared_ptr<const ParameterBuilder<P>> m_parameters;
    LayerExports m_exports{};
};

/// The exports of a layer with these parameters: `layerExports(parameters).onnx(exportOnnx)`.
template <class P>
LayerExportsBuilder<P> layerExports(const ParameterBuilder<P>& parameters)
{
    return LayerExportsBuilder<P>(parameters);
}

} // namespace netsmith
