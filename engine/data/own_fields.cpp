#include "engine/data/own_fields.h"

#include "engine/data/source.h"
#include "engine/predict/field_types.h"

namespace netsmith::data {

std::vector<FieldType> ownFieldTypes(const DataSettings& settings)
{
    const Source& chosen = source(settings.source);
    return chosen.info().place == SourcePlace::own ? fieldTypes(chosen.fields()) : std::vector<FieldType>();
}

} // namespace netsmith::data
