#include "engine/input/class_lookup.h"

#include "engine/input/tables/csv_value.h"

#include <cmath>
#include <optional>

namespace netsmith::data {
namespace {

/// A finite number, however its decimals are written.
std::optional<double> numberNamed(std::string_view name)
{
    auto number = numberIn(name, '.');
    if (!number)
        number = numberIn(name, ',');
    return number && std::isfinite(*number) ? number : std::nullopt;
}

} // namespace

ClassLookup::ClassLookup(const FieldSpec& target)
    : m_classes(target.classes)
{
    for (const std::string& name : target.classNames)
        m_names.emplace(name, static_cast<int>(m_names.size()));
    if (target.vocabulary) // whose tokens may be digits
        return;
    for (const std::string& name : target.classNames)
        if (const auto number = numberNamed(name);
            !number || !m_numbers.emplace(*number, static_cast<int>(m_numbers.size())).second) {
            m_numbers.clear();
            return;
        }
}

double ClassLookup::named(std::string_view name) const
{
    if (const auto found = m_names.find(name); found != m_names.end())
        return found->second;
    const auto number = m_numbers.empty() ? std::nullopt : numberNamed(name);
    return number ? numbered(*number) : unseen;
}

double ClassLookup::numbered(double number) const
{
    if (std::isnan(number))
        return number;
    if (!m_numbers.empty()) {
        const auto found = m_numbers.find(number);
        return found == m_numbers.end() ? unseen : found->second;
    }
    return number >= 0.0 && number < m_classes && number == std::floor(number) ? number : unseen;
}

} // namespace netsmith::data
