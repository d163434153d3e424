#include "engine/report/run_plots.h"

#include "engine/losses/measured_quantity.h"
#include "engine/report/measured_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace netsmith::report {
namespace {

using Series = runs::RunCurves::Series;
using Style = PlotLine::Style;

/// What training and validation have in common: "accuracy" of "val_accuracy".
std::string measureOf(const std::string& name)
{
    return measuredQuantity(name).ofValidation ? name.substr(std::string_view("val_").size()) : name;
}

template <class X>
std::vector<Place> pointsOf(const std::vector<X>& xs, const std::vector<double>& ys)
{
    std::vector<Place> points;
    for (std::size_t i = 0; i < std::min(xs.size(), ys.size()); ++i)
        points.push_back({static_cast<double>(xs[i]), ys[i]});
    return points;
}

bool anyFinite(const std::vector<double>& values)
{
    return std::ranges::any_of(values, [](double value) { return std::isfinite(value); });
}

Plot& plotFor(std::vector<Plot>& plots, const std::string& name)
{
    const std::string title = measureTitle(name);
    const auto found = std::ranges::find(plots, title, &Plot::title);
    if (found != plots.end())
        return *found;
    Plot plot{title, "epoch", {}, measuredQuantity(name).format == MetricFormat::percent, true, std::nullopt};
    return plots.emplace_back(std::move(plot));
}

/// Null if it was not measured, or is not finite anywhere.
const Series* seriesNamed(const std::vector<Series>& all, const std::string& name)
{
    const auto found = std::ranges::find(all, name, &Series::name);
    return found == all.end() || !anyFinite(found->values) ? nullptr : &*found;
}

/// The means of as many parts as are told apart: single steps of a long training are noise.
struct Averaged {
    std::vector<Place> points;
    std::size_t each = 1; ///< steps of a mean
};

Averaged averaged(const std::vector<Place>& points)
{
    constexpr std::size_t partsAtMost = 300;
    if (points.size() <= partsAtMost)
        return {points, 1};
    Averaged out{{}, (points.size() + partsAtMost - 1) / partsAtMost};
    for (std::size_t begin = 0; begin < points.size(); begin += out.each) {
        const std::size_t end = std::min(points.size(), begin + out.each);
        double sum = 0.0, count = 0.0;
        for (std::size_t i = begin; i < end; ++i)
            if (std::isfinite(points[i].y)) {
                sum += points[i].y;
                ++count;
            }
        out.points.push_back({(points[begin].x + points[end - 1].x) / 2.0, sum / count}); // NaN is a gap
    }
    return out;
}

std::optional<Plot> rateOf(const runs::RunCurves::Steps& steps)
{
    if (steps.learningRate.empty())
        return std::nullopt;
    const auto [least, most] = std::ranges::minmax(steps.learningRate);
    if (!(least < most))
        return std::nullopt;
    return Plot{"Learning rate", "epoch", {{{}, Ink::accent, Style::solid, pointsOf(steps.epoch, steps.learningRate)}},
                false,           true,    std::nullopt};
}

} // namespace

std::vector<Plot> plotsOf(const runs::RunCurves& curves, const std::string& judgedBy)
{
    std::vector<Plot> plots;
    for (const Series& series : curves.epochs.series)
        if (const std::string measure = measureOf(series.name); measure == series.name)
            plotFor(plots, measure);
    for (const Series& series : curves.steps.series)
        if (seriesNamed(curves.steps.series, series.name)) {
            Averaged steps = averaged(pointsOf(curves.steps.epoch, series.values));
            plotFor(plots, series.name)
                .lines.push_back({steps.each == 1 ? "each step" : fmt::format("mean of {} steps", steps.each), Ink::accent,
                                  Style::faint, std::move(steps.points)});
        }
    for (const Series& series : curves.epochs.series) {
        if (!seriesNamed(curves.epochs.series, series.name))
            continue;
        Plot& plot = plotFor(plots, measureOf(series.name));
        const bool ofValidation = measuredQuantity(series.name).ofValidation;
        plot.lines.push_back({ofValidation ? "validation" : "training", ofValidation ? Ink::validation : Ink::accent,
                              ofValidation ? Style::dashed : Style::solid, pointsOf(curves.epochs.epoch, series.values)});
        if (curves.bestEpoch <= 0)
            continue;
        const auto best = static_cast<double>(curves.bestEpoch);
        plot.marked = best;
        plot.markedWords = fmt::format("best: epoch {}", curves.bestEpoch);
        if (series.name == judgedBy)
            for (const Place& point : plot.lines.back().points)
                if (point.x == best)
                    plot.ring = point;
    }
    std::erase_if(plots, [](const Plot& plot) { return plot.lines.empty(); });
    if (std::optional<Plot> rate = rateOf(curves.steps))
        plots.push_back(std::move(*rate));
    return plots;
}

std::vector<Plot> plotsOf(const std::vector<runs::RunCurves>& folds)
{
    std::vector<Plot> plots;
    for (std::size_t i = 0; i < folds.size(); ++i) {
        const std::vector<Series>& all = folds[i].epochs.series;
        for (const Series& series : all) {
            const bool ofValidation = measuredQuantity(series.name).ofValidation;
            if (!anyFinite(series.values) || (!ofValidation && seriesNamed(all, "val_" + series.name)))
                continue;
            Plot& plot = plotFor(plots, measureOf(series.name));
            const char* name = ofValidation ? "validation of each fold" : "training of each fold";
            plot.lines.push_back({plot.lines.empty() ? name : "", ofValidation ? Ink::validation : Ink::accent, Style::solid,
                                  pointsOf(folds[i].epochs.epoch, series.values)});
        }
    }
    return plots;
}

} // namespace netsmith::report
