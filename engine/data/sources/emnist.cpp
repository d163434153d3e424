#include "engine/data/idx_source.h"
#include "engine/data/sources/sources.h"
#include "engine/graph/specs/spec.h"

#include <algorithm>
#include <array>

namespace netsmith::data {
namespace {

struct Settings {
    std::string set = "balanced";
};

const ParameterBuilder<Settings>& declared()
{
    static const auto all = [] {
        ParameterBuilder<Settings> settings;
        settings.choice("set", &Settings::set, NS_TEXT("data.emnist", "Part"),
                        NS_TEXT("data.emnist", "Which of the sets that EMNIST comes in."),
                        {{"balanced", NS_TEXT("data.emnist", "Balanced")},
                         {"byclass", NS_TEXT("data.emnist", "By class")},
                         {"bymerge", NS_TEXT("data.emnist", "By merge")},
                         {"digits", NS_TEXT("data.emnist", "Digits")},
                         {"letters", NS_TEXT("data.emnist", "Letters")},
                         {"mnist", NS_TEXT("data.emnist", "Like MNIST")}});
        return settings;
    }();
    return all;
}

/// One of the sets: table II of the paper; the meaning of its labels is in the mapping file next to each.
struct Part {
    const char* id;
    std::int64_t train;
    std::int64_t test;
    const char* classes; ///< a character each
    int firstLabel;
};
constexpr const char* merged =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabdefghnqrt"; // lowercase letters that look different from their capitals
constexpr std::array parts{
    Part{"balanced", 112800, 18800, merged, 0},
    Part{"byclass", 697932, 116323, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", 0},
    Part{"bymerge", 697932, 116323, merged, 0},
    Part{"digits", 240000, 40000, "0123456789", 0},
    Part{"letters", 124800, 20800, "ABCDEFGHIJKLMNOPQRSTUVWXYZ", 1},
    Part{"mnist", 60000, 10000, "0123456789", 0},
};

SourceInfo infoOf(const Part& part)
{
    return {
        .id = "emnist",
        .title = NS_TEXT("data.emnist", "EMNIST"),
        .doc =
            NS_TEXT("data.emnist",
                    "Handwritten letters and digits in MNIST's form: 28×28 gray pixels, white on black. Cohen, Afshar, Tapson, van "
                    "Schaik: \"EMNIST: an extension of MNIST to handwritten letters\", 2017."),
        .licence = "NIST Special Database 19, public domain; Gregory Cohen, Saeed Afshar, Jonathan Tapson, André van Schaik",
        .trainCount = part.train,
        .testCount = part.test,
        .home = "https://www.nist.gov/itl/products-and-services/emnist-dataset",
        .parameters = declared().specs(),
    };
}

std::vector<FieldSpec> fieldsOf(const Part& part)
{
    std::vector<std::string> names;
    for (const char letter : std::string_view(part.classes))
        names.emplace_back(1, letter);
    const int classes = static_cast<int>(names.size());
    return {{.name = "image", .type = DataType::u8, .shape = {28, 28, 1}},
            {.name = "label", .type = DataType::u8, .classes = classes, .classNames = std::move(names)}};
}

IdxLayout layoutOf(const Part& part)
{
    const std::string stem = std::string("emnist-") + part.id;
    return {.names = {stem + "-train-images-idx3-ubyte", stem + "-train-labels-idx1-ubyte", stem + "-test-images-idx3-ubyte",
                      stem + "-test-labels-idx1-ubyte"},
            .transposed = true,
            .firstLabel = part.firstLabel};
}

/// One set, or the factory of all sets, which is the default.
class Emnist final : public Source {
public:
    explicit Emnist(const Part& part)
        : m_files(infoOf(part), fieldsOf(part), {"emnist", "EMNIST/raw", "gzip", "emnist/gzip"}, layoutOf(part))
    {
    }
    const SourceInfo& info() const override { return m_files.info(); }
    const std::vector<FieldSpec>& fields() const override { return m_files.fields(); }
    Availability find(const DataPaths& paths) const override { return m_files.find(paths); }
    std::vector<std::filesystem::path> files(const DataPaths& paths) const override { return m_files.files(paths); }
    Expected<std::shared_ptr<const Source>> counted(const DataPaths& paths) const override { return m_files.counted(paths); }
    Expected<DataSet> load(const DataPaths& paths, const Watch& watch) const override { return m_files.load(paths, watch); }
    Expected<std::shared_ptr<const Source>> setUp(const std::filesystem::path&, const ParameterMap& parameters) const override
    {
        const std::string id = declared().bind(parameters).set;
        const auto part = std::ranges::find_if(parts, [&](const Part& known) { return known.id == id; });
        return std::shared_ptr<const Source>(std::make_shared<Emnist>(*part));
    }

private:
    IdxSource m_files;
};

} // namespace

const Source& emnist()
{
    static const Emnist source(parts.front());
    return source;
}

} // namespace netsmith::data
