#pragma once

#include "engine/fields/dataset.h"

#include <map>
#include <string>
#include <string_view>

namespace netsmith::data {

/// Finds which class of a target a file means, by name or by number.
class ClassLookup {
public:
    static constexpr double unseen = -1.0; ///< one that training never saw, such as 0.5 among whole numbers

    explicit ClassLookup(const FieldSpec& target);

    /// The index of the class that a cell, a text or a folder names: by its name or, if all names are numbers, by its numeric value
    /// ("1.0" is 1).
    double named(std::string_view name) const;
    /// The index of the class for a number: the class with this name if all names are numbers, else the one at that index. A NaN is
    /// missing.
    double numbered(double number) const;

private:
    int m_classes;
    std::map<std::string, int, std::less<>> m_names;
    std::map<double, int> m_numbers; ///< empty unless all names are different numbers
};

} // namespace netsmith::data
