#include "gui/data/sample_content.h"

#include "engine/fields/element.h"
#include "engine/fields/text/vocabulary.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr std::int64_t tokensShown = 200;
constexpr std::int64_t numbersShown = 12;
constexpr std::int64_t pointsShown = 512;

double number(const data::Field& field, std::int64_t sample, std::int64_t element)
{
    return data::elementOf(field.spec.type,
                           field.sample(sample).data() + element * static_cast<std::int64_t>(sizeOf(field.spec.type)));
}

/// Without padding. Line breaks are shown as symbols, since the panel has one line.
QString wordsOf(const data::Field& field, std::int64_t sample)
{
    std::vector<std::int32_t> tokens;
    for (std::int64_t i = 0; i < std::min(field.spec.shape.elements(), tokensShown); ++i)
        if (const auto token = static_cast<std::int32_t>(number(field, sample, i)); token != data::Vocabulary::padding)
            tokens.push_back(token);
    return fromStd(field.spec.vocabulary->text(tokens)).replace(u'\n', u" ⏎ "_s);
}

/// A category by its name, a number by its digits.
QString columnsOf(const data::Field& field, std::int64_t sample)
{
    QStringList parts;
    std::int64_t at = 0;
    for (const data::Column& column : field.spec.columns) {
        if (std::ssize(parts) == numbersShown)
            return parts.join(u" · "_s) + u" …"_s;
        if (column.categories.empty()) {
            const double value = number(field, sample, at);
            parts << (std::isnan(value) ? u"–"_s : significantText(value));
        } else {
            QString name = u"–"_s;
            for (std::size_t i = 0; i < column.categories.size(); ++i)
                if (number(field, sample, at + static_cast<std::int64_t>(i)) == 1.0)
                    name = fromStd(column.categories[i]);
            parts << name;
        }
        at += column.elements();
    }
    return parts.join(u" · "_s);
}

QString numbersOf(const data::Field& field, std::int64_t sample)
{
    const std::int64_t count = field.spec.shape.elements();
    QStringList parts;
    for (std::int64_t i = 0; i < std::min(count, numbersShown); ++i)
        parts << significantText(number(field, sample, i));
    return parts.join(u" · "_s) + (count > numbersShown ? u" …"_s : QString());
}

std::vector<double> curveOf(const data::Field& field, std::int64_t sample)
{
    std::vector<double> curve;
    const std::int64_t channels = field.spec.shape[1];
    for (std::int64_t i = 0; i < std::min(field.spec.shape[0], pointsShown); ++i)
        curve.push_back(number(field, sample, i * channels));
    return curve;
}

} // namespace

QString classTitle(const data::FieldSpec& spec, std::int64_t classNumber)
{
    if (spec.vocabulary)
        return fromStd(spec.vocabulary->shown(static_cast<std::int32_t>(classNumber)));
    const auto at = static_cast<std::size_t>(classNumber);
    return at < spec.classNames.size() ? engineText(spec.classNames[at]) : QString::number(classNumber);
}

bool isPicture(const data::FieldSpec& spec)
{
    return spec.type == DataType::u8 && spec.shape.rank() == 3 && (spec.shape[2] == 1 || spec.shape[2] == 3);
}

QImage pictureOf(const std::byte* bytes, const Shape& shape)
{
    const int width = static_cast<int>(shape[1]);
    const int channels = static_cast<int>(shape[2]);
    return QImage(reinterpret_cast<const uchar*>(bytes), width, static_cast<int>(shape[0]), width * channels,
                  channels == 3 ? QImage::Format_RGB888 : QImage::Format_Grayscale8)
        .copy();
}

std::vector<QRectF> boxesOf(const data::DataSplit& split, std::int64_t index)
{
    const auto isOfBoxes = [](const data::Field& field) {
        return field.spec.kind == data::FieldKind::boxes && field.spec.shape.rank() == 2 && field.spec.shape[1] >= 4;
    };
    const auto boxes = std::ranges::find_if(split.fields, isOfBoxes);
    if (boxes == split.fields.end())
        return {};
    const Shape& shape = boxes->spec.shape;
    std::int64_t rows = shape[0];
    for (const data::Field& field : split.fields)
        if (!boxes->spec.lengths.empty() && field.spec.name == boxes->spec.lengths)
            rows = std::min(rows, static_cast<std::int64_t>(number(field, index, 0)));
    std::vector<QRectF> out;
    for (std::int64_t row = 0; row < rows; ++row) {
        const auto corner = [&](std::int64_t x) {
            return QPointF(number(*boxes, index, row * shape[1] + x), number(*boxes, index, row * shape[1] + x + 1));
        };
        out.emplace_back(corner(0), corner(2));
    }
    return out;
}

SampleContent contentOf(const data::Field& field, std::int64_t index)
{
    const data::FieldSpec& spec = field.spec;
    if (isPicture(spec))
        return {.picture = pictureOf(field.sample(index).data(), spec.shape)};
    if (spec.vocabulary)
        return {.text = wordsOf(field, index)};
    if (!spec.columns.empty() && spec.shape.rank() < 2)
        return {.text = columnsOf(field, index)};
    if (spec.shape.rank() == 2 && spec.shape[0] > 1)
        return {.curve = curveOf(field, index)};
    return {.text = numbersOf(field, index)};
}

} // namespace netsmith::gui
