#include "engine/core/parallel.h"
#include "engine/ops/dense.h"
#include "tests/engine/ops/op_cases.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <set>

namespace test_backends {

using namespace netsmith;
using namespace netsmith::test;

/// Every case, forward and backward, on every available backend against the reference in double.
class TestBackends : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyOpRuns();
    void agreesWithTheReference_data();
    void agreesWithTheReference();
    void repeatsItself_data();
    void repeatsItself();
    void sharesProductsAmongThreads_data();
    void sharesProductsAmongThreads();
};

namespace {

bool hasLowInput(const OpCase& each)
{
    return std::ranges::any_of(each.inputs, &OpInput::low);
}

bool isSame(double a, double b)
{
    return a == b || (std::isnan(a) && std::isnan(b));
}

void compareWithReference(const std::string& backend, Precision kind, const OpCase& each)
{
    const Availability reference = availabilityOf("reference", kind);
    QVERIFY2(reference.backend, reference.reason.c_str());
    const Availability other = availabilityOf(backend, kind);
    if (!other.backend)
        QSKIP(other.reason.c_str());
    const std::string difference = differenceFromReference(*other.backend, each, kind);
    QVERIFY2(difference.empty(), difference.c_str());
}

} // namespace

void TestBackends::everyOpRuns()
{
    const Availability reference = availabilityOf("reference");
    QVERIFY2(reference.backend, reference.reason.c_str());
    std::set<std::string_view> run;
    for (const OpCase& each : opCases())
        for (const OpRun made(*reference.backend, each); const Op& op : made.plan().programs[0].ops)
            run.insert(op.spec->name);
    for (const OpSpec* spec : allOps())
        QVERIFY2(run.contains(spec->name), qPrintable(QString("no case runs %1").arg(spec->name.data())));
}

void TestBackends::agreesWithTheReference_data()
{
    QTest::addColumn<QString>("backend");
    QTest::addColumn<int>("precision");
    QTest::addColumn<int>("index");
    for (const std::string backend : {"cpu", "cuda"}) {
        if (backend == "cuda" && !availabilityOf(backend).backend)
            continue; // most machines have no GPU: no row, rather than hundreds that are skipped
        for (const Precision precision : {Precision::fp32, Precision::bf16, Precision::fp16}) {
            if (backend == "cpu" && precision == Precision::fp16)
                continue; // which no processor supports
            for (std::size_t i = 0; i < opCases().size(); ++i)
                if (precision == Precision::fp32 || hasLowInput(opCases()[i])) {
                    const std::string name = backend + ' ' + std::string(nameOf(precision)) + ", " + opCases()[i].name;
                    QTest::newRow(name.c_str())
                        << QString::fromStdString(backend) << static_cast<int>(precision) << static_cast<int>(i);
                }
        }
    }
}

void TestBackends::agreesWithTheReference()
{
    QFETCH(QString, backend);
    QFETCH(int, precision);
    QFETCH(int, index);
    compareWithReference(backend.toStdString(), static_cast<Precision>(precision), opCases()[static_cast<std::size_t>(index)]);
}

/// Accumulators must start at zero: a second run gives the same numbers.
void TestBackends::repeatsItself_data()
{
    QTest::addColumn<QString>("backend");
    for (const char* name : {"reference", "cpu", "cuda"})
        QTest::addRow("%s", name) << QString::fromLatin1(name);
}

void TestBackends::repeatsItself()
{
    QFETCH(QString, backend);
    const Availability available = availabilityOf(backend.toStdString());
    if (!available.backend)
        QSKIP(available.reason.c_str());
    for (const OpCase& each : opCases()) {
        if (!each.into.empty())
            continue;
        OpRun run(*available.backend, each);
        run.run();
        std::vector<std::vector<double>> first;
        for (const TensorId id : run.written())
            first.push_back(run.read(id));
        run.run();
        std::size_t next = 0;
        for (const TensorId id : run.written())
            QVERIFY2(std::ranges::equal(run.read(id), first[next++], isSame), each.name.c_str());
    }
}

void TestBackends::sharesProductsAmongThreads_data()
{
    QTest::addColumn<int>("threads");
    for (const int threads : {1, 2, 3, 8})
        QTest::addRow("%d threads", threads) << threads;
}

/// Large products are split by rows of the weights, differently for each number of threads.
void TestBackends::sharesProductsAmongThreads()
{
    QFETCH(int, threads);
    setThreadCount(threads);
    for (const OpCase& each : opCases())
        if (each.spec == &ops::dense && !each.differences)
            compareWithReference("cpu", Precision::fp32, each);
    setThreadCount(0);
}

NETSMITH_TEST(TestBackends)

} // namespace test_backends

#include "test_backends.moc"
