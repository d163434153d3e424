#include "engine/data/random_data.h"
#include "engine/data/source.h"
#include "engine/data/sources/sources.h"

namespace netsmith::data {
namespace {

class RandomImages final : public Source {
public:
    const SourceInfo& info() const override { return m_info; }
    const std::vector<FieldSpec>& fields() const override { return m_fields; }
    Availability find(const DataPaths&) const override { return {true, Message(m_origin)}; }

    Expected<DataSet> load(const DataPaths&, const Watch&) const override
    try {
        constexpr std::uint64_t seed = 1, testSeed = 2;
        return DataSet{m_info.id, m_info.title, Message(m_origin), randomSplit(m_fields, m_info.trainCount, seed),
                       randomSplit(m_fields, m_info.testCount, testSeed)};
    } catch (const Error& error) {
        return error;
    }

private:
    static constexpr MessageTemplate m_origin = NS_MESSAGE("data.origin.random_images", "built-in random images");

    SourceInfo m_info{
        .id = "random_images",
        .title = NS_TEXT("data.random_images", "random images"),
        .doc = NS_TEXT("data.random_images",
                       "Noise in the shape of CIFAR-10 (32×32 pixels, three colours, ten classes), for measuring "
                       "speed: there is nothing to learn from it."),
        .licence = NS_TEXT("data.random_images", "none needed: made by this program"),
        .trainCount = 5000,
        .testCount = 1000,
    };
    std::vector<FieldSpec> m_fields{
        {.name = "image", .type = DataType::u8, .shape = {32, 32, 3}},
        {.name = "label", .type = DataType::u8, .classes = 10},
    };
};

} // namespace

const Source& randomImages()
{
    static const RandomImages source;
    return source;
}

} // namespace netsmith::data
