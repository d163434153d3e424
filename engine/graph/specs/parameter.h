#pragma once

#include "engine/core/message.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace netsmith {

/// Switches, integers, real numbers, choices (by id) and texts, lists of integers (kernel sizes, shapes), of real numbers (weights
/// of classes) and of names (layers).
using ParameterValue =
    std::variant<bool, std::int64_t, double, std::string, std::vector<std::int64_t>, std::vector<double>, std::vector<std::string>>;

/// The parameters that the user has set, by name; omitted ones have their declared defaults.
using ParameterMap = std::map<std::string, ParameterValue, std::less<>>;

enum class ParameterType { boolean, integer, real, choice, sizes, reals, text, names };
std::string_view nameOf(ParameterType type);

/// Bounds of a number, each entry of a list included. An open bound is excluded itself: dropout's rate is in [0, 1).
struct Range {
    double minimum = 0.0;
    double maximum = 0.0;
    bool openMinimum = false;
    bool openMaximum = false;

    bool contains(double value) const
    {
        return (openMinimum ? value > minimum : value >= minimum) && (openMaximum ? value < maximum : value <= maximum);
    }
    /// "[1, 65536]", "[0, 1)".
    std::string text() const;
};

struct Choice {
    std::string id;
    std::string title;
};

/// Another parameter, and the values of it, as `textOf` writes them, with which this one makes a difference.
struct Relevance {
    std::string parameter;
    std::vector<std::string> values;
};

/// One parameter as its owner declares it: neutral facts from which editors, checks, docs and files derive.
struct ParameterSpec {
    std::string name;
    std::string title;
    std::string doc;
    std::string unit;
    ParameterType type = ParameterType::integer;
    ParameterValue defaultValue;
    std::optional<Range> hard;
    std::optional<Range> usual;
    std::vector<Choice> choices;
    int minimumSizes = 0; ///< for `sizes` and `reals`: how many entries at least ...
    int maximumSizes = 0; ///< ... and at most; a single size stands for all of them if more are needed
    std::vector<Relevance> relevance{}; ///< it makes a difference where all of these hold
};

/// The choice that may be meant by an unknown id, or an empty text.
std::string nearestChoice(const ParameterSpec& spec, std::string_view id);

/// Whether the parameter makes a difference beside the values of the others: `all` are those of its owner. Editors hide the rest.
bool isRelevant(const ParameterSpec& spec, std::span<const ParameterSpec> all, const ParameterMap& values);

/// What is wrong with `value` for this parameter (type, range, choice, count, NaN), or nothing.
std::optional<Message> problemOf(const ParameterSpec& spec, const ParameterValue& value);

/// Integers become real numbers where these are declared, a single number or name becomes a list where one is declared, and one
/// size becomes as many as declared; else unchanged.
ParameterValue normalised(const ParameterSpec& spec, ParameterValue value);

/// Whether `value`, once normalised, is of the declared type; says nothing about its range.
bool hasType(const ParameterSpec& spec, const ParameterValue& value);

/// "3×3", "0.5", "true", "same": for messages and listings.
std::string textOf(const ParameterValue& value);

} // namespace netsmith
