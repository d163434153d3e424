#include "gui/data/data_preview.h"

#include "engine/backend/loader.h"
#include "engine/fields/element.h"
#include "engine/inspect/transformed_images.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"

#include <algorithm>
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
    return static_cast<std::int64_t>(data::elementOf(field.spec.type, field.sample(index).data()));
}

/// The first samples, cycling through the classes so that each is shown; without classes, evenly spaced ones, since neighbours may
/// be alike or overlap.
std::vector<std::int64_t> chosen(const data::Field* classes, std::int64_t count)
{
    std::vector<std::int64_t> out;
    if (!classes) {
        const std::int64_t shown = std::min<std::int64_t>(count, previewSamples);
        for (std::int64_t i = 0; i < shown; ++i)
            out.push_back(i * count / shown);
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

/// A copy of these samples only, so that the rest of the data set can be freed.
data::Field copyOf(const data::Field& field, std::span<const std::int64_t> samples)
{
    data::NewField made = data::makeField(field.spec, static_cast<std::int64_t>(samples.size()));
    std::byte* to = made.bytes;
    for (const std::int64_t sample : samples)
        to = std::ranges::copy(field.sample(sample), to).out;
    return made.field;
}

} // namespace

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
            out.balance.push_back({classTitle(classes->spec, static_cast<std::int64_t>(i)), counts[i]});
    }
    const std::vector<std::int64_t> shown = chosen(classes, set.train.count());
    if (isPicture(first.spec))
        out.pictures = copyOf(first, std::span(shown).first(std::min<std::size_t>(shown.size(), transformedSamples)));
    for (const std::int64_t index : shown) {
        DataPreview::Sample& sample = out.samples.emplace_back();
        sample.content = contentOf(first, index);
        if (!sample.content.picture.isNull())
            sample.content.boxes = boxesOf(set.train, index);
        sample.label = classes ? classTitle(classes->spec, classOf(*classes, index)) : QString::number(index);
    }
    return out;
}

std::vector<DataPreview::Sample> transformedPictures(const Project& project, const data::Field& pictures)
{
    std::vector<std::int64_t> samples(static_cast<std::size_t>(pictures.count));
    std::iota(samples.begin(), samples.end(), 0);
    const inspect::TransformedImages made =
        inspect::transformedImages(project, pictures, samples, drawsOfEach, *hostBackend().take());
    std::vector<DataPreview::Sample> out;
    for (std::int64_t draw = 0; draw < drawsOfEach; ++draw) // a column of draws under each sample
        for (std::int64_t i = 0; i < pictures.count; ++i)
            out.push_back(
                {{.picture = pictureOf(made.images[static_cast<std::size_t>(i * drawsOfEach + draw)].data(), made.shape)}, {}});
    return out;
}

} // namespace netsmith::gui
