#include "engine/core/philox.h"
#include "engine/data/source.h"
#include "engine/data/sources/sources.h"
#include "engine/graph/specs/spec.h"

#include <cmath>
#include <cstring>
#include <numbers>

namespace netsmith::data {
namespace {

struct CurveSettings {
    std::string set = "sine";
    std::int64_t count = 200;
    double noise = 0.1;
    std::int64_t seed = 1;
};

const ParameterBuilder<CurveSettings>& declaredCurves()
{
    using S = CurveSettings;
    static const auto all = [] {
        ParameterBuilder<S> settings;
        settings
            .choice("set", &S::set, NS_TEXT("data.curve", "Curve"),
                    NS_TEXT("data.curve", "The function to fit, for x from −1 to 1."),
                    {{"bump", NS_TEXT("data.curve", "Bump")},
                     {"line", NS_TEXT("data.curve", "Line")},
                     {"parabola", NS_TEXT("data.curve", "Parabola")},
                     {"sine", NS_TEXT("data.curve", "Sine")},
                     {"step", NS_TEXT("data.curve", "Step")}})
            .integer("count", &S::count, NS_TEXT("data.curve", "Points"),
                     NS_TEXT("data.curve", "The number of training points; there are as many test points."))
            .range(10, 1000000)
            .usual(50, 1000)
            .real("noise", &S::noise, NS_TEXT("data.curve", "Noise"),
                  NS_TEXT("data.curve", "The standard deviation of the noise that is added to y."))
            .range(0.0, 10.0)
            .usual(0.0, 0.5)
            .integer("seed", &S::seed, NS_TEXT("data.curve", "Seed"), NS_TEXT("data.curve", "Another seed gives other points."))
            .range(0, 1e9)
            .usual(1, 100);
        return settings;
    }();
    return all;
}

/// All are within ±1.
double curveAt(const std::string& set, double x)
{
    if (set == "line")
        return 0.8 * x;
    if (set == "parabola")
        return 2.0 * x * x - 1.0;
    if (set == "step")
        return x < 0.0 ? -0.8 : 0.8;
    if (set == "bump")
        return std::exp(-x * x / 0.08);
    return std::sin(std::numbers::pi * x); // one period
}

/// Points of a function, which this program generates: each depends only on the settings and its number.
class Curve final : public Source {
public:
    explicit Curve(CurveSettings settings)
        : m_settings(std::move(settings))
    {
        m_info.trainCount = m_info.testCount = m_settings.count;
    }

    const SourceInfo& info() const override { return m_info; }
    const std::vector<FieldSpec>& fields() const override { return m_fields; }
    Availability find(const DataPaths&) const override { return {true, titleOf(m_info)}; }
    Expected<DataSet> load(const DataPaths&, const Watch&) const override
    try {
        return DataSet{m_info.id, m_info.title, titleOf(m_info), draw(0), draw(m_settings.count)};
    } catch (const Error& error) {
        return error;
    }
    Expected<std::shared_ptr<const Source>> setUp(const std::filesystem::path&, const ParameterMap& parameters) const override
    {
        return std::shared_ptr<const Source>(std::make_shared<Curve>(declaredCurves().bind(parameters)));
    }

private:
    DataSplit draw(std::int64_t first) const
    {
        const NewField xs = makeField(m_fields[0], m_settings.count), ys = makeField(m_fields[1], m_settings.count);
        for (std::int64_t i = 0; i < m_settings.count; ++i) {
            RandomStream random(static_cast<std::uint64_t>(m_settings.seed), static_cast<std::uint64_t>(first + i));
            const auto x = static_cast<float>(2.0 * random.uniform() - 1.0);
            const auto y = static_cast<float>(curveAt(m_settings.set, x) + m_settings.noise * random.normal());
            std::memcpy(xs.bytes + i * std::int64_t{sizeof x}, &x, sizeof x);
            std::memcpy(ys.bytes + i * std::int64_t{sizeof y}, &y, sizeof y);
        }
        return {{xs.field, ys.field}};
    }

    CurveSettings m_settings;
    SourceInfo m_info{
        .id = "curve",
        .title = NS_TEXT("data.curve", "points of a curve"),
        .doc = NS_TEXT("data.curve",
                       "Points of a function of one variable, with noise, made by this program: x is the field \"x\", and the "
                       "value to predict is the field \"y\"."),
        .licence = NS_TEXT("data.curve", "none needed: made by this program"),
        .parameters = declaredCurves().specs(),
        .standardised = true,
    };
    std::vector<FieldSpec> m_fields{{.name = "x", .type = DataType::f32, .shape = {1}},
                                    {.name = "y", .type = DataType::f32, .shape = {1}}};
};

} // namespace

const Source& curve()
{
    static const Curve source{CurveSettings()};
    return source;
}

} // namespace netsmith::data
