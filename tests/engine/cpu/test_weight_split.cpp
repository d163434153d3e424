#include "engine/cpu/weight_split.h"
#include "tests/test_program.h"

#include <QtTest>

namespace test_weight_split {

using namespace netsmith;
using namespace netsmith::cpu;

/// Which thread works on which weights: each once, and the same rows in every kernel.
class TestWeightSplit : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { setThreadCount(0); }

    void splitsRows_data();
    void splitsRows();
    void sharesAllOut_data();
    void sharesAllOut();
    void givesThreadsTheRowsOfTheirProducts();
    void callsEveryPart();

private:
    static SegmentTable tableOf(const std::vector<Shape>& shapes);
};

SegmentTable TestWeightSplit::tableOf(const std::vector<Shape>& shapes)
{
    SegmentTable table;
    for (const Shape& shape : shapes) {
        Segment segment;
        segment.shape = shape;
        segment.offset = table.elements;
        table.elements += (segment.elements() + segmentAlignment - 1) / segmentAlignment * segmentAlignment;
        table.segments.push_back(segment);
    }
    return table;
}

void TestWeightSplit::splitsRows_data()
{
    QTest::addColumn<QList<int>>("shape");
    QTest::addColumn<int>("threads");
    QTest::addColumn<int>("parts");
    QTest::newRow("a dense kernel") << QList<int>{784, 128} << 2 << 2;
    QTest::newRow("with an odd number of rows") << QList<int>{785, 128} << 2 << 2;
    QTest::newRow("a convolution's") << QList<int>{3, 3, 32, 64} << 3 << 3;
    QTest::newRow("small") << QList<int>{128, 10} << 2 << 1;
    QTest::newRow("worth two of eight") << QList<int>{128, 64} << 8 << 2;
    QTest::newRow("a single row") << QList<int>{1, 100000} << 4 << 1;
    QTest::newRow("a vector") << QList<int>{100000} << 4 << 4;
    QTest::newRow("one thread") << QList<int>{784, 128} << 1 << 1;
}

void TestWeightSplit::splitsRows()
{
    QFETCH(QList<int>, shape);
    QFETCH(int, threads);
    QFETCH(int, parts);
    setThreadCount(threads);
    const std::vector<std::int64_t> sizes(shape.begin(), shape.end());
    const WeightSplit split{Shape(sizes)};
    QCOMPARE(split.parts, parts);
    QCOMPARE(split.rows * split.columns, Shape(sizes).elements());
    QCOMPARE(split.row(0), std::int64_t{0});
    QCOMPARE(split.row(split.parts), split.rows);
    for (int part = 0; part < split.parts; ++part)
        QVERIFY(split.row(part) < split.row(part + 1));
}

void TestWeightSplit::sharesAllOut_data()
{
    QTest::addColumn<int>("threads");
    for (const int threads : {1, 2, 3, 16})
        QTest::addRow("%d threads", threads) << threads;
}

void TestWeightSplit::sharesAllOut()
{
    QFETCH(int, threads);
    setThreadCount(threads);
    std::vector<Shape> manySmall;
    for (int i = 0; i < 200; ++i)
        manySmall.push_back({i % 7 + 1, 33});
    SegmentTable backwards = tableOf({{10}, {128, 10}, {128}, {784, 128}});
    std::ranges::reverse(backwards.segments); // the last layer's gradients first
    const std::vector<SegmentTable> tables{backwards,
                                           tableOf({{784, 128}, {128}, {128, 10}, {10}}),
                                           tableOf({{5}}),
                                           tableOf(manySmall),
                                           tableOf({{3, 3, 1, 32}, {32}, {1000, 257}, {257}, {257, 1000}, {7}}),
                                           SegmentTable{}};
    for (const SegmentTable& table : tables) {
        const std::int64_t elements = std::max<std::int64_t>(table.elements, 50000 * (table.segments.empty() ? 1 : 0));
        const auto shares = shareOut(table, elements);
        QVERIFY(std::ssize(shares) <= threads);
        std::vector<int> taken(static_cast<std::size_t>(elements), 0);
        for (const auto& pieces : shares)
            for (const ArenaPiece& piece : pieces) {
                QVERIFY(0 <= piece.begin && piece.begin < piece.end && piece.end <= elements);
                for (std::int64_t i = piece.begin; i < piece.end; ++i)
                    ++taken[static_cast<std::size_t>(i)];
            }
        QCOMPARE(std::ranges::count(taken, 1), elements);
    }
}

void TestWeightSplit::givesThreadsTheRowsOfTheirProducts()
{
    setThreadCount(2);
    const SegmentTable table = tableOf({{784, 128}, {128}, {512, 64}});
    const auto shares = shareOut(table, table.elements);
    const std::int64_t second = table.segments[2].offset;
    QCOMPARE(shares,
             (std::vector<std::vector<ArenaPiece>>{
                 {{0, 392 * 128}, {second, second + 256 * 64}},
                 {{392 * 128, second}, {second + 256 * 64, second + 512 * 64}},
             }));
}

void TestWeightSplit::callsEveryPart()
{
    for (const int threads : {1, 2, 5}) {
        setThreadCount(threads);
        for (const int parts : {1, 2, 7}) { // also more parts than threads
            std::vector<int> calls(static_cast<std::size_t>(parts), 0);
            eachPart(parts, [&](int part) { ++calls[static_cast<std::size_t>(part)]; });
            QCOMPARE(calls, std::vector<int>(static_cast<std::size_t>(parts), 1));
        }
    }
}

NETSMITH_TEST(TestWeightSplit)

} // namespace test_weight_split

#include "test_weight_split.moc"
