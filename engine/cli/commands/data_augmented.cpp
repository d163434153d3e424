#include "engine/backend/loader.h"
#include "engine/cli/data_commands.h"
#include "engine/cli/terminal/contact_sheet.h"
#include "engine/cli/terminal/picture.h"
#include "engine/inspect/transformed_images.h"

#include <fmt/format.h>

#include <algorithm>

namespace netsmith::cli {
namespace {

constexpr std::int64_t rows = 8; // images shown
constexpr std::int64_t columns = 8; // draws of each

const data::Field& imagesOf(const data::DataSplit& split)
{
    const auto found = std::ranges::find_if(split.fields, [](const data::Field& field) { return isPicture(field.spec); });
    if (found == split.fields.end())
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("cli.data.no_images", "the data set has no field of gray or color images; transforms work on images"));
    return *found;
}

} // namespace

void drawAugmented(Console& console, const Project& project, const data::DataSplit& train, OutputFile& file)
{
    const data::Field& field = imagesOf(train);
    std::vector<std::int64_t> samples;
    for (std::int64_t i = 0; i < std::min(rows, field.count); ++i)
        samples.push_back(i);
    const inspect::TransformedImages made = inspect::transformedImages(project, field, samples, columns, *hostBackend().take());
    file.write(contactSheet(made.shape, made.images, columns).take());
    console.event("augmented", {{"file", file.path()}, {"images", made.images.size()}, {"shape", made.shape.sizes()}});
    console.line(fmt::format("{} images of {} after the transforms: {}", made.images.size(), made.shape.text(), file.path()));
}

} // namespace netsmith::cli
