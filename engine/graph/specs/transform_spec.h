#pragma once

#include "engine/core/shape.h"
#include "engine/graph/specs/spec.h"

#include <memory>

namespace netsmith {

class TransformCall;

/// A transform of images between the data set and the network, declared once in its own file.
struct TransformSpec : Spec {
    /// Whether it applies to training samples only. Else it applies to every image that enters the network.
    bool augments = true;
    /// Whether it mixes samples with each other, which their targets must allow.
    bool mixes = false;
    /// Whether it only scales numbers for the network and does not change the picture: previews leave it out.
    bool numbersAlone = false;
    /// The shape of an image (H,W,C) after it; throws if something does not fit.
    std::function<Shape(const ParameterMap&, const Shape&)> shape;
    /// Emits its ops; outside training only if it is not mere augmentation.
    std::function<void(const ParameterMap&, TransformCall&)> lower;
};

/// Declares a transform over its parameter struct.
template <class P>
class TransformBuilder {
public:
    TransformBuilder(std::string id, std::string title, std::string doc)
    {
        m_spec.id = std::move(id);
        m_spec.title = std::move(title);
        m_spec.doc = std::move(doc);
    }
    TransformBuilder& parameters(const ParameterBuilder<P>& parameters)
    {
        m_parameters = std::make_shared<const ParameterBuilder<P>>(parameters);
        m_spec.parameters = parameters.specs();
        return *this;
    }
    /// It applies to every image, not only in training.
    TransformBuilder& prepares()
    {
        m_spec.augments = false;
        return *this;
    }
    /// See `TransformSpec::numbersAlone`.
    TransformBuilder& changesNumbersAlone()
    {
        m_spec.numbersAlone = true;
        return *this;
    }
    /// By default the shape is kept.
    TransformBuilder& shape(std::function<Shape(const P&, const Shape&)> infer)
    {
        m_infer = std::move(infer);
        return *this;
    }
    TransformBuilder& lower(std::function<void(const P&, TransformCall&)> emit)
    {
        m_emit = std::move(emit);
        return *this;
    }
    TransformSpec build() const
    {
        TransformSpec spec = m_spec;
        spec.shape = [bind = m_parameters, infer = m_infer](const ParameterMap& values, const Shape& image) {
            return infer(bind->bind(values), image);
        };
        spec.lower = [bind = m_parameters, emit = m_emit](const ParameterMap& values, TransformCall& call) {
            emit(bind->bind(values), call);
        };
        return spec;
    }

private:
    TransformSpec m_spec;
    std::shared_ptr<const ParameterBuilder<P>> m_parameters = std::make_shared<const ParameterBuilder<P>>();
    std::function<Shape(const P&, const Shape&)> m_infer = [](const P&, const Shape& image) { return image; };
    std::function<void(const P&, TransformCall&)> m_emit;
};

using TransformRegistry = Registry<TransformSpec>;

} // namespace netsmith
