#include "engine/cpu/kernels/bias.h"
#include "engine/cpu/kernels/small_product.h"
#include "tests/engine/cpu/kernel_check.h"
#include "tests/test_program.h"

#include <limits>

namespace test_products {

using namespace netsmith;
using namespace netsmith::test;

/// Products of matrices that are too small for a library, and sums of products divided among threads.
class TestProducts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void multiplies_data();
    void multiplies();
    void keepsWhatIsNotFinite();
    void tellsSmallFromLarge();
    void transposes();
    void addsParts();
};

void TestProducts::multiplies_data()
{
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("inner");
    QTest::addColumn<int>("columns");
    QTest::newRow("one number") << 1 << 1 << 1;
    QTest::newRow("a classifier") << 32 << 128 << 10;
    QTest::newRow("its weights' gradient") << 128 << 32 << 10;
    QTest::newRow("its inputs' gradient") << 32 << 10 << 128;
    QTest::newRow("rows and columns left over") << 13 << 7 << 37;
    QTest::newRow("a batch of one") << 1 << 300 << 33;
}

void TestProducts::multiplies()
{
    QFETCH(int, rows);
    QFETCH(int, inner);
    QFETCH(int, columns);
    for (const bool turned : {false, true})
        for (const bool biased : {false, true})
            for (const bool rectify : {false, true})
                inEveryVersion([&] {
                    const auto a = numbers<float>(rows * inner, 1);
                    const auto b = numbers<float>(inner * columns, 2);
                    const auto bias = numbers<float>(columns, 3);
                    const kernels::MatrixView view{a.data(), turned ? 1 : inner, turned ? rows : 1};
                    std::vector<double> expected;
                    for (std::int64_t r = 0; r < rows; ++r)
                        for (std::int64_t c = 0; c < columns; ++c) {
                            double sum = biased ? double{bias[static_cast<std::size_t>(c)]} : 0.0;
                            for (std::int64_t k = 0; k < inner; ++k)
                                sum += double{a[static_cast<std::size_t>(r * view.row + k * view.column)]}
                                    * b[static_cast<std::size_t>(k * columns + c)];
                            expected.push_back(rectify ? std::max(sum, 0.0) : sum);
                        }
                    std::vector<float> c(expected.size(), std::numeric_limits<float>::quiet_NaN());
                    kernels::smallProduct(view, b.data(), biased ? bias.data() : nullptr, c.data(), rows, inner, columns, rectify);
                    compare(c, expected, 2e-5);
                    return bytesOf(c);
                });
}

void TestProducts::keepsWhatIsNotFinite()
{
    inEveryVersion([] {
        auto a = numbers<float>(9 * 5, 1);
        const auto b = numbers<float>(5 * 3, 2, 0.5, 1.0);
        a[4 * 5 + 2] = std::numeric_limits<float>::quiet_NaN();
        std::vector<float> c(9 * 3);
        kernels::smallProduct({a.data(), 5, 1}, b.data(), nullptr, c.data(), 9, 5, 3, true);
        for (std::size_t i = 0; i < c.size(); ++i)
            if (std::isnan(c[i]) != (i / 3 == 4))
                qFatal("element %zu is %g", i, static_cast<double>(c[i]));
        return std::string();
    });
}

void TestProducts::tellsSmallFromLarge()
{
    QVERIFY(kernels::isSmallProduct(32, 128, 10));
    QVERIFY(!kernels::isSmallProduct(32, 784, 128));
    const std::int64_t huge = std::int64_t{1} << 40; // whose product exceeds 64 bits
    QVERIFY(!kernels::isSmallProduct(huge, huge, huge));
}

void TestProducts::transposes()
{
    const auto from = numbers<float>(7 * 3, 4);
    std::vector<float> to(from.size());
    kernels::transpose(from.data(), to.data(), 7, 3);
    for (std::size_t r = 0; r < 7; ++r)
        for (std::size_t c = 0; c < 3; ++c)
            QCOMPARE(to[c * 7 + r], from[r * 3 + c]);
}

void TestProducts::addsParts()
{
    for (const auto& [rows, columns] : {std::pair<std::int64_t, std::int64_t>{1, 1}, {3, 10}, {701, 129}})
        for (const int count : {1, 2, 5})
            for (const bool biased : {false, true})
                for (const bool rectify : {false, true})
                    inEveryVersion([&] {
                        const std::int64_t results = rows * columns;
                        const auto parts = numbers<float>(count * results, 5);
                        const auto bias = numbers<float>(columns, 6);
                        std::vector<double> expected;
                        for (std::int64_t i = 0; i < results; ++i) {
                            double sum = biased ? double{bias[static_cast<std::size_t>(i % columns)]} : 0.0;
                            for (int part = 0; part < count; ++part)
                                sum += parts[static_cast<std::size_t>(part * results + i)];
                            expected.push_back(rectify ? std::max(sum, 0.0) : sum);
                        }
                        std::vector<float> y(expected.size());
                        kernels::addParts(parts.data(), count, biased ? bias.data() : nullptr, y.data(), rows, columns, rectify);
                        compare(y, expected);
                        return bytesOf(y);
                    });
}

NETSMITH_TEST(TestProducts)

} // namespace test_products

#include "test_products.moc"
