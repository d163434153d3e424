#include "engine/core/files/mapped_file.h"
#include "engine/core/files/safe_file.h"
#include "engine/data/source.h"
#include "engine/data/source_factory.h"
#include "engine/data/sources/sources.h"
#include "engine/data/text/text_windows.h"

namespace netsmith::data {
namespace {

namespace fs = std::filesystem;

const ParameterBuilder<TextSettings>& declared()
{
    static const auto all = textParameters(
        NS_TEXT("data.text_file",
                "The fraction of the text, at the end, that is the test set; the vocabulary comes from the text before it."));
    return all;
}

const SourceInfo& factoryInfo()
{
    static const SourceInfo info{
        .id = "text_file",
        .title = NS_TEXT("data.text_file", "texts"),
        .doc = NS_TEXT("data.text_file",
                       "A UTF-8 text of your own, in any script, as numbers of its characters or words: windows of it are the "
                       "field \"text\", and what comes next is the field \"next\". The most frequent tokens have the lowest "
                       "numbers, after 0 for padding and 1 for unknown tokens. In memory a character takes one byte if there are "
                       "at most 254 different ones, otherwise four, like a word; overlapping windows take no extra memory."),
        .licence = NS_TEXT("data.text_file", "that of your text"),
        .place = SourcePlace::file,
        .parameters = declared().specs(),
        .mayMap = true,
    };
    return info;
}

/// The result of `read` for the file's text. If the file was truncated meanwhile, that is reported instead of what is wrong with
/// the zeros in place of its end.
template <class Read>
auto readMapped(const MappedFile& file, Read read)
try {
    auto result = read(std::string_view(reinterpret_cast<const char*>(file.bytes.get()), file.size));
    checkMapped(file.all());
    return result;
} catch (const Error&) {
    checkMapped(file.all());
    throw;
}

/// One text, which was read once to know its tokens.
class TextFile final : public Source {
public:
    TextFile(fs::path path, const TextSettings& settings)
        : m_path(std::move(path))
        , m_info(factoryInfo())
        , m_settings(settings)
    {
        const MappedFile file = mapFile(m_path).take();
        const WindowOptions windows = m_settings.windows();
        m_bytes = file.size;
        m_scan = readMapped(file, [&](std::string_view text) { return scanText(text, m_path.string(), m_settings.options()); });
        checkWindows(m_path.string(), m_scan.trainTokens, m_scan.testTokens, windows);
        m_info.trainCount = windowCount(m_scan.trainTokens, windows);
        m_info.testCount = windowCount(m_scan.testTokens, windows);
        m_fields = windowFields(windows, m_scan.vocabulary);
    }

    const SourceInfo& info() const override { return m_info; }
    const std::vector<FieldSpec>& fields() const override { return m_fields; }
    Availability find(const DataPaths&) const override
    {
        return {true, Message(NS_MESSAGE("data.origin.folder", "{0} from {1}"), titleOf(m_info), m_path.string())};
    }
    std::vector<fs::path> files(const DataPaths&) const override { return {m_path}; }
    Expected<DataSet> load(const DataPaths& paths, const Watch& watch) const override
    try {
        const MappedFile file = mapFile(m_path).take();
        if (file.size != m_bytes)
            throw Error(ErrorKind::input, NS_MESSAGE("data.text.changed", "{0} has changed since it was scanned; try again"),
                        m_path.string());
        DataSet set;
        set.id = m_info.id;
        set.title = m_info.title;
        set.origin = find(paths).where;
        set.fingerprint = sha256OfFile(m_path).take();
        return readMapped(file, [&](std::string_view text) {
            readWindows(set, text, m_scan, m_settings, m_fields, watch);
            return std::move(set);
        });
    } catch (const Error& error) {
        return error;
    }

private:
    fs::path m_path;
    SourceInfo m_info;
    TextSettings m_settings;
    std::size_t m_bytes = 0;
    TextScan m_scan;
    std::vector<FieldSpec> m_fields;
};

std::shared_ptr<const Source> make(const fs::path& place, const ParameterMap& parameters)
{
    return std::make_shared<TextFile>(place, declared().bind(parameters));
}

} // namespace

const Source& textFile()
{
    static const SourceFactory source(factoryInfo(), make);
    return source;
}

} // namespace netsmith::data
