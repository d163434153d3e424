#include "engine/core/checked.h"
#include "engine/core/error.h"
#include "engine/core/shape.h"
#include "tests/test_program.h"

#include <QtTest>

#include <limits>
#include <vector>

namespace test_shape {

using netsmith::checkedAdd;
using netsmith::checkedMultiply;
using netsmith::Error;
using netsmith::ErrorKind;
using netsmith::Shape;

namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

/// The id of the error that `call` throws; empty when it throws none.
template <class Call>
std::string thrownId(Call&& call)
{
    try {
        call();
    } catch (const Error& error) {
        return error.kind() == ErrorKind::input ? error.message().id() : "not an input error";
    }
    return {};
}

} // namespace

class TestShape : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void scalarHasOneElement();
    void axesCountFromBothEnds();
    void countsElements();
    void refusesWhatLeaves64Bits();
    void refusesTooManyAxes();
    void refusesSizesBelowOne();
    void addsAndRemovesTheBatch();
    void shapesOfDifferentRankDiffer();
    void checkedArithmeticSeesTheEdges();
};

void TestShape::scalarHasOneElement()
{
    QCOMPARE(Shape().rank(), 0);
    QCOMPARE(Shape().elements(), 1);
    QCOMPARE(Shape().text(), std::string("scalar"));
}

void TestShape::axesCountFromBothEnds()
{
    const Shape shape{32, 28, 27, 3};
    QCOMPARE(shape.rank(), 4);
    QCOMPARE(shape[0], 32);
    QCOMPARE(shape[3], 3);
    QCOMPARE(shape[-1], 3);
    QCOMPARE(shape[-4], 32);
    QCOMPARE(shape.text(), std::string("32×28×27×3"));
}

void TestShape::countsElements()
{
    QCOMPARE((Shape{32, 28, 27, 3}).elements(), 32 * 28 * 27 * 3);
    QCOMPARE((Shape{largest}).elements(), largest);
}

void TestShape::refusesWhatLeaves64Bits()
{
    const Shape tooLarge{std::int64_t{1} << 32, std::int64_t{1} << 31};
    QCOMPARE(thrownId([&] { (void)tooLarge.elements(); }), std::string("shape.overflow"));
    const Shape fits{std::int64_t{1} << 31, std::int64_t{1} << 31};
    QCOMPARE(fits.elements(), std::int64_t{1} << 62);
}

void TestShape::refusesTooManyAxes()
{
    const std::vector<std::int64_t> sizes(Shape::maxRank + 1, 1);
    QCOMPARE(thrownId([&] { Shape{std::span(sizes)}; }), std::string("shape.rank"));
    const auto most = std::span(sizes).first(Shape::maxRank);
    QCOMPARE(Shape(most).rank(), Shape::maxRank);
    QCOMPARE(thrownId([&] { (void)Shape(most).withBatch(2); }), std::string("shape.rank"));
}

void TestShape::refusesSizesBelowOne()
{
    QCOMPARE(thrownId([] { Shape{3, 0}; }), std::string("shape.size"));
    QCOMPARE(thrownId([] { Shape{-1, 3}; }), std::string("shape.size"));
}

void TestShape::addsAndRemovesTheBatch()
{
    const Shape image{28, 27, 3};
    QCOMPARE(image.withBatch(32), (Shape{32, 28, 27, 3}));
    QCOMPARE(image.withBatch(32).withoutBatch(), image);
    QCOMPARE(Shape().withBatch(7), (Shape{7}));
    QCOMPARE(Shape().withoutBatch(), Shape());
}

void TestShape::shapesOfDifferentRankDiffer()
{
    QVERIFY((Shape{4, 1}) != (Shape{4}));
    QVERIFY((Shape{4, 1}) != (Shape{1, 4}));
}

void TestShape::checkedArithmeticSeesTheEdges()
{
    QCOMPARE(checkedAdd(largest - 1, 1).value_or(-1), largest);
    QVERIFY(!checkedAdd(largest, 1));
    QVERIFY(!checkedAdd(-largest, -2));
    QCOMPARE(checkedMultiply(largest, -1).value_or(0), -largest);
    QVERIFY(!checkedMultiply(largest / 2 + 1, 2));
}

NETSMITH_TEST(TestShape)

} // namespace test_shape

#include "test_shape.moc"
