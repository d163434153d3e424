#include "gui/runs/run_plots.h"

#include "engine/losses/measured_quantity.h"
#include "engine/train/learning_rates.h"
#include "gui/plots/plot_panel.h"
#include "gui/runs/machine_plots.h"
#include "gui/training/training_words.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace netsmith::gui {
namespace {

constexpr std::string_view validationPrefix = "val_";
constexpr const char* lossScaleQuantity = "loss_scale";

} // namespace

bool plotPoints(PlotPanel& plots, const std::string& run, const runs::RunCurves& points, std::vector<std::string>& measured)
{
    const std::size_t known = measured.size();
    std::vector<CurvePoint> batch;
    const auto remember = [&measured](const std::string& quantity) {
        if (std::ranges::find(measured, quantity) == measured.end())
            measured.push_back(quantity);
    };
    const auto append = [&](const std::string& quantity, CurveKind kind) {
        if (!batch.empty())
            plots.append(run, quantity, kind, batch);
        batch.clear();
    };
    const runs::RunCurves::Steps& steps = points.steps;
    for (const runs::RunCurves::Series& series : steps.series) {
        remember(series.name);
        for (std::size_t i = 0; i < series.values.size(); ++i)
            if (!std::isnan(series.values[i]))
                batch.push_back({steps.step[i], steps.epoch[i], steps.seconds[i], series.values[i]});
        append(series.name, CurveKind::train);
    }
    for (std::size_t i = 0; i < steps.step.size(); ++i)
        batch.push_back({steps.step[i], steps.epoch[i], steps.seconds[i], steps.learningRate[i]});
    append("learning_rate", CurveKind::plain);
    for (const runs::RunCurves::Series& rates : steps.groupRates) {
        remember(rates.name);
        for (std::size_t i = 0; i < rates.values.size(); ++i)
            if (!std::isnan(rates.values[i]))
                batch.push_back({steps.step[i], steps.epoch[i], steps.seconds[i], rates.values[i]});
        append(rates.name, CurveKind::plain);
    }
    if (!steps.lossScale.empty())
        remember(lossScaleQuantity);
    const auto addScale = [&](std::size_t i) {
        if (!std::isnan(steps.lossScale[i]))
            batch.push_back({steps.step[i], steps.epoch[i], steps.seconds[i], steps.lossScale[i]});
    };
    for (std::size_t i = 0; i < steps.lossScale.size(); ++i)
        addScale(i);
    append(lossScaleQuantity, CurveKind::plain);
    for (const std::int64_t step : steps.skipped)
        if (const auto found = std::ranges::lower_bound(steps.step, step); found != steps.step.end())
            addScale(static_cast<std::size_t>(found - steps.step.begin()));
    append(lossScaleQuantity, CurveKind::marks);

    const runs::RunCurves::Epochs& epochs = points.epochs;
    for (const runs::RunCurves::Series& series : epochs.series) {
        if (!series.name.starts_with(validationPrefix))
            continue; // the training's own mean is part of its curve
        const std::string quantity = series.name.substr(validationPrefix.size());
        remember(quantity);
        for (std::size_t i = 0; i < series.values.size(); ++i)
            if (!std::isnan(series.values[i]))
                batch.push_back({epochs.step[i], static_cast<double>(epochs.epoch[i]), epochs.seconds[i], series.values[i]});
        append(quantity, CurveKind::validation);
    }
    plotMachine(plots, run, points);
    return measured.size() > known;
}

std::vector<PlotQuantity> plotsOf(std::span<const std::string> measured)
{
    std::vector<PlotQuantity> quantities{{"loss", quantityTitle("loss"), Better::lower, false}};
    bool anyMetric = false;
    for (const std::string& name : measured)
        if (name != "loss" && name != lossScaleQuantity && !name.ends_with(train::groupRateSuffix)) {
            const MeasuredQuantity quantity = measuredQuantity(name);
            quantities.push_back({name, quantityTitle(name), quantity.higherIsBetter ? Better::higher : Better::lower,
                                  quantity.format == MetricFormat::percent});
            anyMetric = true;
        }
    if (!anyMetric)
        quantities.push_back({"accuracy", quantityTitle("accuracy"), Better::higher, true});
    quantities.push_back({"learning_rate", quantityTitle("learning_rate"), Better::neither, false, false, true});
    for (const std::string& name : measured)
        if (name.ends_with(train::groupRateSuffix))
            quantities.push_back({name, quantityTitle(name), Better::neither, false, false, true});
    if (std::ranges::find(measured, std::string(lossScaleQuantity)) != measured.end())
        quantities.push_back({lossScaleQuantity, quantityTitle(lossScaleQuantity), Better::neither, false, true});
    return quantities;
}

} // namespace netsmith::gui
