#include "gui/attribution/importance.h"

#include "engine/fields/element.h"
#include "engine/fields/text/vocabulary.h"
#include "gui/data/sample_content.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

using Method = inspect::AttributionMethod;

struct ImportanceWords {
    Q_DECLARE_TR_FUNCTIONS(ImportanceWords)
};

std::vector<double> numbersOf(const data::Field& field)
{
    std::vector<double> numbers;
    data::eachElement(field.spec.type, field.sample(0), [&](double number) { numbers.push_back(number); });
    return numbers;
}

/// One value for each pixel.
std::vector<double> overChannels(const std::vector<double>& values, std::int64_t channels, Method method)
{
    std::vector<double> pixels(values.size() / static_cast<std::size_t>(channels), 0.0);
    for (std::size_t i = 0; i < values.size(); ++i) {
        double& pixel = pixels[i / static_cast<std::size_t>(channels)];
        if (method == Method::saliency || method == Method::occlusion)
            pixel = std::abs(values[i]) > std::abs(pixel) ? values[i] : pixel;
        else
            pixel += values[i];
    }
    return pixels;
}

/// Of an input of T×C numbers, channel by channel.
std::vector<double> byChannel(const std::vector<double>& values, std::int64_t steps, std::int64_t channels)
{
    std::vector<double> out(values.size());
    for (std::int64_t step = 0; step < steps; ++step)
        for (std::int64_t channel = 0; channel < channels; ++channel)
            out[static_cast<std::size_t>(channel * steps + step)] = values[static_cast<std::size_t>(step * channels + channel)];
    return out;
}

Importance importanceOf(const inspect::Attribution& attribution, const data::Field* input, Method method)
{
    Importance out{.title = fromStd(attribution.input), .values = attribution.values, .input = input};
    const Shape& shape = attribution.shape;
    const auto all = std::ssize(attribution.values);
    out.width = all;
    if (method == Method::gradCam) {
        out.form = Importance::Form::picture;
        out.isSmooth = true;
        out.height = shape[0];
        out.width = shape[1];
    } else if (input && input->spec.classes > 0 && input->spec.vocabulary) {
        out.form = Importance::Form::tokens;
    } else if (shape.rank() == 3) {
        out.form = Importance::Form::picture;
        out.height = shape[0];
        out.width = shape[1];
        out.values = overChannels(attribution.values, shape[2], method);
    } else if (shape.rank() == 2) {
        out.form = Importance::Form::series;
        out.height = shape[1];
        out.width = shape[0];
        out.values = byChannel(attribution.values, shape[0], shape[1]);
    }
    return out;
}

} // namespace

double Importance::most() const
{
    double most = 1e-30;
    for (const double value : values)
        if (std::isfinite(value))
            most = std::max(most, std::abs(value));
    return most;
}

bool Importance::hasNegative() const
{
    return std::ranges::any_of(values, [](double value) { return value < 0.0; });
}

std::vector<Importance> importancesIn(const AttributionReport& report)
{
    std::vector<Importance> all;
    for (const inspect::Attribution& attribution : report.explanation.inputs) {
        const bool ofLayer = report.method == Method::gradCam;
        const auto input = std::ranges::find_if(report.inputs, [&](const data::Field& field) {
            return ofLayer ? field.spec.shape.rank() == 3 : field.spec.name == attribution.input;
        });
        all.push_back(importanceOf(attribution, input == report.inputs.end() ? nullptr : &*input, report.method));
    }
    return all;
}

std::vector<ShownPart> partsOf(const Importance& importance)
{
    std::vector<ShownPart> parts;
    const data::FieldSpec& spec = importance.input->spec;
    const data::Vocabulary& vocabulary = *spec.vocabulary;
    std::int32_t before = -1;
    const std::vector<double> tokens = numbersOf(*importance.input);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const auto token = static_cast<std::int32_t>(tokens[i]);
        if (token == data::Vocabulary::padding)
            continue;
        QString written =
            token == data::Vocabulary::unknown ? fromStd(vocabulary.shown(token)) : fromStd(vocabulary.written(before, token));
        const bool hasSpace = written.startsWith(u' ') && written.size() > 1;
        if (hasSpace)
            written.remove(0, 1);
        parts.push_back({written, fromStd(vocabulary.shown(token)), hasSpace || token == data::Vocabulary::unknown,
                         static_cast<std::int64_t>(i), importance.values[i]});
        before = token;
    }
    return parts;
}

std::vector<ShownColumn> columnsOf(const Importance& importance)
{
    std::vector<ShownColumn> out;
    const data::FieldSpec* spec = importance.input ? &importance.input->spec : nullptr;
    const std::vector<double> numbers = importance.input ? numbersOf(*importance.input) : std::vector<double>();
    const auto shown = [&](std::size_t i) { return i < numbers.size() ? significantText(numbers[i], 4) : QString(); };
    std::int64_t covered = 0;
    if (spec)
        for (const data::Column& column : spec->columns)
            covered += column.elements();
    if (!spec || covered != std::ssize(importance.values)) {
        for (std::size_t i = 0; i < importance.values.size(); ++i)
            out.push_back({importance.values.size() > 1 ? ImportanceWords::tr("%1 %2", "an input and a number of it")
                                                              .arg(importance.title, countText(static_cast<std::int64_t>(i) + 1))
                                                        : importance.title,
                           shown(i), importance.values[i]});
        return out;
    }
    std::size_t at = 0;
    for (const data::Column& column : spec->columns) {
        ShownColumn one{fromStd(column.name), {}, 0.0};
        if (column.categories.empty()) {
            const bool isScaled = column.fitted && column.standardise;
            const double number = numbers[at];
            one.value = std::isnan(number)
                ? ImportanceWords::tr("missing")
                : significantText(isScaled ? number * column.fit.divide + column.fit.subtract : number, 4);
        }
        for (std::int64_t i = 0; i < column.elements(); ++i, ++at) {
            one.importance += importance.values[at];
            if (!column.categories.empty() && numbers[at] == 1.0)
                one.value = fromStd(column.categories[static_cast<std::size_t>(i)]);
        }
        out.push_back(std::move(one));
    }
    return out;
}

QString signedText(double value)
{
    const QString number = significantText(value);
    return value > 0.0 ? u'+' + number : number;
}

QImage pictureOfInput(const data::Field& field)
{
    const Shape& shape = field.spec.shape;
    if (shape.rank() != 3)
        return {};
    if (isPicture(field.spec))
        return pictureOf(field.sample(0).data(), shape);
    const std::vector<double> numbers = numbersOf(field);
    double least = INFINITY, most = -INFINITY;
    for (const double number : numbers)
        if (std::isfinite(number)) {
            least = std::min(least, number);
            most = std::max(most, number);
        }
    QImage picture(static_cast<int>(shape[1]), static_cast<int>(shape[0]), QImage::Format_Grayscale8);
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x) {
            double mean = 0.0;
            for (std::int64_t c = 0; c < shape[2]; ++c)
                mean += numbers[static_cast<std::size_t>((y * shape[1] + x) * shape[2] + c)] / static_cast<double>(shape[2]);
            const double share = most > least && std::isfinite(mean) ? (mean - least) / (most - least) : 0.0;
            picture.scanLine(y)[x] = static_cast<uchar>(std::lround(share * 255.0));
        }
    return picture;
}

} // namespace netsmith::gui
