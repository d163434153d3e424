#include "engine/data/images/image_listing.h"

#include <array>

namespace netsmith::data {

ImageListing listImages(const std::filesystem::path& root)
{
    static constexpr std::array<std::string_view, 5> endings{".jfif", ".jpe", ".jpeg", ".jpg", ".png"};
    return listClassFolders(
        root,
        {endings, NS_MESSAGE("images.empty_class", "the class folder {0} holds no PNG or JPEG picture; add some or remove it"),
         NS_MESSAGE("images.no_classes",
                    "{0} holds no folders; expected one for each class, with its pictures in it, or such folders in \"train\" "
                    "and \"test\"")});
}

} // namespace netsmith::data
