#include "engine/runs/comparing/row_comparison.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

namespace test_row_comparison {

using namespace netsmith;
using namespace netsmith::runs;

namespace {

void write(const std::filesystem::path& path, const std::string& text)
{
    std::ofstream(path, std::ios::binary) << text;
}

} // namespace

class TestRowComparison : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesTheFirstDifference();
};

void TestRowComparison::namesTheFirstDifference()
{
    const QTemporaryDir folder;
    const std::filesystem::path root = folder.path().toStdString(), then = root / "then.csv", now = root / "now.csv";
    write(then, "kind,epoch,step,lr,loss\nstep,1,1,0.1,2\nstep,1,2,0.1,1.5\n");
    write(now, "kind,epoch,step,lr,loss\nstep,1,1,0.1,2\nstep,1,2,0.1,1.");
    RowComparison rows(then, now);
    QVERIFY(!rows.advance());
    QCOMPARE(rows.compared(), 1); // the second is not complete yet
    write(now, "kind,epoch,step,lr,loss\nstep,1,1,0.1,2\nstep,1,2,0.1,1.25\n");
    QCOMPARE(rows.advance()->column, std::string("loss"));
    QCOMPARE(rows.advance()->step, 2);
}

NETSMITH_TEST(TestRowComparison)

} // namespace test_row_comparison

#include "test_row_comparison.moc"
