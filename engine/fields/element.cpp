#include "engine/fields/element.h"

namespace netsmith::data {

double elementOf(DataType type, const std::byte* bytes)
{
    double element = NAN;
    eachElement(type, {bytes, sizeOf(type)}, [&](double number) { element = number; });
    return element;
}

} // namespace netsmith::data
