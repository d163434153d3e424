#include "engine/core/files/safe_file.h"
#include "engine/data/source.h"
#include "engine/data/source_factory.h"
#include "engine/data/sources/sources.h"
#include "engine/fields/sample_room.h"
#include "engine/fields/text/token_fit.h"
#include "engine/fields/text/token_rows.h"
#include "engine/graph/specs/spec.h"
#include "engine/input/class_folders.h"
#include "engine/input/text/token_counts.h"

#include <array>

namespace netsmith::data {
namespace {

namespace fs = std::filesystem;

struct Settings {
    std::string unit = "words";
    std::int64_t length = 200;
    std::int64_t vocabulary = 10000;
    bool lowerCase = true;
};

const ParameterBuilder<Settings>& declared()
{
    using S = Settings;
    static const auto all = [] {
        ParameterBuilder<S> settings;
        settings
            .choice(
                "unit", &S::unit, NS_TEXT("data.text_folder", "Read as"),
                NS_TEXT(
                    "data.text_folder",
                    "Characters, each one token; or words, with punctuation marks, line breaks and ideographs as separate words."),
                {{"characters", NS_TEXT("data.text_folder", "Characters")}, {"words", NS_TEXT("data.text_folder", "Words")}})
            .integer("length", &S::length, NS_TEXT("data.text_folder", "Length"),
                     NS_TEXT("data.text_folder", "The number of tokens read from each text; a shorter one is padded."))
            .range(1, 1 << 20)
            .usual(20, 1000)
            .unit(NS_TEXT("unit", "tokens"))
            .integer("vocabulary", &S::vocabulary, NS_TEXT("data.text_folder", "Vocabulary"),
                     NS_TEXT("data.text_folder",
                             "The largest number of different tokens, including padding and unknown; rarer tokens become unknown."))
            .range(3, Vocabulary::largest)
            .usual(100, 50000)
            .unit(NS_TEXT("unit", "tokens"))
            .boolean("lower_case", &S::lowerCase, NS_TEXT("data.text_folder", "Lowercase"),
                     NS_TEXT("data.text_folder", "Whether capitals are read as lowercase."));
        return settings;
    }();
    return all;
}

const SourceInfo& factoryInfo()
{
    static const SourceInfo info{
        .id = "text_folder",
        .title = NS_TEXT("data.text_folder", "texts in folders"),
        .doc = NS_TEXT("data.text_folder",
                       "Your own text files (.txt) in UTF-8, in one folder per class, or in such folders under \"train\" and "
                       "\"test\". The field \"text\" has the numbers of each text's first tokens, and 0 after the end of a shorter "
                       "one; the vocabulary is that of the training texts."),
        .licence = NS_TEXT("data.text_folder", "that of your texts"),
        .place = SourcePlace::folder,
        .parameters = declared().specs(),
        .mayMap = true,
    };
    return info;
}

ClassFolders listTexts(const fs::path& root)
{
    static constexpr std::array<std::string_view, 2> endings{".text", ".txt"};
    return listClassFolders(
        root,
        {endings, NS_MESSAGE("texts.empty_class", "the class folder {0} holds no text file (.txt); add some or remove it"),
         NS_MESSAGE("texts.no_classes",
                    "{0} holds no folders; expected one for each class, with its texts in it, or such folders in \"train\" and "
                    "\"test\"")});
}

/// A file's text, checked to be text.
std::string readText(const fs::path& path)
{
    std::string text = readTextFile(path).take();
    if (text.starts_with("\xEF\xBB\xBF"))
        text.erase(0, 3);
    if (const auto error = noText(text, path.string()))
        throw Error(*error);
    return text;
}

/// The texts of one folder, which were read once to know their tokens.
class FolderOfTexts final : public Source {
public:
    FolderOfTexts(fs::path root, const Settings& settings)
        : m_root(std::move(root))
        , m_info(factoryInfo())
        , m_listing(listTexts(m_root))
    {
        const TokenRule rule{settings.unit == "words" ? TextUnit::words : TextUnit::characters, settings.lowerCase};
        TokenCounts counts(rule.unit);
        for (const ListedFile& file : m_listing.train) {
            counts.count(readText(m_root / file.path), rule);
            counts.checkRoom(m_root.string());
        }
        m_info.trainCount = std::ssize(m_listing.train);
        m_info.testCount = std::ssize(m_listing.test);
        const int classes = static_cast<int>(m_listing.classes.size());
        m_read = {tokenField(settings.length, counts.vocabulary(rule, Vocabulary::largest), settings.vocabulary),
                  {.name = "label",
                   .type = classes <= 256 ? DataType::u8 : DataType::i32,
                   .classes = classes,
                   .classNames = m_listing.classes}};
        m_fields = {declaredTokens(m_read[0]), m_read[1]};
    }

    const SourceInfo& info() const override { return m_info; }
    const std::vector<FieldSpec>& fields() const override { return m_fields; }
    std::vector<std::string> sampleNames() const override { return namesOf(m_listing.train); }
    Availability find(const DataPaths&) const override
    {
        return {true, Message(NS_MESSAGE("data.origin.folder", "{0} from {1}"), titleOf(m_info), m_root.string())};
    }
    std::vector<fs::path> files(const DataPaths&) const override { return {m_root}; }
    Expected<DataSet> load(const DataPaths& paths, const Watch& watch) const override
    try {
        DataSet set;
        set.id = m_info.id;
        set.title = m_info.title;
        set.origin = find(paths).where;
        std::string hashes;
        set.train = read(m_listing.train, hashes, watch);
        set.test = read(m_listing.test, hashes, watch);
        set.fingerprint =
            std::to_string(m_listing.train.size() + m_listing.test.size()) + ' ' + sha256(std::as_bytes(std::span(hashes)));
        if (m_listing.others > 0)
            set.warnings.emplace_back(NS_MESSAGE("texts.others", "{0:file|files} without the extension .txt left out, such as {1}"),
                                      m_listing.others, m_listing.firstOther);
        return set;
    } catch (const Error& error) {
        return error;
    }

private:
    /// The files' samples; adds to `hashes` what identifies them.
    DataSplit read(const std::vector<ListedFile>& files, std::string& hashes, const Watch& watch) const
    {
        const std::int64_t count = std::ssize(files);
        if (count == 0)
            return {};
        const SampleRoom room(m_read, count);
        NewField texts = room.makeField(m_read[0], count), labels = room.makeField(m_read[1], count);
        DataSplit split;
        split.mapped = room.isOnDisk();
        for (std::int64_t i = 0; i < count; ++i) {
            const ListedFile& file = files[static_cast<std::size_t>(i)];
            if (i % 256 == 0) {
                watch.throwIfStopped();
                watch.tell(m_root.string(), i, count);
            }
            const std::string text = readText(m_root / file.path);
            hashes += file.path + ' ' + sha256(std::as_bytes(std::span(text))) + '\n';
            writeTokens(text, m_read[0], texts.bytes + i * m_read[0].sampleBytes());
            writeClass(file.label, m_read[1], labels.bytes + i * m_read[1].sampleBytes());
            split.names.push_back(file.path);
        }
        watch.tell(m_root.string(), count, count);
        for (const NewField* made : {&texts, &labels})
            room.settle(made->field.all());
        split.fields = {std::move(texts.field), std::move(labels.field)};
        return split;
    }

    fs::path m_root;
    SourceInfo m_info;
    ClassFolders m_listing;
    std::vector<FieldSpec> m_read; ///< with raw tokens
    std::vector<FieldSpec> m_fields;
};

std::shared_ptr<const Source> make(const fs::path& place, const ParameterMap& parameters)
{
    return std::make_shared<FolderOfTexts>(place, declared().bind(parameters));
}

} // namespace

const Source& textFolder()
{
    static const SourceFactory source(factoryInfo(), make);
    return source;
}

} // namespace netsmith::data
