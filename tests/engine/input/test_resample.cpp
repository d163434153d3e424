#include "engine/input/images/resample.h"
#include "tests/test_program.h"

#include <QtTest>

#include <vector>

namespace test_resample {

using namespace netsmith::data;

namespace {

using Values = std::vector<int>;

/// Pseudo-random numbers that are the same in every language.
Picture pattern(int width, int height, int channels)
{
    Picture picture = newPicture(width, height, channels);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            for (int c = 0; c < channels; ++c)
                picture.row(y)[x * channels + c] = static_cast<std::uint8_t>(x * 37 + y * 91 + c * 53 + (x * y) % 17 * 11);
    return picture;
}

Picture of(int width, int height, int channels, const Values& values)
{
    Picture picture = newPicture(width, height, channels);
    for (std::size_t i = 0; i < values.size(); ++i)
        picture.pixels[i] = static_cast<std::uint8_t>(values[i]);
    return picture;
}

Values valuesOf(const Picture& picture)
{
    return {picture.pixels.get(), picture.pixels.get() + picture.bytes()};
}

Values whole(const Picture& picture, int width, int height)
{
    return valuesOf(resample(picture, {0.0, 0.0, double(picture.width), double(picture.height)}, width, height));
}

} // namespace

/// Known values: computed by hand, and the results of Pillow 12 for the same numbers with Image.BILINEAR.
class TestResample : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void worksAsByHand();
    void givesPillowsBytes();
    void keepsWhatIsEven();
    void opacityWeighsColours();
    void fits();
};

void TestResample::worksAsByHand()
{
    // Half as wide: the triangle covers two old pixels on either side of its middle, which is between two: weights 1 3 3 1.
    QCOMPARE(whole(of(4, 1, 1, {0, 80, 160, 240}), 2, 1), (Values{57, 183})); // (3·0 + 3·80 + 160) / 7, (80 + 3·160 + 3·240) / 7
    // Twice as wide: a quarter of the way between neighbours.
    QCOMPARE(whole(of(2, 1, 1, {0, 100}), 4, 1), (Values{0, 25, 75, 100}));
    QCOMPARE(whole(of(1, 2, 1, {0, 100}), 1, 4), (Values{0, 25, 75, 100}));
    const Picture same = pattern(5, 4, 3);
    QCOMPARE(whole(same, 5, 4), valuesOf(same));
}

void TestResample::givesPillowsBytes()
{
    const Picture grey = pattern(9, 7, 1);
    QCOMPARE(whole(grey, 4, 3), (Values{106, 133, 130, 118, 117, 132, 132, 127, 118, 140, 115, 135}));
    QCOMPARE(whole(pattern(3, 2, 1), 7, 5),
             (Values{0,   5,   21,  37, 53, 69,  74,  9,   14,  31,  47, 64, 80,  85,  46,  52,  70, 88,
                     107, 125, 131, 82, 89, 108, 129, 149, 169, 176, 91, 98, 118, 139, 160, 180, 187}));
    QCOMPARE(whole(pattern(13, 10, 3), 3, 2),
             (Values{124, 135, 128, 126, 114, 130, 118, 126, 139, 129, 121, 141, 116, 115, 137, 129, 101, 149}));
    QCOMPARE(valuesOf(resample(grey, {1.0, 0.0, 8.0, 7.0}, 3, 3)), (Values{123, 128, 125, 125, 128, 135, 133, 124, 123}));
}

void TestResample::keepsWhatIsEven()
{
    for (const int value : {0, 1, 127, 254, 255})
        for (const auto& [width, height] : {std::pair{1, 1}, {3, 50}, {64, 2}}) {
            const Picture even = of(17, 11, 1, Values(17 * 11, value));
            QCOMPARE(whole(even, width, height), Values(static_cast<std::size_t>(width * height), value));
        }
}

void TestResample::opacityWeighsColours()
{
    // Opaque red beside transparent green: no green shows.
    const Picture picture = of(2, 1, 4, {200, 0, 0, 255, 0, 200, 0, 0});
    QCOMPARE(whole(picture, 1, 1), (Values{199, 0, 0, 128}));
    // Multiplying a colour by its alpha and dividing again gives the same colour.
    QCOMPARE(whole(of(2, 1, 4, {120, 90, 60, 128, 120, 90, 60, 128}), 1, 1), (Values{120, 90, 60, 128}));
}

void TestResample::fits()
{
    // A wide picture: black, three greys, white, in columns.
    const Picture wide = of(4, 2, 1, {0, 80, 160, 240, 0, 80, 160, 240});
    QCOMPARE(valuesOf(fitted(wide, 2, 2, Fit::crop)), (Values{80, 160, 80, 160}));
    QCOMPARE(valuesOf(fitted(wide, 4, 4, Fit::pad)), (Values{0, 0, 0, 0, 0, 80, 160, 240, 0, 80, 160, 240, 0, 0, 0, 0}));
    QCOMPARE(valuesOf(fitted(wide, 4, 3, Fit::stretch)).size(), std::size_t{12});
    // A side that is tiny compared with the other still gets a pixel.
    QCOMPARE(fitted(of(1000, 1, 1, Values(1000, 9)), 8, 8, Fit::pad).height, 8);
    QCOMPARE(fitted(of(1000, 1, 1, Values(1000, 9)), 8, 8, Fit::crop).width, 8);
}

NETSMITH_TEST(TestResample)

} // namespace test_resample

#include "test_resample.moc"
