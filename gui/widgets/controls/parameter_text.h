#pragma once

#include "engine/graph/parameter.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace netsmith::gui {

/// How values of declared parameters are written and read in fields, by the declaration alone.

/// "64", "0.001", "3 × 3", "Same", "on": as a field shows it.
QString valueText(const ParameterSpec& spec, const ParameterValue& value);
/// Reads what a person typed: "1e-3", "3,3", "3x3", "3 × 3", "3" for all. Nothing where it is not of the parameter's type.
std::optional<ParameterValue> valueFromText(const ParameterSpec& spec, const QString& text);
/// What may be entered, as a sentence; empty where anything may.
QString allowedText(const ParameterSpec& spec);
/// The usual range and the unit, from the longest to the shortest form; for the end of a field.
QStringList hintTexts(const ParameterSpec& spec);
/// The doc, unit, usual and allowed values and the default, for a tooltip (plain text, one fact a line).
QString explanation(const ParameterSpec& spec);
/// The value some steps on, within the hard range. For sizes `entry` says which, −1 all.
ParameterValue stepped(const ParameterSpec& spec, const ParameterValue& value, int steps, int entry = -1);

} // namespace netsmith::gui
