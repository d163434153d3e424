#include "engine/core/checked.h"
#include "engine/core/files/safe_file.h"
#include "engine/data/source.h"
#include "engine/data/source_factory.h"
#include "engine/data/sources/sources.h"
#include "engine/graph/specs/spec.h"
#include "engine/input/images/image_loading.h"
#include "engine/input/images/own_size.h"

namespace netsmith::data {
namespace {

namespace fs = std::filesystem;

struct Settings {
    std::int64_t height = 0;
    std::int64_t width = 0;
    std::int64_t channels = 3;
    std::string fit = "stretch";
    bool cache = true;
};

const ParameterBuilder<Settings>& declared()
{
    using S = Settings;
    static const auto all = [] {
        ParameterBuilder<S> settings;
        settings
            .integer("height", &S::height, NS_TEXT("data.image_folder", "Height"),
                     NS_TEXT("data.image_folder",
                             "The height in pixels that each picture is resized to; 0: that of the first, at most 256."))
            .range(0, 4096)
            .usual(0, 256)
            .unit(NS_TEXT("unit", "pixels"))
            .integer("width", &S::width, NS_TEXT("data.image_folder", "Width"),
                     NS_TEXT("data.image_folder",
                             "The width in pixels that each picture is resized to; 0: that of the first, at most 256."))
            .range(0, 4096)
            .usual(0, 256)
            .unit(NS_TEXT("unit", "pixels"))
            .integer("channels", &S::channels, NS_TEXT("data.image_folder", "Channels"),
                     NS_TEXT("data.image_folder", "1 for gray, 3 for color, 4 for color with alpha."))
            .range(1, 4)
            .choice("fit", &S::fit, NS_TEXT("data.image_folder", "Fit"),
                    NS_TEXT("data.image_folder",
                            "How a picture with another aspect ratio is resized: stretched, cropped to its center, or whole with a "
                            "black border."),
                    {{"crop", NS_TEXT("data.image_folder", "Crop to the center")},
                     {"pad", NS_TEXT("data.image_folder", "Letterbox")},
                     {"stretch", NS_TEXT("data.image_folder", "Stretch")}})
            .boolean("cache", &S::cache, NS_TEXT("data.image_folder", "Cache"),
                     NS_TEXT("data.image_folder",
                             "Keeps the decoded pictures on the disk and maps them into memory the next time; without that, they "
                             "are decoded whenever a training starts."));
        return settings;
    }();
    return all;
}

const SourceInfo& factoryInfo()
{
    static const SourceInfo info{
        .id = "image_folder",
        .title = NS_TEXT("data.image_folder", "pictures in folders"),
        .doc = NS_TEXT("data.image_folder",
                       "PNG, JPEG, WebP and BMP pictures of your own, of any size, in one folder per class, or in such folders "
                       "under \"train\" and \"test\". Each is rotated by its EXIF orientation and resized to the same size."),
        .licence = NS_TEXT("data.image_folder", "that of your pictures"),
        .place = SourcePlace::folder,
        .parameters = declared().specs(),
        .mayMap = true,
    };
    return info;
}

/// The pictures of one folder, made as one project wants them.
class FolderOfImages final : public Source {
public:
    FolderOfImages(fs::path root, ImageFormat format, bool cache)
        : m_root(std::move(root))
        , m_format(format)
        , m_cache(cache)
        , m_info(factoryInfo())
    {
        const ImageListing listing = listImages(m_root);
        m_info.trainCount = static_cast<std::int64_t>(listing.train.size());
        m_info.testCount = static_cast<std::int64_t>(listing.test.size());
        if (m_format.height == 0 || m_format.width == 0) {
            const PictureSize own = ownSize(m_root, listing);
            m_format.height = m_format.height == 0 ? own.height : m_format.height;
            m_format.width = m_format.width == 0 ? own.width : m_format.width;
        }
        m_fields = imageFields(m_format, listing.classes);
    }

    const SourceInfo& info() const override { return m_info; }
    const std::vector<FieldSpec>& fields() const override { return m_fields; }
    std::vector<std::string> sampleNames() const override { return namesOf(listImages(m_root).train); }
    Availability find(const DataPaths&) const override
    {
        return {true, Message(NS_MESSAGE("data.origin.folder", "{0} from {1}"), titleOf(m_info), m_root.string())};
    }
    std::vector<fs::path> files(const DataPaths&) const override { return {m_root}; }
    Expected<DataSet> load(const DataPaths& paths, const Watch& watch) const override
    try {
        const ImageListing listing = listImages(m_root); // the files there may have changed by now
        LoadedImages loaded = loadImages(m_root, listing, lookAtImages(m_root, listing, watch), m_format, pixelFile(paths), watch);
        return DataSet{m_info.id,
                       m_info.title,
                       find(paths).where,
                       std::move(loaded.train),
                       std::move(loaded.test),
                       std::move(loaded.fingerprint),
                       std::move(loaded.warnings)};
    } catch (const Error& error) {
        return error;
    }

private:
    /// In the user's cache, keyed by content; empty if there is no cache, or it is not wanted.
    fs::path pixelFile(const DataPaths& paths) const
    {
        if (!m_cache || paths.cacheDir.empty())
            return {};
        const std::string key = pixelsKey(m_root, m_format);
        return paths.cacheDir / "images" / (sha256(std::as_bytes(std::span(key))).substr(0, 16) + ".pixels");
    }

    fs::path m_root;
    ImageFormat m_format;
    bool m_cache;
    SourceInfo m_info;
    std::vector<FieldSpec> m_fields;
};

std::shared_ptr<const Source> make(const fs::path& place, const ParameterMap& parameters)
{
    const Settings settings = declared().bind(parameters);
    if (settings.channels == 2)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("images.channels",
                               "pictures have 1 channel for gray, 3 for color or 4 for color with alpha, "
                               "not 2; correct data.source.channels"));
    return std::make_shared<FolderOfImages>(place,
                                            ImageFormat{static_cast<int>(settings.height), static_cast<int>(settings.width),
                                                        static_cast<int>(settings.channels), fitNamed(settings.fit)},
                                            settings.cache);
}

} // namespace

const Source& imageFolder()
{
    static const SourceFactory source(factoryInfo(), make);
    return source;
}

} // namespace netsmith::data
