#include "engine/core/mapped_file.h"
#include "engine/core/safe_file.h"
#include "engine/data/source.h"
#include "engine/data/source_mould.h"
#include "engine/data/sources/sources.h"
#include "engine/data/text/text_scan.h"
#include "engine/data/text/token_windows.h"
#include "engine/graph/spec.h"

#include <limits>

namespace netsmith::data {
namespace {

namespace fs = std::filesystem;

struct Settings {
    std::string unit = "characters";
    std::int64_t window = 40; // as in Keras's example of text generation, and the step
    std::int64_t step = 3;
    std::string target = "next_token";
    std::int64_t vocabulary = 10000;
    bool lowerCase = false;
    double validation = 0.1;
};

const ParameterBuilder<Settings>& declared()
{
    using S = Settings;
    static const auto all = [] {
        ParameterBuilder<S> settings;
        settings
            .choice("unit", &S::unit, NS_TEXT("data.text_file", "Read as"),
                    NS_TEXT("data.text_file",
                            "Characters, each a token; or words, where signs, line breaks and ideographs are words of their own."),
                    {{"characters", NS_TEXT("data.text_file", "Characters")}, {"words", NS_TEXT("data.text_file", "Words")}})
            .integer("window", &S::window, NS_TEXT("data.text_file", "Window"),
                     NS_TEXT("data.text_file", "How many tokens a sample has."))
            .range(1, 1 << 20)
            .usual(5, 256)
            .unit(NS_TEXT("unit", "tokens"))
            .integer("step", &S::step, NS_TEXT("data.text_file", "Step"),
                     NS_TEXT("data.text_file", "How many tokens behind one sample the next one begins; windows may overlap."))
            .range(1, 1 << 20)
            .usual(1, 256)
            .unit(NS_TEXT("unit", "tokens"))
            .choice("target", &S::target, NS_TEXT("data.text_file", "To be learned"),
                    NS_TEXT("data.text_file",
                            "The token behind a window, or behind each token of it, for networks that answer at each."),
                    {{"next_token", NS_TEXT("data.text_file", "Next token")},
                     {"next_tokens", NS_TEXT("data.text_file", "Next tokens")}})
            .integer("vocabulary", &S::vocabulary, NS_TEXT("data.text_file", "Vocabulary"),
                     NS_TEXT("data.text_file",
                             "How many different tokens there are at most, padding and the unknown included; rarer ones become the "
                             "unknown."))
            .range(3, Vocabulary::largest)
            .usual(100, 50000)
            .unit(NS_TEXT("unit", "tokens"))
            .boolean("lower_case", &S::lowerCase, NS_TEXT("data.text_file", "Small letters"),
                     NS_TEXT("data.text_file", "Whether capitals are read as small letters."))
            .real("validation", &S::validation, NS_TEXT("data.text_file", "Validation"),
                  NS_TEXT("data.text_file", "How much of the text's end tests; the vocabulary is of what lies before it."))
            .range(0.0, 0.9)
            .usual(0.0, 0.3);
        return settings;
    }();
    return all;
}

const SourceInfo& mouldInfo()
{
    static const SourceInfo info{
        .id = "text_file",
        .title = NS_TEXT("data.text_file", "texts"),
        .doc = NS_TEXT(
            "data.text_file",
            "A text of yours in UTF-8, of any script, as numbers of its characters or words: windows of it are the field "
            "\"text\", and what comes next is the field \"next\". The most frequent tokens have the lowest numbers, behind 0 "
            "for padding and 1 for the unknown. In memory a character takes one byte where there are at most 254 "
            "different ones, else four, as a word does; windows that overlap take no more."),
        .licence = NS_TEXT("data.text_file", "that of your text"),
        .place = SourcePlace::file,
        .parameters = declared().specs(),
    };
    return info;
}

std::string_view textOf(const MappedFile& file)
{
    return {reinterpret_cast<const char*>(file.bytes.get()), file.size};
}

/// One text, which was read once to know its tokens.
class TextFile final : public Source {
public:
    TextFile(fs::path path, const Settings& settings)
        : m_path(std::move(path))
        , m_info(mouldInfo())
        , m_options{.rule = {settings.unit == "words" ? TextUnit::words : TextUnit::characters, settings.lowerCase},
                    .vocabulary = settings.vocabulary,
                    .validation = settings.validation}
        , m_windows{settings.window, settings.step, settings.target == "next_tokens"}
    {
        const MappedFile file = mapFile(m_path).take();
        m_bytes = file.size;
        m_scan = scanText(textOf(file), m_path.string(), m_options);
        m_info.trainCount = windowCount(m_scan.trainTokens, m_windows);
        m_info.testCount = windowCount(m_scan.testTokens, m_windows);
        if (m_info.trainCount == 0)
            throw Error(
                ErrorKind::input,
                NS_MESSAGE("data.text.short",
                           "{0} has {1:token|tokens} to train with, and a window of {2} with its next one needs {3}; choose "
                           "a smaller window or a longer text"),
                m_path.string(), m_scan.trainTokens, m_windows.window, m_windows.window + 1);
        if (m_info.trainCount + m_info.testCount > std::numeric_limits<std::int32_t>::max())
            throw Error(ErrorKind::input,
                        NS_MESSAGE("data.text.samples", "{0} has {1} windows, at most {2} are supported; choose a larger step"),
                        m_path.string(), m_info.trainCount + m_info.testCount, std::numeric_limits<std::int32_t>::max());
        m_fields = windowFields(m_windows, m_scan.vocabulary);
    }

    const SourceInfo& info() const override { return m_info; }
    const std::vector<FieldSpec>& fields() const override { return m_fields; }
    Availability find(const DataPaths&) const override
    {
        return {true, Message(NS_MESSAGE("data.origin.folder", "{0} from {1}"), titleOf(m_info), m_path.string())};
    }
    Expected<DataSet> load(const DataPaths& paths, const Watch& watch) const override
    try {
        const MappedFile file = mapFile(m_path).take();
        if (file.size != m_bytes)
            throw Error(ErrorKind::input, NS_MESSAGE("data.text.changed", "{0} has changed since it was looked at; try again"),
                        m_path.string());
        DataSet set;
        set.id = m_info.id;
        set.title = m_info.title;
        set.origin = find(paths).where;
        set.fingerprint = sha256OfFile(m_path).take();
        set.train = read(textOf(file), m_scan.train, m_scan.trainTokens, watch);
        set.test = read(textOf(file), m_scan.test, m_scan.testTokens, watch);
        if (m_options.validation > 0.0 && m_info.testCount == 0)
            set.warnings.emplace_back(
                NS_MESSAGE(
                    "data.text.short_test",
                    "the end of the text that tests has {0:token|tokens}, fewer than a window of {1} with its next one needs: "
                    "nothing tests"),
                m_scan.testTokens, m_windows.window);
        return set;
    } catch (const Error& error) {
        return error;
    }

private:
    DataSplit read(std::string_view text, const std::vector<TextPart>& parts, std::int64_t tokens, const Watch& watch) const
    {
        const std::int64_t count = windowCount(tokens, m_windows);
        if (count == 0)
            return {};
        const bool small = m_fields[0].type == DataType::u8;
        const Bytes ids = allocateBytes(tokens * (small ? 1 : 4));
        if (small)
            encodeText(text, parts, *m_scan.vocabulary, reinterpret_cast<std::uint8_t*>(ids.get()), watch);
        else
            encodeText(text, parts, *m_scan.vocabulary, reinterpret_cast<std::int32_t*>(ids.get()), watch);
        return windowsOf(m_fields, ids, count, m_windows.window);
    }

    fs::path m_path;
    SourceInfo m_info;
    TextOptions m_options;
    WindowOptions m_windows;
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
    static const SourceMould source(mouldInfo(), make);
    return source;
}

} // namespace netsmith::data
