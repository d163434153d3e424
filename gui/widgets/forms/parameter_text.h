#pragma once

#include "engine/graph/specs/parameter.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace netsmith::gui {

/// Formats and parses values of declared parameters in fields, according to their declarations.

/// As shown in a field: "64", "0.001", "3 × 3", "Same", "on".
QString valueText(const ParameterSpec& spec, const ParameterValue& value);
/// Parses typed text: "1e-3", "3,3", "3x3", "3 × 3", "3" for all. None if it isn't of the parameter's type.
std::optional<ParameterValue> valueFromText(const ParameterSpec& spec, const QString& text);
/// The allowed values, as a sentence; empty if all are allowed.
QString allowedText(const ParameterSpec& spec);
/// The usual range and the unit, from the longest to the shortest form; for the end of a field.
QStringList hintTexts(const ParameterSpec& spec);
/// The doc, unit, usual and allowed values and the default, for a tool tip (plain text, one fact per line).
QString explanation(const ParameterSpec& spec);
/// The value after some steps, within the hard range. `entry`: the index of the size to change, −1 for all.
ParameterValue stepped(const ParameterSpec& spec, const ParameterValue& value, int steps, int entry = -1);

} // namespace netsmith::gui
