#include "engine/input/images/image_index.h"

#include "engine/core/parallel.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace netsmith::data {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view head = "netsmith images 2 ";
constexpr std::int64_t filesAtOnce = 4096; // files between two checks of the watch

/// The size and time of a file below an open folder; neither if it has disappeared.
void look(int folder, std::int64_t now, IndexedImage& image)
{
    constexpr std::int64_t second = 1'000'000'000;
    constexpr std::int64_t tick = 2 * second; // the resolution of the coarsest file systems
    struct stat status { };
    if (::fstatat(folder, image.path.c_str(), &status, 0) != 0 || !S_ISREG(status.st_mode))
        return;
    image.size = status.st_size;
    image.modified = static_cast<std::int64_t>(status.st_mtim.tv_sec) * second + status.st_mtim.tv_nsec;
    if (image.modified < 0 || (image.modified > now - tick && image.modified <= now))
        image.modified = IndexedImage::unsure;
}

/// Resolves paths below an open folder without traversing it each time.
struct Folder {
    explicit Folder(const fs::path& path)
        : file(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    {
    }
    ~Folder()
    {
        if (file >= 0)
            ::close(file);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    const int file;
};

template <class T>
bool take(std::string_view& line, T& value, T least = 0)
{
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), value);
    if (error != std::errc() || end == line.data() + line.size() || *end != ' ' || value < least)
        return false;
    line.remove_prefix(static_cast<std::size_t>(end - line.data()) + 1);
    return true;
}

/// A path may contain a line break.
std::string escaped(const std::string& path)
{
    std::string out;
    for (const char letter : path)
        out += letter == '\n' ? std::string("\\n") : letter == '\\' ? std::string("\\\\") : std::string(1, letter);
    return out;
}

std::optional<std::string> unescaped(std::string_view text)
{
    if (text.find('\\') == std::string_view::npos) // as nearly all are
        return std::string(text);
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
    return Error(ErrorKind::input, NS_MESSAGE("images.index", "line {0} of the index of pictures is damaged; it is rebuilt"), line);
}

} // namespace

std::string toText(const std::vector<IndexedImage>& images)
{
    std::string text = std::string(head) + std::to_string(images.size()) + "\n";
    for (const IndexedImage& image : images) {
        for (const std::int64_t number : {image.size, image.modified, std::int64_t{image.checksum}, std::int64_t{image.readable}})
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
        std::int64_t readable = 0;
        if (!take(line, image.size) || !take(line, image.modified, IndexedImage::unsure) || !take(line, image.checksum)
            || !take(line, readable) || readable > 1)
            return damaged(number);
        image.readable = readable == 1;
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

std::vector<IndexedImage> lookAtImages(const fs::path& root, const ImageListing& listing, const Watch& watch)
{
    struct timespec clock { };
    ::clock_gettime(CLOCK_REALTIME, &clock);
    const std::int64_t now = static_cast<std::int64_t>(clock.tv_sec) * 1'000'000'000 + clock.tv_nsec;
    std::vector<IndexedImage> images;
    for (const std::vector<ListedImage>* part : {&listing.train, &listing.test})
        for (const ListedImage& image : *part)
            images.push_back({.path = image.path});
    const auto count = static_cast<std::int64_t>(images.size());
    const Folder folder(root);
    for (std::int64_t done = 0; done < count; done += filesAtOnce) {
        watch.throwIfStopped();
        parallelFor(std::min(filesAtOnce, count - done), 64, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = done + begin; i < done + end; ++i)
                look(folder.file, now, images[static_cast<std::size_t>(i)]);
        });
    }
    return images;
}

} // namespace netsmith::data
