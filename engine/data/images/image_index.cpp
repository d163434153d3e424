#include "engine/data/images/image_index.h"

#include "engine/core/parallel.h"
#include "engine/core/safe_file.h"
#include "engine/data/images/picture_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <unordered_map>

namespace netsmith::data {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view head = "netsmith images 1 ";
constexpr std::int64_t slice = 4096; // files between two looks at the watch
constexpr std::uint64_t indexBytesAtMost = std::uint64_t{1} << 30;

/// A file's size and time; zeros where it has gone.
void look(const fs::path& path, IndexedImage& image)
{
    struct stat status { };
    if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
        return;
    image.size = status.st_size;
    image.modified = static_cast<std::int64_t>(status.st_mtim.tv_sec) * 1'000'000'000 + status.st_mtim.tv_nsec;
}

/// The first bytes, in which a header usually lies; a camera's JPEG has a small picture in front of it, and is read whole then.
void readSides(const fs::path& path, IndexedImage& image)
{
    std::array<std::byte, 4096> first{};
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return;
    const ssize_t got = ::read(file, first.data(), first.size());
    ::close(file);
    if (got <= 0)
        return;
    const auto set = [&](const Expected<PictureHeader>& header) {
        if (header) {
            image.width = header->width;
            image.height = header->height;
        }
        return header.hasValue();
    };
    const bool whole = got == image.size;
    if (set(readPictureHeader(std::span(first).first(static_cast<std::size_t>(got)), {})) || whole)
        return;
    const auto all = readFile(path);
    if (all)
        set(readPictureHeader(*all, {}));
}

template <class T>
bool take(std::string_view& line, T& value)
{
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), value);
    if (error != std::errc() || end == line.data() + line.size() || *end != ' ' || value < 0)
        return false;
    line.remove_prefix(static_cast<std::size_t>(end - line.data()) + 1);
    return true;
}

/// A path may hold a line's end.
std::string escaped(const std::string& path)
{
    std::string out;
    for (const char letter : path)
        out += letter == '\n' ? std::string("\\n") : letter == '\\' ? std::string("\\\\") : std::string(1, letter);
    return out;
}

std::optional<std::string> unescaped(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\') {
            out += text[i];
            continue;
        }
        if (++i == text.size() || (text[i] != 'n' && text[i] != '\\'))
            return std::nullopt;
        out += text[i] == 'n' ? '\n' : '\\';
    }
    return out;
}

Error damaged(std::size_t line)
{
    return Error(ErrorKind::input, NS_MESSAGE("images.index", "line {0} of the index of pictures is damaged; it is made anew"),
                 line);
}

using Known = std::unordered_map<std::string_view, const IndexedImage*>;

Known byPath(const std::vector<IndexedImage>& images)
{
    Known known;
    known.reserve(images.size());
    for (const IndexedImage& image : images)
        known.emplace(image.path, &image);
    return known;
}

} // namespace

std::string toText(const std::vector<IndexedImage>& images)
{
    std::string text = std::string(head) + std::to_string(images.size()) + "\n";
    for (const IndexedImage& image : images) {
        for (const std::int64_t number : {image.size, image.modified, std::int64_t{image.width}, std::int64_t{image.height}})
            text += std::to_string(number) + ' ';
        text += escaped(image.path) + '\n';
    }
    return text;
}

Expected<std::vector<IndexedImage>> imagesFromText(std::string_view text)
{
    std::vector<IndexedImage> images;
    if (!text.starts_with(head))
        return damaged(1);
    text.remove_prefix(head.size());
    std::size_t count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error != std::errc() || end == text.data() + text.size() || *end != '\n')
        return damaged(1);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()) + 1);
    for (std::size_t number = 2; !text.empty(); ++number) {
        const std::size_t length = text.find('\n');
        if (length == std::string_view::npos)
            return damaged(number);
        std::string_view line = text.substr(0, length);
        text.remove_prefix(length + 1);
        IndexedImage image;
        if (!take(line, image.size) || !take(line, image.modified) || !take(line, image.width) || !take(line, image.height))
            return damaged(number);
        auto path = unescaped(line);
        if (!path || path->empty())
            return damaged(number);
        image.path = std::move(*path);
        images.push_back(std::move(image));
    }
    if (images.size() != count)
        return damaged(images.size() + 2);
    return images;
}

ImageIndex openImageIndex(const fs::path& root, const ImageListing& listing, const fs::path& file, const Watch& watch)
{
    std::vector<IndexedImage> before;
    if (!file.empty())
        if (const auto text = readTextFile(file, indexBytesAtMost))
            if (auto images = imagesFromText(*text))
                before = std::move(images).take();
    const Known known = byPath(before);

    ImageIndex index;
    for (const std::vector<ListedImage>* part : {&listing.train, &listing.test})
        for (const ListedImage& image : *part)
            index.images.push_back({.path = image.path});
    const auto count = static_cast<std::int64_t>(index.images.size());
    std::vector<char> fresh(index.images.size(), 0);
    for (std::int64_t done = 0; done < count; done += slice) {
        watch.throwIfStopped();
        watch.tell(root.string(), done, count);
        parallelFor(std::min(slice, count - done), 16, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = done + begin; i < done + end; ++i) {
                IndexedImage& image = index.images[static_cast<std::size_t>(i)];
                const fs::path path = root / image.path;
                look(path, image);
                const auto found = known.find(image.path);
                if (found != known.end() && found->second->size == image.size && found->second->modified == image.modified) {
                    image = *found->second;
                    continue;
                }
                readSides(path, image);
                fresh[static_cast<std::size_t>(i)] = 1;
            }
        });
    }
    for (const char isFresh : fresh)
        index.fresh += isFresh;
    if (!file.empty() && index.images != before) {
        std::error_code code;
        fs::create_directories(file.parent_path(), code);
        static_cast<void>(writeFileSafely(file, toText(index.images)).hasValue()); // a cache that can't be kept is no cache
    }
    return index;
}

} // namespace netsmith::data
