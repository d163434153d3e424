#pragma once

#include "engine/fields/dataset.h"
#include "engine/interop/onnx/export/onnx_network.h"
#include "engine/plan/checks/checked_project.h"

namespace netsmith {
struct Op;
}

namespace netsmith::interop {

/// The inputs of a model of a project: what enters its layers from the fields of the data.
class OnnxInputs {
public:
    /// `fields` as the run learnt them. `preparing`: the model takes their numbers as the data have them, and scales them itself.
    /// All of these outlive this.
    OnnxInputs(OnnxBuilder& builder, const CheckedProject& project, std::span<const data::FieldSpec> fields, bool preparing)
        : m_builder(builder)
        , m_project(project)
        , m_fields(fields)
        , m_preparing(preparing)
    {
    }

    /// What enters an input layer. Throws `onnx_export.transform`.
    OnnxEntry entering(const Node& node);

private:
    using Value = OnnxCall::Value;

    OnnxEntry fieldEntry(const std::string& name);
    Value prepared(Value value, const FieldType& field, const data::FieldSpec* spec);
    Value fitted(Value value, const FieldType& field, const data::FieldSpec& spec);
    std::optional<Value> windowed(Value image, const FieldType& field, const Shape& shape, const Op& op);
    Value transformed(Value image, const FieldType& field);
    Value lengthMask(const FieldType& field);
    Value affine(const std::string& name, Value value, const std::vector<double>& factors, const std::vector<double>& offsets);

    OnnxBuilder& m_builder;
    const CheckedProject& m_project;
    std::span<const data::FieldSpec> m_fields;
    bool m_preparing;
    std::map<std::string, OnnxEntry> m_entries; ///< by field
    std::map<std::string, Value> m_lengths; ///< by field
};

} // namespace netsmith::interop
