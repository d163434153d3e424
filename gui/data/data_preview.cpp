#include "gui/data/data_preview.h"

#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"

#include <algorithm>
#include <cstring>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

const data::Field* classField(const data::DataSplit& split)
{
    for (const data::Field& field : split.fields)
        if (field.spec.classes > 0 && field.spec.shape.rank() == 0)
            return &field;
    return nullptr;
}

std::int64_t classOf(const data::Field& field, std::int64_t index)
{
    const std::span<const std::byte> bytes = field.sample(index);
    if (field.spec.type == DataType::u8)
        return std::to_integer<std::int64_t>(bytes[0]);
    std::int32_t value = 0;
    if (bytes.size() >= sizeof value)
        std::memcpy(&value, bytes.data(), sizeof value);
    return value;
}

QString className(const data::FieldSpec& spec, std::int64_t index)
{
    const auto at = static_cast<std::size_t>(index);
    return at < spec.classNames.size() ? engineText(spec.classNames[at]) : QString::number(index);
}

/// The first samples, class by class in turn, so that each is seen.
std::vector<std::int64_t> chosen(const data::Field* classes, std::int64_t count)
{
    std::vector<std::int64_t> out;
    if (!classes) {
        for (std::int64_t i = 0; i < std::min<std::int64_t>(count, previewSamples); ++i)
            out.push_back(i);
        return out;
    }
    const auto kinds = static_cast<std::size_t>(classes->spec.classes);
    const std::size_t each = std::max<std::size_t>(1, previewSamples / kinds);
    std::vector<std::vector<std::int64_t>> found(kinds);
    std::size_t full = 0;
    for (std::int64_t i = 0; i < count && full < kinds; ++i) {
        std::vector<std::int64_t>& list = found[static_cast<std::size_t>(classOf(*classes, i))];
        if (list.size() < each) {
            list.push_back(i);
            full += list.size() == each;
        }
    }
    for (std::size_t round = 0; round < each; ++round)
        for (const std::vector<std::int64_t>& list : found)
            if (round < list.size() && out.size() < previewSamples)
                out.push_back(list[round]);
    return out;
}

} // namespace

QImage samplePicture(const data::Field& field, std::int64_t index)
{
    const Shape& shape = field.spec.shape;
    if (field.spec.type != DataType::u8 || shape.rank() != 3 || (shape[2] != 1 && shape[2] != 3))
        return {};
    const auto* bytes = reinterpret_cast<const uchar*>(field.sample(index).data());
    const int width = static_cast<int>(shape[1]);
    const int channels = static_cast<int>(shape[2]);
    return QImage(bytes, width, static_cast<int>(shape[0]), width * channels,
                  channels == 3 ? QImage::Format_RGB888 : QImage::Format_Grayscale8)
        .copy();
}

DataPreview previewOf(const data::DataSet& set)
{
    DataPreview out;
    out.title = engineText(set.title);
    out.origin = messageText(set.origin);
    out.trainCount = set.train.count();
    out.testCount = set.test.count();
    out.bytes = set.train.bytes() + set.test.bytes();
    if (set.train.fields.empty())
        return out;
    const data::Field& first = set.train.fields.front();
    out.sampleShape = shapeText(first.spec.shape);
    const data::Field* classes = classField(set.train);
    if (classes) {
        std::vector<std::int64_t> counts(static_cast<std::size_t>(classes->spec.classes), 0);
        for (std::int64_t i = 0; i < set.train.count(); ++i)
            ++counts[static_cast<std::size_t>(classOf(*classes, i))];
        for (std::size_t i = 0; i < counts.size(); ++i)
            out.balance.push_back({className(classes->spec, static_cast<std::int64_t>(i)), counts[i]});
    }
    for (const std::int64_t index : chosen(classes, set.train.count()))
        out.samples.push_back(
            {samplePicture(first, index), classes ? className(classes->spec, classOf(*classes, index)) : QString::number(index)});
    return out;
}

} // namespace netsmith::gui
