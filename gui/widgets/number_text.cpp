#include "gui/widgets/number_text.h"

#include "engine/core/shape.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(numbers)
};

/// Three significant digits without an exponent or trailing zeros.
QString threeDigits(double value)
{
    const double magnitude = std::abs(value);
    const int decimals = magnitude >= 99.95 ? 0 : magnitude >= 9.995 ? 1 : 2;
    QString text = QLocale().toString(value, 'f', decimals);
    const QChar point = QLocale().decimalPoint().front();
    if (text.contains(point)) {
        while (text.endsWith(u'0'))
            text.chop(1);
        if (text.endsWith(point))
            text.chop(1);
    }
    return text;
}

/// "1.5e-5", which Qt writes as "1.5E-05".
QString exponentText(double value, int decimals)
{
    static const QRegularExpression padded(u"e([+-]?)0*(\\d)"_s);
    return QLocale().toString(value, 'e', decimals).toLower().replace(padded, u"e\\1\\2"_s).replace(u"e+"_s, u"e"_s);
}

QString notFinite(double value)
{
    return std::isnan(value) ? u"NaN"_s : value > 0 ? u"∞"_s : u"−∞"_s;
}

} // namespace

QString countText(std::int64_t count)
{
    return QLocale().toString(static_cast<qlonglong>(count));
}

QString shortCountText(double count)
{
    static constexpr const char16_t* suffixes[] = {u"", u"k", u"M", u"G", u"T", u"P"};
    std::size_t step = 0;
    while (std::abs(count) >= 999.5 && step + 1 < std::size(suffixes)) {
        count /= 1000.0;
        ++step;
    }
    return threeDigits(count) + QString::fromUtf16(suffixes[step]);
}

QString numberText(double value, int digits)
{
    if (!std::isfinite(value))
        return notFinite(value);
    if (digits != QLocale::FloatingPointShortest) // rounded first, so that no trailing zeros remain
        value = QString::number(value, 'g', digits).toDouble();
    const double magnitude = std::abs(value);
    if (magnitude > 0.0 && (magnitude < 1e-4 || magnitude >= 1e9))
        return exponentText(value, QLocale::FloatingPointShortest);
    QLocale locale;
    locale.setNumberOptions(QLocale::OmitGroupSeparator); // as it is typed
    return locale.toString(value, 'f', QLocale::FloatingPointShortest);
}

QString powerText(int base, int exponent)
{
    static constexpr char16_t digits[] = u"⁰¹²³⁴⁵⁶⁷⁸⁹";
    QString out = QString::number(base);
    if (exponent < 0)
        out += u'⁻';
    for (const QChar digit : QString::number(std::abs(exponent)))
        out += QChar(digits[digit.digitValue()]);
    return out;
}

QString significantText(double value, int digits)
{
    if (!std::isfinite(value))
        return notFinite(value);
    const double magnitude = std::abs(value);
    if (magnitude == 0.0)
        return u"0"_s;
    if (magnitude < 1e-4 || magnitude >= 1e6)
        return exponentText(value, digits - 1);
    const double rounded = QString::number(magnitude, 'e', digits - 1).toDouble(); // 0.09999 becomes 0.100
    const int whole = static_cast<int>(std::floor(std::log10(rounded))) + 1;
    return QLocale().toString(value, 'f', std::max(0, digits - whole));
}

QString percentText(double share, int decimals)
{
    if (decimals == 1 && share > 0.9995 && share < 1.0)
        decimals = 2; // avoids rounding up to "100.0 %"
    return Words::tr("%1 %").arg(QLocale().toString(share * 100.0, 'f', decimals));
}

QString bytesText(std::int64_t bytes)
{
    static constexpr const char16_t* units[] = {u"B", u"KiB", u"MiB", u"GiB", u"TiB", u"PiB", u"EiB"};
    double value = static_cast<double>(bytes);
    std::size_t step = 0;
    while (std::abs(value) >= 999.5 && step + 1 < std::size(units)) {
        value /= 1024.0;
        ++step;
    }
    return threeDigits(value) + u' ' + QString::fromUtf16(units[step]);
}

QString flopsText(double flops)
{
    static constexpr const char16_t* units[] = {u"FLOP", u"kFLOP", u"MFLOP", u"GFLOP", u"TFLOP", u"PFLOP"};
    std::size_t step = 0;
    while (std::abs(flops) >= 999.5 && step + 1 < std::size(units)) {
        flops /= 1000.0;
        ++step;
    }
    return threeDigits(flops) + u' ' + QString::fromUtf16(units[step]);
}

QString flopRateText(double flopsPerSecond)
{
    return flopsText(flopsPerSecond) + u"/s"_s;
}

QString durationText(double seconds)
{
    if (!std::isfinite(seconds) || seconds < 0.0)
        return Words::tr("not available");
    if (seconds < 1e-3)
        return Words::tr("%1 µs").arg(threeDigits(seconds * 1e6));
    if (seconds < 1.0)
        return Words::tr("%1 ms").arg(threeDigits(seconds * 1e3));
    if (seconds < 10.0)
        return Words::tr("%1 s").arg(threeDigits(std::round(seconds * 10.0) / 10.0));
    const auto whole = static_cast<qlonglong>(std::llround(seconds));
    if (whole < 60)
        return Words::tr("%1 s").arg(whole);
    if (whole < 3600)
        return Words::tr("%1 min %2 s").arg(whole / 60).arg(whole % 60);
    if (whole < 86400)
        return Words::tr("%1 h %2 min").arg(whole / 3600).arg(whole % 3600 / 60);
    return Words::tr("%1 d %2 h").arg(whole / 86400).arg(whole % 86400 / 3600);
}

QString shapeText(const Shape& shape)
{
    if (shape.rank() == 0)
        return Words::tr("scalar");
    QStringList sizes;
    for (const std::int64_t size : shape.sizes())
        sizes << QString::number(size);
    return sizes.join(u'×');
}

} // namespace netsmith::gui
