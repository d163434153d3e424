#pragma once

#include "engine/plan/checks/image_chain.h"

#include <map>
#include <span>
#include <string>
#include <string_view>

namespace netsmith {

/// The fields of the data as a plan's programs use them: the batches of a stream, "train" or "evaluate", gathered from its
/// resident samples; inputs as the network reads them, targets as it learns them.
class BatchFields {
public:
    /// `plan` gets the tensors of the data; all of these outlive this.
    BatchFields(LogicalPlan& plan, const Project& project, const Catalog& catalog, std::span<const FieldType> fields,
                const PlanOptions& options, const ShapeWalk& shapes)
        : m_plan(plan)
        , m_project(project)
        , m_catalog(catalog)
        , m_fields(fields)
        , m_options(options)
        , m_shapes(shapes)
        , m_images(project, catalog, options.seed)
    {
    }

    const FieldType& named(std::string_view name) const;

    /// A batch, and the mask of its samples' rows, f32 [N, rows]; `noTensor` if all are valid.
    struct Batch {
        TensorId values = noTensor;
        TensorId mask = noTensor;
    };

    /// The batch of a field. Inputs are normalised, unless they are classes, which are not quantities.
    TensorId gather(Emitter& emitter, std::string_view stream, const FieldType& field, bool input, TensorId counters);
    TensorId entering(Emitter& emitter, TensorId values, const FieldType& field);
    /// The network's inputs: their fields, gathered and, if they are images, transformed.
    std::map<std::string, Batch> inputs(Emitter& emitter, std::string_view stream, TensorId counters, bool training);
    /// The same for samples that come with a call, which are added to `given`, named "program/field", and for noise, by
    /// `noiseName`.
    std::map<std::string, Batch> givenInputs(Emitter& emitter, std::string_view program, std::vector<TensorId>& given);
    /// A target field, transformed like the images that `inputs` made: mixed in the same proportions, with boxes moved.
    Batch target(Emitter& emitter, std::string_view stream, const FieldType& field, TensorId counters);

    /// What the network learns for a target: standardised numbers if requested.
    static TensorId learned(Emitter& emitter, TensorId target, const FieldType& field);
    /// The inverse, for metrics and predictions.
    static TensorId inOwnUnits(Emitter& emitter, TensorId predicted, const FieldType& field);

private:
    TensorId maskOf(Emitter& emitter, std::string_view stream, const FieldType& field, TensorId counters);
    TensorId add(std::string name, const Shape& shape, DataType type, Role role);
    /// The tensor of this name, created if it does not exist yet.
    TensorId resident(const std::string& name, const Shape& shape, DataType type);
    /// Calls `visit(node, field)` for each input of the network, the field's name.
    template <class Visit>
    void eachInput(Visit visit) const;

    LogicalPlan& m_plan;
    const Project& m_project;
    const Catalog& m_catalog;
    std::span<const FieldType> m_fields;
    const PlanOptions& m_options;
    const ShapeWalk& m_shapes;
    ImageChain m_images;
};

} // namespace netsmith
