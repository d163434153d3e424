#include "gui/data/data_preview.h"

#include "engine/backend/loader.h"
#include "engine/inspect/transformed_images.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"

#include <algorithm>
#include <cstring>
#include <numeric>

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

constexpr std::int64_t transformedSamples = 7;
constexpr std::int64_t drawsOfEach = 3;

QImage pictureOf(const std::byte* bytes, const Shape& shape)
{
    const int width = static_cast<int>(shape[1]);
    const int channels = static_cast<int>(shape[2]);
    return QImage(reinterpret_cast<const uchar*>(bytes), width, static_cast<int>(shape[0]), width * channels,
                  channels == 3 ? QImage::Format_RGB888 : QImage::Format_Grayscale8)
        .copy();
}

bool isPicture(const data::FieldSpec& spec)
{
    return spec.type == DataType::u8 && spec.shape.rank() == 3 && (spec.shape[2] == 1 || spec.shape[2] == 3);
}

/// The samples alone, so that the rest of the data set can go.
data::Field copyOf(const data::Field& field, std::span<const std::int64_t> samples)
{
    data::NewField made = data::makeField(field.spec, static_cast<std::int64_t>(samples.size()));
    std::byte* to = made.bytes;
    for (const std::int64_t sample : samples)
        to = std::ranges::copy(field.sample(sample), to).out;
    return made.field;
}

} // namespace

QImage samplePicture(const data::Field& field, std::int64_t index)
{
    return isPicture(field.spec) ? pictureOf(field.sample(index).data(), field.spec.shape) : QImage();
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
    const std::vector<std::int64_t> shown = chosen(classes, set.train.count());
    if (isPicture(first.spec))
        out.pictures = copyOf(first, std::span(shown).first(std::min<std::size_t>(shown.size(), transformedSamples)));
    for (const std::int64_t index : shown)
        out.samples.push_back(
            {samplePicture(first, index), classes ? className(classes->spec, classOf(*classes, index)) : QString::number(index)});
    return out;
}

std::vector<DataPreview::Sample> transformedPictures(const Project& project, const data::Field& pictures)
{
    std::vector<std::int64_t> samples(static_cast<std::size_t>(pictures.count));
    std::iota(samples.begin(), samples.end(), 0);
    const inspect::TransformedImages made =
        inspect::transformedImages(project, pictures, samples, drawsOfEach, *backendFor("cpu").take());
    std::vector<DataPreview::Sample> out;
    for (std::int64_t draw = 0; draw < drawsOfEach; ++draw) // a column of draws under each sample
        for (std::int64_t i = 0; i < pictures.count; ++i)
            out.push_back({pictureOf(made.images[static_cast<std::size_t>(i * drawsOfEach + draw)].data(), made.shape), {}});
    return out;
}

} // namespace netsmith::gui
