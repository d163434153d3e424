#include "engine/predict/field_types.h"

namespace netsmith {

std::vector<FieldType> fieldTypes(const std::vector<data::FieldSpec>& fields)
{
    std::vector<FieldType> types;
    for (const data::FieldSpec& field : fields) {
        FieldType& type = types.emplace_back();
        type = {field.name, field.shape, field.type, field.classes, field.stride};
        type.areBoxes = field.kind == data::FieldKind::boxes;
        type.lengths = field.lengths;
        for (int i = 0; i < field.scaledColumns; ++i) {
            const bool known = !field.scales.empty();
            const data::LearnedScale scale = known ? field.scales[static_cast<std::size_t>(i)] : data::LearnedScale();
            type.means.push_back(scale.subtract);
            type.deviations.push_back(scale.divide);
        }
    }
    return types;
}

std::vector<FieldType> fieldTypes(const data::DataSplit& split)
{
    std::vector<data::FieldSpec> specs;
    for (const data::Field& field : split.fields)
        specs.push_back(field.spec);
    return fieldTypes(specs);
}

} // namespace netsmith
