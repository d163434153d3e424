#include "engine/core/philox.h"
#include "engine/data/source.h"
#include "engine/data/sources/sources.h"

#include <array>
#include <cmath>
#include <cstring>
#include <numbers>

namespace netsmith::data {
namespace {

constexpr std::int64_t wavesWindow = 48; ///< values of a sample
constexpr std::int64_t wavesHorizon = 8; ///< values to be foreseen
constexpr double wavesNoise = 0.1; ///< deviation of what can't be foreseen

struct Wave {
    double period;
    double height;
    double phase;
};

/// No period is a multiple of another, so the sum repeats itself nowhere.
constexpr std::array waves{
    Wave{27.3, 1.0, 0.0},
    Wave{11.9, 0.6, 1.0},
    Wave{63.1, 0.4, 2.0},
};

/// A series of which a network can foresee all but the noise.
class SyntheticWaves final : public Source {
public:
    const SourceInfo& info() const override { return m_info; }
    const std::vector<FieldSpec>& fields() const override { return m_fields; }
    Availability find(const DataPaths&) const override { return {true, Message(m_origin)}; }

    Expected<DataSet> load(const DataPaths&, const Watch&) const override
    try {
        DataSet set;
        set.id = m_info.id;
        set.title = m_info.title;
        set.origin = Message(m_origin);
        set.train = windows(m_info.trainCount, 0);
        set.test = windows(m_info.testCount, pointsOf(m_info.trainCount));
        return set;
    } catch (const Error& error) {
        return error;
    }

private:
    static constexpr std::int64_t pointsOf(std::int64_t windows) { return windows - 1 + wavesWindow + wavesHorizon; }

    /// So many windows from the time `first` on, each a step behind the one before; all lie in the same memory.
    DataSplit windows(std::int64_t count, std::int64_t first) const
    {
        NewField values = makeField({.name = "values", .type = DataType::f32, .shape = {}}, pointsOf(count));
        for (std::int64_t i = 0; i < values.field.count; ++i) {
            const float value = valueAt(first + i);
            std::memcpy(values.bytes + i * std::int64_t{sizeof value}, &value, sizeof value);
        }
        using Shared = std::shared_ptr<const std::byte[]>;
        const std::byte* next = values.bytes + wavesWindow * static_cast<std::int64_t>(sizeof(float));
        return {{{m_fields[0], count, values.field.bytes}, {m_fields[1], count, Shared(values.field.bytes, next)}}};
    }

    static float valueAt(std::int64_t time)
    {
        RandomStream random(seed, static_cast<std::uint64_t>(time));
        double sum = wavesNoise * random.normal();
        for (const Wave& wave : waves)
            sum += wave.height * std::sin(2.0 * std::numbers::pi * static_cast<double>(time) / wave.period + wave.phase);
        return static_cast<float>(sum);
    }

    static constexpr std::uint64_t seed = 60;
    static constexpr MessageTemplate m_origin = NS_MESSAGE("data.origin.synthetic_waves", "built-in synthetic waves");

    SourceInfo m_info{
        .id = "synthetic_waves",
        .title = NS_TEXT("data.synthetic_waves", "built-in synthetic waves"),
        .doc = NS_TEXT("data.synthetic_waves",
                       "A series made by this program: the sum of three sine waves and noise with a deviation of 0.1. 48 values "
                       "are the field \"series\", the 8 that follow them the field \"target\"."),
        .licence = NS_TEXT("data.synthetic_waves", "none needed: made by this program"),
        .trainCount = 4000,
        .testCount = 1000,
        .standardised = true,
    };
    std::vector<FieldSpec> m_fields{
        {.name = "series", .type = DataType::f32, .shape = {wavesWindow, 1}, .stride = 1},
        {.name = "target", .type = DataType::f32, .shape = {wavesHorizon}, .stride = 1},
    };
};

} // namespace

const Source& syntheticWaves()
{
    static const SyntheticWaves source;
    return source;
}

} // namespace netsmith::data
