#pragma once

#include "engine/plan/image_chain.h"

#include <map>
#include <span>
#include <string>
#include <string_view>

namespace netsmith {

/// The fields of the data as a plan's programs meet them: the batches of a stream, "train" or "evaluate", gathered from its
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

    /// A batch, and which rows of its samples count, f32 [N, rows]; `noTensor` where all do.
    struct Batch {
        TensorId values = noTensor;
        TensorId mask = noTensor;
    };

    /// The batch of a field. Inputs are normalised, unless they are classes, which are numbers of something and not quantities.
    TensorId gather(Emitter& emitter, std::string_view stream, const FieldType& field, bool input, TensorId counters);
    /// What the network is given: the fields of its inputs, gathered and, where they are images, transformed.
    std::map<std::string, Batch> inputs(Emitter& emitter, std::string_view stream, TensorId counters, bool training);
    /// The same of samples that come with a call, which are added to `given`, called "program/field", and of noise, by `noiseName`.
    std::map<std::string, Batch> givenInputs(Emitter& emitter, std::string_view program, std::vector<TensorId>& given);
    /// A field to learn, behind what was done to the images that `inputs` made: in the shares in which they were mixed, boxes where
    /// they were moved.
    Batch target(Emitter& emitter, std::string_view stream, const FieldType& field, TensorId counters);

    /// What the network is to learn of a target: numbers of mean 0 and deviation 1 where that was asked for.
    static TensorId learned(Emitter& emitter, TensorId target, const FieldType& field);
    /// The way back, for metrics and whoever asks for a prediction.
    static TensorId inOwnUnits(Emitter& emitter, TensorId predicted, const FieldType& field);

private:
    TensorId maskOf(Emitter& emitter, std::string_view stream, const FieldType& field, TensorId counters);
    TensorId add(std::string name, const Shape& shape, DataType type, Role role);
    /// The tensor of this name, which is made where it is not there yet.
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
