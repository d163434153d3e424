#include "engine/core/philox.h"
#include "engine/data/source.h"
#include "engine/data/sources/sources.h"
#include "engine/graph/specs/spec.h"

#include <array>
#include <cmath>
#include <cstring>
#include <numbers>

namespace netsmith::data {
namespace {

using Point = std::array<double, 2>;
constexpr double pi = std::numbers::pi;

struct PointSettings {
    std::string set = "moons";
    std::int64_t classes = 2;
    std::int64_t count = 400;
    double noise = 0.1;
    std::int64_t seed = 1;
};

const ParameterBuilder<PointSettings>& declaredPoints()
{
    using S = PointSettings;
    static const auto all = [] {
        ParameterBuilder<S> settings;
        settings
            .choice("set", &S::set, NS_TEXT("data.points", "Shape"), NS_TEXT("data.points", "How the classes lie in the plane."),
                    {{"blobs", NS_TEXT("data.points", "Blobs")},
                     {"circles", NS_TEXT("data.points", "Circles")},
                     {"moons", NS_TEXT("data.points", "Two moons")},
                     {"spiral", NS_TEXT("data.points", "Spiral")},
                     {"xor", NS_TEXT("data.points", "XOR")}})
            .integer("classes", &S::classes, NS_TEXT("data.points", "Classes"),
                     NS_TEXT("data.points", "The number of blobs, circles or arms of the spiral."))
            .range(2, 10)
            .usual(2, 5)
            .onlyWith("set", {"blobs", "circles", "spiral"})
            .integer("count", &S::count, NS_TEXT("data.points", "Points"),
                     NS_TEXT("data.points", "The number of training points; there are as many test points."))
            .range(10, 1000000)
            .usual(100, 2000)
            .real("noise", &S::noise, NS_TEXT("data.points", "Noise"),
                  NS_TEXT("data.points", "The standard deviation of the noise that is added to each coordinate."))
            .range(0.0, 10.0)
            .usual(0.0, 0.5)
            .integer("seed", &S::seed, NS_TEXT("data.points", "Seed"), NS_TEXT("data.points", "Another seed gives other points."))
            .range(0, 1e9)
            .usual(1, 100);
        return settings;
    }();
    return all;
}

/// A point of a class, without noise; all sets are within about ±1.5.
Point pointOf(const PointSettings& settings, std::int64_t label, RandomStream& random)
{
    const double share = static_cast<double>(label) / static_cast<double>(settings.classes);
    if (settings.set == "moons") { // as scikit-learn's make_moons, around the origin
        const double t = pi * random.uniform();
        return label == 0 ? Point{std::cos(t) - 0.5, std::sin(t) - 0.25} : Point{0.5 - std::cos(t), 0.25 - std::sin(t)};
    }
    if (settings.set == "circles") { // the first is the innermost
        const double radius = (static_cast<double>(label) + 1.0) / static_cast<double>(settings.classes),
                     t = 2.0 * pi * random.uniform();
        return {radius * std::cos(t), radius * std::sin(t)};
    }
    if (settings.set == "spiral") { // each arm turns 1.25 times
        const double radius = std::sqrt(random.uniform()), t = 2.5 * pi * radius + 2.0 * pi * share;
        return {radius * std::sin(t), radius * std::cos(t)};
    }
    if (settings.set == "xor") { // the first class where both coordinates have the same sign
        const double x = 2.0 * random.uniform() - 1.0, y = 2.0 * random.uniform() - 1.0;
        return {x, (x * y < 0.0) == (label == 1) ? y : -y};
    }
    const double t = 2.0 * pi * share; // blobs, on a circle
    return {std::cos(t) + 0.15 * random.normal(), std::sin(t) + 0.15 * random.normal()};
}

/// Points in the plane, which this program generates: each depends only on the settings and its number.
class Points final : public Source {
public:
    explicit Points(PointSettings settings)
        : m_settings(std::move(settings))
    {
        if (m_settings.set == "moons" || m_settings.set == "xor")
            m_settings.classes = 2;
        m_info.trainCount = m_info.testCount = m_settings.count;
        m_fields = {{.name = "point", .type = DataType::f32, .shape = {2}},
                    {.name = "label", .type = DataType::u8, .classes = static_cast<int>(m_settings.classes)}};
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
        return std::shared_ptr<const Source>(std::make_shared<Points>(declaredPoints().bind(parameters)));
    }

private:
    /// As many points as were asked for, numbered from `first` on; the classes take turns.
    DataSplit draw(std::int64_t first) const
    {
        const NewField points = makeField(m_fields[0], m_settings.count), labels = makeField(m_fields[1], m_settings.count);
        for (std::int64_t i = 0; i < m_settings.count; ++i) {
            const std::int64_t label = i % m_settings.classes;
            RandomStream random(static_cast<std::uint64_t>(m_settings.seed), static_cast<std::uint64_t>(first + i));
            const Point point = pointOf(m_settings, label, random);
            std::array<float, 2> numbers{};
            for (std::size_t axis = 0; axis < 2; ++axis)
                numbers[axis] = static_cast<float>(point[axis] + m_settings.noise * random.normal());
            std::memcpy(points.bytes + i * std::int64_t{sizeof numbers}, numbers.data(), sizeof numbers);
            labels.bytes[i] = static_cast<std::byte>(label);
        }
        return {{points.field, labels.field}};
    }

    PointSettings m_settings;
    SourceInfo m_info{
        .id = "points",
        .title = NS_TEXT("data.points", "points in the plane"),
        .doc = NS_TEXT("data.points",
                       "Two-dimensional points in classes, made by this program: two moons, circles, a spiral, XOR or blobs. The "
                       "coordinates are the field \"point\", the class is the field \"label\"."),
        .licence = NS_TEXT("data.points", "none needed: made by this program"),
        .parameters = declaredPoints().specs(),
        .standardised = true,
    };
    std::vector<FieldSpec> m_fields;
};

} // namespace

const Source& points()
{
    static const Points source{PointSettings()};
    return source;
}

} // namespace netsmith::data
