#include "engine/input/images/image_listing.h"

#include "engine/core/ascii_case.h"

#include <algorithm>
#include <array>

namespace netsmith::data {
namespace {

constexpr std::array<std::string_view, 7> pictureEndings{".bmp", ".jfif", ".jpe", ".jpeg", ".jpg", ".png", ".webp"};

} // namespace

bool isNamedAsPicture(const std::filesystem::path& path)
{
    const std::string ending = lowerAscii(path.extension().string());
    return std::ranges::find(pictureEndings, ending) != pictureEndings.end();
}

ImageListing listImages(const std::filesystem::path& root)
{
    return listClassFolders(
        root,
        {pictureEndings,
         NS_MESSAGE("images.empty_class", "the class folder {0} holds no PNG, JPEG, WebP or BMP picture; add some or remove it"),
         NS_MESSAGE("images.no_classes",
                    "{0} holds no folders; expected one for each class, with its pictures in it, or such folders in \"train\" "
                    "and \"test\"")});
}

} // namespace netsmith::data
