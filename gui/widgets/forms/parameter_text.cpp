#include "gui/widgets/forms/parameter_text.h"

#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(parameters)
};

/// Larger bounds only keep a number within its type.
constexpr double boundless = 1e30;

QString boundText(const ParameterSpec& spec, double bound)
{
    return spec.type == ParameterType::real ? numberText(bound) : countText(static_cast<std::int64_t>(bound));
}

std::optional<double> realFrom(const QString& text)
{
    bool ok = false;
    double value = QLocale().toDouble(text, &ok);
    if (!ok)
        value = QLocale::c().toDouble(text, &ok);
    return ok ? std::optional(value) : std::nullopt;
}

std::optional<std::int64_t> integerFrom(const QString& text)
{
    bool ok = false;
    std::int64_t value = QLocale().toLongLong(text, &ok);
    if (!ok)
        value = QLocale::c().toLongLong(text, &ok);
    if (ok)
        return value;
    const std::optional<double> real = realFrom(text); // "1e3"
    if (real && std::abs(*real) < 9e15 && std::floor(*real) == *real)
        return static_cast<std::int64_t>(*real);
    return std::nullopt;
}

/// The separator of numbers in a list: a comma, unless it is the decimal separator.
QString realSeparator()
{
    return QLocale().decimalPoint() == u","_s ? u"; "_s : u", "_s;
}

std::optional<std::vector<double>> realsFrom(const QString& text)
{
    static const QRegularExpression separators(u"[\\s;]+|,\\s+"_s), commas(u"[\\s;,]+"_s);
    const bool commaIsPoint = QLocale().decimalPoint() == u","_s;
    std::vector<double> reals;
    for (const QString& part : text.split(commaIsPoint ? separators : commas, Qt::SkipEmptyParts)) {
        const std::optional<double> real = realFrom(part);
        if (!real)
            return std::nullopt;
        reals.push_back(*real);
    }
    return reals;
}

QString trimmedNumber(QString text)
{
    return text.trimmed().replace(QChar(0x2212), u'-'); // the typographic minus
}

double clamped(const ParameterSpec& spec, double value, double fallback)
{
    if (!spec.hard || spec.hard->contains(value))
        return value;
    const double bound = std::clamp(value, spec.hard->minimum, spec.hard->maximum);
    return spec.hard->contains(bound) ? bound : fallback; // an open bound is excluded
}

std::int64_t steppedInteger(const ParameterSpec& spec, std::int64_t value, int steps)
{
    const double next = clamped(spec, static_cast<double>(value) + steps, static_cast<double>(value));
    return static_cast<std::int64_t>(next);
}

/// The largest 1, 2 or 5 times a power of ten that is at most `value`.
double niceBelow(double value)
{
    const double decade = std::pow(10.0, std::floor(std::log10(value) + 1e-9));
    const double lead = value / decade;
    return (lead >= 5.0 - 1e-9 ? 5.0 : lead >= 2.0 - 1e-9 ? 2.0 : 1.0) * decade;
}

/// Steps in the sequence 1-2-5 if the usual range spans decades; else in tenths of the usual range, rounded to a nice step.
double steppedReal(const ParameterSpec& spec, double value, int steps)
{
    const bool decades =
        value > 0.0 && (!spec.usual || (spec.usual->minimum > 0.0 && spec.usual->maximum / spec.usual->minimum >= 20.0));
    if (decades) {
        double next = value;
        for (int i = 0; i < std::abs(steps); ++i) {
            const double nice = niceBelow(next);
            const double lead = nice / std::pow(10.0, std::floor(std::log10(nice) + 1e-9));
            if (steps > 0)
                next = nice * (lead > 1.5 && lead < 3.0 ? 2.5 : 2.0);
            else if (nice < next * (1.0 - 1e-9))
                next = nice;
            else
                next = nice / (lead > 4.0 ? 2.5 : 2.0);
        }
        return clamped(spec, QString::number(next, 'g', 12).toDouble(), value);
    }
    const double span = spec.usual && spec.usual->maximum > spec.usual->minimum ? spec.usual->maximum - spec.usual->minimum
                                                                                : std::max(std::abs(value), 1.0);
    const double step = niceBelow(span / 8.0);
    const double next = std::round((value + steps * step) / step * 1e6) / 1e6 * step;
    return clamped(spec, QString::number(next, 'g', 12).toDouble(), value);
}

QString realRangeText(const ParameterSpec& spec)
{
    const Range& range = *spec.hard;
    const QString low = boundText(spec, range.minimum);
    const QString high = boundText(spec, range.maximum);
    if (range.minimum < -boundless && range.maximum > boundless)
        return Words::tr("Enter a number, such as 0.5 or 1e-3.");
    if (range.maximum > boundless)
        return range.openMinimum ? Words::tr("Enter a number greater than %1.").arg(low)
                                 : Words::tr("Enter a number of at least %1.").arg(low);
    if (range.openMinimum && range.openMaximum)
        return Words::tr("Enter a number greater than %1 and less than %2.").arg(low, high);
    if (range.openMinimum)
        return Words::tr("Enter a number greater than %1 and at most %2.").arg(low, high);
    if (range.openMaximum)
        return Words::tr("Enter a number of at least %1 and less than %2.").arg(low, high);
    return Words::tr("Enter a number from %1 to %2.").arg(low, high);
}

QString integerRangeText(const ParameterSpec& spec)
{
    const Range& range = *spec.hard;
    const QString low = boundText(spec, std::ceil(range.minimum) + (range.openMinimum ? 1.0 : 0.0));
    if (range.maximum >= 9e15)
        return Words::tr("Enter a whole number of at least %1.").arg(low);
    return Words::tr("Enter a whole number from %1 to %2.")
        .arg(low, boundText(spec, std::floor(range.maximum) - (range.openMaximum ? 1.0 : 0.0)));
}

QString realsRangeText(const ParameterSpec& spec)
{
    const QStringList example{numberText(1.0), numberText(2.5), numberText(1.0)};
    return Words::tr("Enter up to %n number(s), such as %1.", nullptr, spec.maximumSizes).arg(example.join(realSeparator()));
}

QString sizesRangeText(const ParameterSpec& spec)
{
    QStringList example(std::max(1, spec.minimumSizes), u"3"_s);
    const QString sample = example.join(u" × "_s);
    const QString low = spec.hard ? boundText(spec, spec.hard->minimum) : u"0"_s;
    const QString high = spec.hard ? boundText(spec, spec.hard->maximum) : countText(std::numeric_limits<std::int32_t>::max());
    if (spec.minimumSizes == spec.maximumSizes)
        return Words::tr("Enter %n whole number(s) from %1 to %2, such as %3.", nullptr, spec.minimumSizes).arg(low, high, sample);
    return Words::tr("Enter %1 to %n whole numbers from %2 to %3, such as %4.", nullptr, spec.maximumSizes)
        .arg(countText(spec.minimumSizes), low, high, sample);
}

} // namespace

QString valueText(const ParameterSpec& spec, const ParameterValue& value)
{
    switch (spec.type) {
    case ParameterType::boolean: return std::get<bool>(value) ? Words::tr("on") : Words::tr("off");
    case ParameterType::integer: return QString::number(std::get<std::int64_t>(value));
    case ParameterType::real: return numberText(std::get<double>(value));
    case ParameterType::text: return fromStd(std::get<std::string>(value));
    case ParameterType::choice: {
        const auto& id = std::get<std::string>(value);
        const auto found = std::ranges::find(spec.choices, id, &Choice::id);
        return found == spec.choices.end() ? fromStd(id) : engineText(found->title);
    }
    case ParameterType::sizes: {
        QStringList out;
        for (const std::int64_t size : std::get<std::vector<std::int64_t>>(value))
            out << QString::number(size);
        return out.join(u" × "_s);
    }
    case ParameterType::names: {
        QStringList out;
        for (const std::string& name : std::get<std::vector<std::string>>(value))
            out << fromStd(name);
        return out.join(u", "_s);
    }
    case ParameterType::reals: {
        QStringList out;
        for (const double real : std::get<std::vector<double>>(value))
            out << numberText(real);
        return out.join(realSeparator());
    }
    }
    return {};
}

std::optional<ParameterValue> valueFromText(const ParameterSpec& spec, const QString& text)
{
    const QString given = trimmedNumber(text);
    switch (spec.type) {
    case ParameterType::boolean: return std::nullopt;
    case ParameterType::choice:
    case ParameterType::text: return ParameterValue(text.toStdString());
    case ParameterType::names: {
        static const QRegularExpression separators(u"[\\s,]+"_s);
        std::vector<std::string> names;
        for (const QString& name : text.split(separators, Qt::SkipEmptyParts))
            names.push_back(name.toStdString());
        return names;
    }
    case ParameterType::integer:
        if (const auto value = integerFrom(given))
            return ParameterValue(*value);
        return std::nullopt;
    case ParameterType::real:
        if (const auto value = realFrom(given))
            return ParameterValue(*value);
        return std::nullopt;
    case ParameterType::sizes: {
        static const QRegularExpression separators(u"[\\s,;xX×*]+"_s);
        std::vector<std::int64_t> sizes;
        for (const QString& part : given.split(separators, Qt::SkipEmptyParts)) {
            bool ok = false;
            sizes.push_back(part.toLongLong(&ok));
            if (!ok)
                return std::nullopt;
        }
        return sizes.empty() ? std::nullopt : std::optional(normalised(spec, ParameterValue(std::move(sizes))));
    }
    case ParameterType::reals:
        if (auto reals = realsFrom(given))
            return ParameterValue(std::move(*reals));
        return std::nullopt;
    }
    return std::nullopt;
}

QString allowedText(const ParameterSpec& spec)
{
    switch (spec.type) {
    case ParameterType::integer: return spec.hard ? integerRangeText(spec) : Words::tr("Enter a whole number.");
    case ParameterType::real: return spec.hard ? realRangeText(spec) : Words::tr("Enter a number, such as 0.5 or 1e-3.");
    case ParameterType::sizes: return sizesRangeText(spec);
    case ParameterType::reals: return realsRangeText(spec);
    case ParameterType::boolean:
    case ParameterType::choice:
    case ParameterType::names:
    case ParameterType::text: break;
    }
    return {};
}

QStringList hintTexts(const ParameterSpec& spec)
{
    QStringList out;
    const QString unit = spec.unit.empty() ? QString() : engineText(spec.unit);
    if (spec.usual && spec.type != ParameterType::sizes && spec.type != ParameterType::reals) {
        const QString range = Words::tr("%1–%2").arg(boundText(spec, spec.usual->minimum), boundText(spec, spec.usual->maximum));
        if (!unit.isEmpty())
            out << Words::tr("%1 %2").arg(range, unit);
        out << range;
    } else if (!unit.isEmpty())
        out << unit;
    return out;
}

QString explanation(const ParameterSpec& spec)
{
    QStringList out{engineText(spec.doc)};
    if (!spec.unit.empty())
        out << Words::tr("Unit: %1").arg(engineText(spec.unit));
    if (spec.usual)
        out << Words::tr("Usual: %1 to %2").arg(boundText(spec, spec.usual->minimum), boundText(spec, spec.usual->maximum));
    if (const QString value = valueText(spec, spec.defaultValue); !value.isEmpty())
        out << Words::tr("Default: %1").arg(value);
    return out.join(u'\n');
}

ParameterValue stepped(const ParameterSpec& spec, const ParameterValue& value, int steps, int entry)
{
    if (spec.type == ParameterType::integer)
        return steppedInteger(spec, std::get<std::int64_t>(value), steps);
    if (spec.type == ParameterType::real)
        return steppedReal(spec, std::get<double>(value), steps);
    if (spec.type != ParameterType::sizes)
        return value;
    auto sizes = std::get<std::vector<std::int64_t>>(value);
    for (std::size_t i = 0; i < sizes.size(); ++i)
        if (entry < 0 || static_cast<std::size_t>(entry) == i)
            sizes[i] = steppedInteger(spec, sizes[i], steps);
    return sizes;
}

} // namespace netsmith::gui
