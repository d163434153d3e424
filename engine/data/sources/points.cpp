#include "engine/core/philox.h"
#include "engine/data/source.h"
#include "engine/data/sources/sources.h"
#include "engine/graph/specs/spec.h"

#include <array>
#include <cmath>
#include <cstring>
#include <numbers>
#include <tuple>
#include <utility>
#include <vector>

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
    std::vector<double> own; ///< x, y and class of each point; once settled, those held out last
    std::int64_t held = 0; ///< of those
};

constexpr std::size_t numbersOfPoint = 3;
constexpr int ownPointsAtMost = 1000;

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
                     {"own", NS_TEXT("data.points", "Own points")},
                     {"spiral", NS_TEXT("data.points", "Spiral")},
                     {"xor", NS_TEXT("data.points", "XOR")}})
            .integer(
                "classes", &S::classes, NS_TEXT("data.points", "Classes"),
                NS_TEXT("data.points", "The number of blobs, circles or arms of the spiral, or of classes of your own points."))
            .range(2, 10)
            .usual(2, 5)
            .onlyWith("set", {"blobs", "circles", "own", "spiral"})
            .integer("count", &S::count, NS_TEXT("data.points", "Points"),
                     NS_TEXT("data.points", "The number of training points; there are as many test points."))
            .range(10, 1000000)
            .usual(100, 2000)
            .onlyWith("set", {"blobs", "circles", "moons", "spiral", "xor"})
            .real("noise", &S::noise, NS_TEXT("data.points", "Noise"),
                  NS_TEXT("data.points", "The standard deviation of the noise that is added to each coordinate."))
            .range(0.0, 10.0)
            .usual(0.0, 0.5)
            .onlyWith("set", {"blobs", "circles", "moons", "spiral", "xor"})
            .integer("seed", &S::seed, NS_TEXT("data.points", "Seed"), NS_TEXT("data.points", "Another seed gives other points."))
            .range(0, 1e9)
            .usual(1, 100)
            .onlyWith("set", {"blobs", "circles", "moons", "spiral", "xor"})
            .reals("own", &S::own, 0, static_cast<int>(numbersOfPoint) * ownPointsAtMost, NS_TEXT("data.points", "Own points"),
                   NS_TEXT("data.points",
                           "x, y and the class of each point, one after the other. Every fourth point of a class is held out for "
                           "validation."))
            .onlyWith("set", {"own"});
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

/// Samples that this program generates as a project's settings say: each depends only on these and its number. `Kind` says what the
/// settings are, what is known of the set, and how a sample is drawn.
template <class Kind>
class DrawnSource final : public Source {
public:
    using Settings = typename Kind::Settings;

    explicit DrawnSource(const Settings& settings)
        : m_settings(Kind::settled(settings))
        , m_info(Kind::info())
        , m_fields(Kind::fields(m_settings))
    {
        std::tie(m_info.trainCount, m_info.testCount) = Kind::counts(m_settings);
    }

    const SourceInfo& info() const override { return m_info; }
    const std::vector<FieldSpec>& fields() const override { return m_fields; }
    Availability find(const DataPaths&) const override { return {true, titleOf(m_info)}; }
    Expected<DataSet> load(const DataPaths&, const Watch&) const override
    try {
        return DataSet{m_info.id, m_info.title, titleOf(m_info), draw(0, m_info.trainCount),
                       draw(m_info.trainCount, m_info.testCount)};
    } catch (const Error& error) {
        return error;
    }
    Expected<std::shared_ptr<const Source>> setUp(const std::filesystem::path&, const ParameterMap& parameters) const override
    try {
        return std::shared_ptr<const Source>(std::make_shared<DrawnSource>(Kind::declared().bind(parameters)));
    } catch (const Error& error) {
        return error;
    }

private:
    /// `count` samples, numbered from `first` on.
    DataSplit draw(std::int64_t first, std::int64_t count) const
    {
        const NewField given = makeField(m_fields[0], count), wanted = makeField(m_fields[1], count);
        for (std::int64_t i = 0; i < count; ++i) {
            RandomStream random(static_cast<std::uint64_t>(m_settings.seed), static_cast<std::uint64_t>(first + i));
            const auto [x, y] = Kind::sample(m_settings, i, first > 0, random);
            std::memcpy(given.bytes + i * std::int64_t{sizeof x}, &x, sizeof x);
            std::memcpy(wanted.bytes + i * std::int64_t{sizeof y}, &y, sizeof y);
        }
        return {{given.field, wanted.field}};
    }

    Settings m_settings;
    SourceInfo m_info;
    std::vector<FieldSpec> m_fields;
};

/// Points in the plane; the classes take turns.
struct PointKind {
    using Settings = PointSettings;

    static const ParameterBuilder<Settings>& declared() { return declaredPoints(); }
    static SourceInfo info()
    {
        return {
            .id = "points",
            .title = NS_TEXT("data.points", "points in the plane"),
            .doc =
                NS_TEXT("data.points",
                        "Two-dimensional points in classes, made by this program: two moons, circles, a spiral, XOR or blobs. The "
                        "coordinates are the field \"point\", the class is the field \"label\"."),
            .licence = NS_TEXT("data.points", "none needed: made by this program"),
            .parameters = declaredPoints().specs(),
            .standardised = true,
        };
    }
    /// Throws `data.points.*` for points of the user's own that are none.
    static Settings settled(Settings settings)
    {
        if (settings.set == "moons" || settings.set == "xor")
            settings.classes = 2;
        if (settings.set == "own") {
            checkOwn(settings);
            holdOut(settings);
        }
        return settings;
    }
    /// Of the training and of the test samples.
    static std::pair<std::int64_t, std::int64_t> counts(const Settings& settings)
    {
        if (settings.set != "own")
            return {settings.count, settings.count};
        const std::int64_t all = std::ssize(settings.own) / static_cast<std::int64_t>(numbersOfPoint);
        return {all - settings.held, settings.held};
    }
    static std::vector<FieldSpec> fields(const Settings& settings)
    {
        return {{.name = "point", .type = DataType::f32, .shape = {2}},
                {.name = "label", .type = DataType::u8, .classes = static_cast<int>(settings.classes)}};
    }
    static std::pair<std::array<float, 2>, std::uint8_t> sample(const Settings& settings, std::int64_t number, bool test,
                                                                RandomStream& random)
    {
        if (settings.set == "own") {
            const std::int64_t place = test ? counts(settings).first + number : number;
            const double* point = settings.own.data() + place * static_cast<std::int64_t>(numbersOfPoint);
            return {{static_cast<float>(point[0]), static_cast<float>(point[1])}, static_cast<std::uint8_t>(point[2])};
        }
        const std::int64_t label = number % settings.classes;
        const Point point = pointOf(settings, label, random);
        std::array<float, 2> numbers{};
        for (std::size_t axis = 0; axis < 2; ++axis)
            numbers[axis] = static_cast<float>(point[axis] + settings.noise * random.normal());
        return {numbers, static_cast<std::uint8_t>(label)};
    }

private:
    /// Puts every fourth point of each class, which may be drawn in any order, behind the others.
    static void holdOut(Settings& settings)
    {
        constexpr std::int64_t every = 4;
        std::vector<std::int64_t> seen(static_cast<std::size_t>(settings.classes), 0);
        std::vector<double> trained, held;
        for (auto point = settings.own.begin(); point != settings.own.end(); point += numbersOfPoint) {
            const bool isHeld = ++seen[static_cast<std::size_t>(point[2])] % every == 0;
            (isHeld ? held : trained).insert((isHeld ? held : trained).end(), point, point + numbersOfPoint);
        }
        if (held.empty())
            throw Error(
                ErrorKind::input,
                NS_MESSAGE("data.points.few",
                           "there are {0:point|points} of your own, too few to hold any out for validation: click in the Data "
                           "panel until there are at least {1} of one class"),
                settings.own.size() / numbersOfPoint, every);
        settings.held = std::ssize(held) / static_cast<std::int64_t>(numbersOfPoint);
        settings.own = std::move(trained);
        settings.own.insert(settings.own.end(), held.begin(), held.end());
    }

    static void checkOwn(const Settings& settings)
    {
        if (settings.own.size() % numbersOfPoint != 0)
            throw Error(
                ErrorKind::input,
                NS_MESSAGE("data.points.three",
                           "data.own has {0:number|numbers}, but each point has three: x, y and its class; add or remove some"),
                settings.own.size());
        for (std::size_t i = 0; i < settings.own.size(); i += numbersOfPoint) {
            const double x = settings.own[i], y = settings.own[i + 1], label = settings.own[i + 2];
            if (label != std::floor(label) || label < 0.0 || label >= static_cast<double>(settings.classes))
                throw Error(
                    ErrorKind::input,
                    NS_MESSAGE("data.points.class",
                               "point {0} of data.own has the class {1}, but there are only {2:class|classes}, from 0 to {3}; "
                               "change it, or data.classes"),
                    i / numbersOfPoint + 1, label, settings.classes, settings.classes - 1);
            if (!std::isfinite(static_cast<float>(x)) || !std::isfinite(static_cast<float>(y)))
                throw Error(ErrorKind::input,
                            NS_MESSAGE("data.points.far", "point {0} of data.own is too far away: ({1}, {2}); move it closer"),
                            i / numbersOfPoint + 1, x, y);
        }
    }
};

/// Points of a function.
struct CurveKind {
    using Settings = CurveSettings;

    static const ParameterBuilder<Settings>& declared() { return declaredCurves(); }
    static SourceInfo info()
    {
        return {
            .id = "curve",
            .title = NS_TEXT("data.curve", "points of a curve"),
            .doc = NS_TEXT("data.curve",
                           "Points of a function of one variable, with noise, made by this program: x is the field \"x\", and the "
                           "value to predict is the field \"y\"."),
            .licence = NS_TEXT("data.curve", "none needed: made by this program"),
            .parameters = declaredCurves().specs(),
            .standardised = true,
        };
    }
    static Settings settled(Settings settings) { return settings; }
    static std::pair<std::int64_t, std::int64_t> counts(const Settings& settings) { return {settings.count, settings.count}; }
    static std::vector<FieldSpec> fields(const Settings&)
    {
        return {{.name = "x", .type = DataType::f32, .shape = {1}}, {.name = "y", .type = DataType::f32, .shape = {1}}};
    }
    static std::pair<float, float> sample(const Settings& settings, std::int64_t, bool, RandomStream& random)
    {
        const auto x = static_cast<float>(2.0 * random.uniform() - 1.0);
        return {x, static_cast<float>(curveAt(settings.set, x) + settings.noise * random.normal())};
    }
};

} // namespace

const Source& points()
{
    static const DrawnSource<PointKind> source{PointSettings()};
    return source;
}

const Source& curve()
{
    static const DrawnSource<CurveKind> source{CurveSettings()};
    return source;
}

} // namespace netsmith::data
