#include "engine/data/text/text_source.h"

#include "engine/core/files/safe_file.h"
#include "engine/input/byte_reader.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace netsmith::data {
namespace {

namespace fs = std::filesystem;

const ParameterBuilder<TextSettings>& namedTextParameters()
{
    static const auto all = textParameters(NS_TEXT(
        "data.text_file", "The fraction of the text, at the end, that is the test set; the vocabulary comes from the whole text."));
    return all;
}

/// The file's content, unpacked; if too long, it is cut one byte past the expected length.
std::string contentOf(const fs::path& path, std::int64_t size)
{
    std::string content(static_cast<std::size_t>(size) + 1, '\0');
    content.resize(openBytes(path)->read(std::as_writable_bytes(std::span(content))));
    return content;
}

} // namespace

TextSource::TextSource(SourceInfo info, const TextFacts& facts)
    : m_info(std::move(info))
    , m_facts(facts)
{
    m_info.parameters = namedTextParameters().specs();
    use({});
}

void TextSource::use(const TextSettings& settings)
{
    m_settings = settings;
    const bool words = settings.options().rule.unit == TextUnit::words;
    const TextFacts::Reading& reading = words ? m_facts.words : m_facts.characters;
    const WindowOptions windows = settings.windows();
    // Exact if all tokens have the same length, else approximate.
    const auto trainTokens =
        static_cast<std::int64_t>(std::ceil(static_cast<double>(reading.tokens) * (1.0 - settings.validation)));
    checkWindows(m_facts.file, trainTokens, reading.tokens - trainTokens, windows);
    m_info.trainCount = windowCount(trainTokens, windows);
    m_info.testCount = windowCount(reading.tokens - trainTokens, windows);
    const std::int64_t different = settings.lowerCase ? reading.differentSmall : reading.different;
    m_fields = windowFields(windows, static_cast<int>(std::min(settings.vocabulary, Vocabulary::firstToken + different)));
}

Expected<std::shared_ptr<const Source>> TextSource::setUp(const fs::path&, const ParameterMap& parameters) const
try {
    auto source = std::make_shared<TextSource>(*this);
    source->use(namedTextParameters().bind(parameters));
    return std::shared_ptr<const Source>(std::move(source));
} catch (const Error& error) {
    return error;
}

Search TextSource::locate(const DataPaths& paths) const
{
    const std::array<fs::path, 3> subfolders{m_info.id, "text", ""};
    const std::array<std::string, 1> names{m_facts.file};
    return locateFiles(paths, subfolders, names);
}

Availability TextSource::find(const DataPaths& paths) const
{
    const Search search = locate(paths);
    if (search.files || !m_info.files.empty())
        return availabilityOf(m_info, paths, search);
    const std::vector<fs::path> folders = paths.folders();
    if (folders.empty())
        return {false,
                Message(NS_MESSAGE("data.absent_text_anywhere", "{0}: name the folder that contains the file {1}"), titleOf(m_info),
                        m_facts.file)};
    std::string looked;
    for (const fs::path& folder : folders)
        looked += (looked.empty() ? "" : ", ") + folder.string();
    return {false,
            Message(NS_MESSAGE("data.absent_text", "{0}: the file {1} is not in {2}; put it there, or into \"text\" there"),
                    titleOf(m_info), m_facts.file, looked)};
}

Expected<DataSet> TextSource::load(const DataPaths& paths, const Watch& watch) const
try {
    const Search search = locate(paths);
    if (!search.files)
        return Error(ErrorKind::input, find(paths).where);
    const std::string path = search.files->paths.front().string();
    const std::string text = contentOf(path, m_facts.size);
    if (sha256(std::as_bytes(std::span(text))) != m_facts.sha256)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.text.other",
                               "{0} is not the expected text: its bytes differ; remove it, or read it as a text of your own: set "
                               "data.source to text_file"),
                    path);
    TextOptions options = m_settings.options();
    options.wholeVocabulary = true;
    const TextScan scan = scanText(text, path, options, watch);
    DataSet set;
    set.id = m_info.id;
    set.title = m_info.title;
    set.origin = find(paths).where;
    readWindows(set, text, scan, m_settings, windowFields(m_settings.windows(), scan.vocabulary), watch);
    return set;
} catch (const Error& error) {
    return error;
}

} // namespace netsmith::data
