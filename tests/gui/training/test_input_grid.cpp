#include "gui/training/input_grid.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cmath>

namespace test_input_grid {

using namespace netsmith;
using namespace netsmith::gui;

namespace {

std::vector<float> numbersOf(const data::Field& field)
{
    const auto* first = reinterpret_cast<const float*>(field.bytes.get());
    return {first, first + field.count * field.spec.shape.elements()};
}

} // namespace

/// Inputs at equal distances over one or two numbers.
class TestInputGrid : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aPlaneIsReadLikeAPicture()
    {
        const InputGrid grid{{{-1.0, 1.0}, {10.0, 20.0}}};
        QCOMPARE(grid.points(), 48 * 48);
        QCOMPARE(grid.at(0), (std::vector{-1.0, 20.0})); // the top left
        QCOMPARE(grid.at(47), (std::vector{1.0, 20.0}));
        QCOMPARE(grid.at(48 * 48 - 1), (std::vector{1.0, 10.0}));
        const data::Field samples = grid.samples({.name = "point", .type = DataType::f32, .shape = {2}});
        QCOMPARE(samples.count, 48 * 48);
        const std::vector<float> numbers = numbersOf(samples);
        QCOMPARE(numbers.size(), std::size_t{2 * 48 * 48});
        QCOMPARE(numbers[2 * 48], -1.0F); // the second row
        QVERIFY(std::abs(numbers[2 * 48 + 1] - (20.0F - 10.0F / 47.0F)) < 1e-5F);
    }

    void aLineGoesFromLeftToRight()
    {
        const InputGrid grid{{{0.0, 159.0}}};
        QVERIFY(!grid.isPlane());
        QCOMPARE(grid.shape(), (Shape{160}));
        const std::vector<float> numbers = numbersOf(grid.samples({.name = "x", .type = DataType::f32, .shape = {1}}));
        for (std::size_t i = 0; i < 160; ++i)
            QVERIFY(std::abs(numbers[i] - static_cast<float>(i)) < 1e-4F);
    }

    /// The numbers are those of the file, which the network scales as it does for a row.
    void columnsAreAsInTheFile()
    {
        data::Column column{.name = "weight"};
        column.fitted = true;
        column.fit = {.subtract = 70.0, .divide = 10.0};
        const InputGrid grid{{{40.0, 120.0}}};
        const data::Field samples = grid.samples({.name = "row", .type = DataType::f32, .shape = {1}, .columns = {column}});
        QVERIFY(!samples.spec.columns[0].fitted);
        QCOMPARE(numbersOf(samples)[0], 40.0F);
    }

    void onlyNumbersAreAPlace()
    {
        QVERIFY(hasInputGrid({.name = "point", .type = DataType::f32, .shape = {2}}));
        QVERIFY(hasInputGrid({.name = "x", .type = DataType::f32, .shape = {1}}));
        QVERIFY(!hasInputGrid({.name = "row", .type = DataType::f32, .shape = {3}}));
        QVERIFY(!hasInputGrid({.name = "picture", .type = DataType::u8, .shape = {2}}));
        QVERIFY(!hasInputGrid({.name = "series", .type = DataType::f32, .shape = {2}, .stride = 1}));
        QVERIFY(!hasInputGrid(
            {.name = "row", .type = DataType::f32, .shape = {2}, .columns = {{.name = "sex", .categories = {"f", "m"}}}}));
    }
};

NETSMITH_TEST(TestInputGrid)

} // namespace test_input_grid

#include "test_input_grid.moc"
