#include "engine/runs/row_comparison.h"

#include <QTemporaryDir>
#include <QtTest>

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
    void columnsThatCameLaterDoNotMatter();
};

void TestRowComparison::namesTheFirstDifference()
{
    const QTemporaryDir folder;
    const std::filesystem::path root = folder.path().toStdString(), then = root / "then.csv", now = root / "now.csv";
    write(then, "kind,epoch,step,lr,loss\nstep,1,1,0.1,2\nstep,1,2,0.1,1.5\n");
    write(now, "kind,epoch,step,lr,loss\nstep,1,1,0.1,2\nstep,1,2,0.1,1.");
    RowComparison rows(then, now);
    QVERIFY(!rows.advance());
    QCOMPARE(rows.compared(), 1); // the second is not whole yet
    write(now, "kind,epoch,step,lr,loss\nstep,1,1,0.1,2\nstep,1,2,0.1,1.25\n");
    QCOMPARE(rows.advance()->column, std::string("loss"));
    QCOMPARE(rows.advance()->step, 2);
}

/// A run of before its loss scale was kept is compared by all that it has.
void TestRowComparison::columnsThatCameLaterDoNotMatter()
{
    const QTemporaryDir folder;
    const std::filesystem::path root = folder.path().toStdString(), then = root / "then.csv", now = root / "now.csv";
    write(then, "kind,epoch,step,lr,loss\nstep,1,1,0.1,2\nstep,1,2,0.1,1.5\n");
    write(now, "kind,epoch,step,lr,loss,loss_scale,skipped\nstep,1,1,0.1,2,65536,1\nstep,1,2,0.1,1.25,32768,0\n");
    RowComparison rows(then, now);
    QCOMPARE(rows.advance()->column, std::string("loss"));
    QCOMPARE(rows.compared(), 1);
    RowComparison back(now, then); // what lacks them is none of its like
    QVERIFY(back.advance());
}

QTEST_GUILESS_MAIN(TestRowComparison)
#include "test_row_comparison.moc"
