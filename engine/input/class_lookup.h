#pragma once

#include "engine/fields/dataset.h"

#include <map>
#include <string>
#include <string_view>

namespace netsmith::data {

/// Tells which class of a target files mean, be it by its name or by a number.
class ClassLookup {
public:
    static constexpr double unseen = -1.0; ///< one that training never saw, such as 0.5 among whole numbers

    explicit ClassLookup(const FieldSpec& target);

    /// The index of what a cell, a text or a folder names: the class that is called so or, where all are called by numbers, the one
    /// of this number however it is written ("1.0" is 1).
    double named(std::string_view name) const;
    /// The index of what a number tells: the class that is called so where all are called by numbers, else the one at that place. A
    /// NaN is missing.
    double numbered(double number) const;

private:
    int m_classes;
    std::map<std::string, int, std::less<>> m_names;
    std::map<double, int> m_numbers; ///< empty where not all are called by numbers, each by another
};

} // namespace netsmith::data
