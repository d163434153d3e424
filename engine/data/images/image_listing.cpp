#include "engine/data/images/image_listing.h"

#include <array>

namespace netsmith::data {

ImageListing listImages(const std::filesystem::path& root)
{
    static constexpr std::array<std::string_view, 7> endings{".bmp", ".jfif", ".jpe", ".jpeg", ".jpg", ".png", ".webp"};
    return listClassFolders(
        root,
        {endings,
         NS_MESSAGE("images.empty_class", "the class folder {0} holds no PNG, JPEG, WebP or BMP picture; add some or remove it"),
         NS_MESSAGE("images.no_classes",
                    "{0} holds no folders; expected one for each class, with its pictures in it, or such folders in \"train\" "
                    "and \"test\"")});
}

} // namespace netsmith::data
