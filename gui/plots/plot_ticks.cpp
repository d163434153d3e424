#include "gui/plots/plot_ticks.h"

#include "gui/widgets/number_text.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

/// 0.00025, never 2.5e-04.
QString plainText(double tick)
{
    int decimals = 0;
    for (double scaled = std::abs(tick); decimals < 7 && std::abs(scaled - std::round(scaled)) > 1e-6 * scaled; scaled *= 10.0)
        ++decimals;
    return QLocale().toString(tick, 'f', decimals);
}

/// As few digits as distinguish it from its neighbours; powers of ten if the whole axis, up to `greatest`, would have many zeros.
QString tickText(double tick, double greatest)
{
    const double magnitude = std::abs(tick);
    if (magnitude < 1e-300)
        return u"0"_s;
    if (magnitude < 1e-3 && magnitude >= 1e-6 && greatest >= 1e-3 && greatest < 1.0)
        return plainText(tick);
    if (magnitude >= 1e-3 && magnitude < 1e4)
        return QLocale().toString(tick, 'g', 6);
    if (magnitude >= 1e4 && magnitude < 1e15)
        return shortCountText(tick);
    const int exponent = static_cast<int>(std::floor(std::log10(magnitude * (1.0 + 1e-6))));
    const double mantissa = tick / std::pow(10.0, exponent);
    const QString power = powerText(10, exponent);
    return std::abs(mantissa - 1.0) < 1e-6 ? power : QLocale().toString(mantissa, 'g', 4) + u'·' + power;
}

QString percentTickText(double tick)
{
    int decimals = 0;
    for (double percent = tick * 100.0; decimals < 4 && std::abs(percent - std::round(percent)) > 1e-6; percent *= 10.0)
        ++decimals;
    return percentText(tick, decimals);
}

/// The smallest of `steps` that gives at most about `count` ticks.
double stepAmong(std::span<const double> steps, double wanted)
{
    const auto found = std::ranges::lower_bound(steps, wanted);
    return found == steps.end() ? steps.back() : *found;
}

enum class TickWords { number, percent, duration };

QString words(TickWords kind, double tick, double greatest)
{
    switch (kind) {
    case TickWords::number: return tickText(tick, greatest);
    case TickWords::percent: return percentTickText(tick);
    case TickWords::duration: return std::abs(tick) < 1e-9 ? u"0"_s : durationText(tick);
    }
    return {};
}

class LinearTicks final : public QCPAxisTicker {
public:
    LinearTicks(TickWords words, double leastStep)
        : m_words(words)
        , m_leastStep(leastStep)
    {
    }

protected:
    double getTickStep(const QCPRange& range) override
    {
        static constexpr double clock[] = {1,   2,   5,    10,   15,   30,    60,    120,   300,
                                           600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400};
        const double wanted = range.size() / std::max(1, mTickCount);
        if (m_words == TickWords::duration && wanted > 0.5 && wanted <= clock[std::size(clock) - 1])
            return stepAmong(clock, wanted);
        return std::max(m_leastStep, QCPAxisTicker::getTickStep(range));
    }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override
    {
        return words(m_words, std::abs(tick) < m_step * 1e-6 ? 0.0 : tick, m_greatest);
    }
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override
    {
        m_step = tickStep;
        m_greatest = std::max(std::abs(range.lower), std::abs(range.upper));
        return QCPAxisTicker::createTickVector(tickStep, range);
    }

private:
    TickWords m_words;
    double m_leastStep;
    double m_step = 1.0;
    double m_greatest = 0.0;
};

class LogarithmicTicks final : public QCPAxisTickerLog {
public:
    explicit LogarithmicTicks(TickWords words)
        : m_words(words)
    {
        setSubTickCount(8);
    }

protected:
    /// Powers of ten; if fewer than two are visible, also their multiples by 2 and 5, so that a narrow range has labels.
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override
    {
        const QVector<double> powers = QCPAxisTickerLog::createTickVector(tickStep, range);
        const auto inSight = std::ranges::count_if(powers, [&](double tick) { return range.contains(tick); });
        if (inSight >= 2 || range.lower <= 0.0)
            return powers;
        if (range.upper / range.lower < 3.0)
            return QCPAxisTicker::createTickVector(QCPAxisTicker::getTickStep(range), range);
        QVector<double> ticks;
        for (double power = std::pow(10.0, std::floor(std::log10(range.lower))); power <= range.upper; power *= 10.0)
            for (const double factor : {1.0, 2.0, 5.0})
                ticks << power * factor;
        return ticks;
    }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return words(m_words, tick, 0.0); }

private:
    TickWords m_words;
};

/// Powers of two, as many as there is room for.
class DoublingTicks final : public QCPAxisTickerLog {
public:
    DoublingTicks() { setSubTickCount(0); }

protected:
    QVector<double> createTickVector(double, const QCPRange& range) override
    {
        QVector<double> ticks;
        if (range.lower <= 0.0)
            return ticks;
        const int first = static_cast<int>(std::ceil(std::log2(range.lower))), last = std::ilogb(range.upper);
        const int stride = std::max(1, (last - first) / std::max(1, mTickCount) + 1);
        for (int exponent = last - (last - first) / stride * stride; exponent <= last; exponent += stride)
            ticks << std::ldexp(1.0, exponent);
        return ticks;
    }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return powerText(2, std::ilogb(tick)); }
};

QSharedPointer<QCPAxisTicker> ticks(TickWords words, double leastStep, bool logarithmic)
{
    if (logarithmic)
        return QSharedPointer<LogarithmicTicks>::create(words);
    return QSharedPointer<LinearTicks>::create(words, leastStep);
}

} // namespace

QString valueText(const PlotQuantity& quantity, double value)
{
    if (!std::isfinite(value))
        return significantText(value);
    if (quantity.doublings)
        return numberText(value);
    if (quantity.percent)
        return percentText(value);
    if (quantity.better == Better::neither && std::abs(value) >= 1e-6)
        return numberText(value, 3); // a setting, not a measurement: 0.001 without trailing zeros
    return significantText(value);
}

QSharedPointer<QCPAxisTicker> ticksFor(CurveX axis, bool logarithmic)
{
    return ticks(axis == CurveX::seconds ? TickWords::duration : TickWords::number, axis == CurveX::step ? 1.0 : 0.0, logarithmic);
}

QSharedPointer<QCPAxisTicker> ticksFor(const PlotQuantity& quantity, bool logarithmic)
{
    if (quantity.doublings)
        return QSharedPointer<DoublingTicks>::create();
    return ticks(quantity.percent ? TickWords::percent : TickWords::number, 0.0, logarithmic);
}

} // namespace netsmith::gui
