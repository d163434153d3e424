#include "engine/core/safe_file.h"
#include "engine/cuda/plan_book.h"

#include <QtTest>

#include <optional>

using namespace netsmith;
using cuda::PlanBook;
namespace fs = std::filesystem;

/// What is kept of timed convolutions on disk.
class TestPlanBook : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void isReadAgain();
    void targetsAreApart();
    void twoWritersLoseNothing();
    void whatIsNoBookIsEmpty_data();
    void whatIsNoBookIsEmpty();
    void worksWithoutAFile();

private:
    fs::path file() const { return fs::path(m_folder->path().toStdString()) / "cuda" / "convolutions.json"; }

    std::optional<QTemporaryDir> m_folder;
};

void TestPlanBook::init()
{
    m_folder.emplace();
}

void TestPlanBook::isReadAgain()
{
    PlanBook book(file());
    QVERIFY(!book.find("a GPU", "a shape"));
    book.keep("a GPU", "a shape", "the first");
    book.keep("a GPU", "a shape", "the second");
    QCOMPARE(PlanBook(file()).find("a GPU", "a shape"), std::optional<std::string>("the second"));
}

void TestPlanBook::targetsAreApart()
{
    PlanBook book(file());
    book.keep("a GPU", "a shape", "one");
    book.keep("another", "a shape", "two");
    const PlanBook again(file());
    QCOMPARE(again.find("a GPU", "a shape"), std::optional<std::string>("one"));
    QCOMPARE(again.find("another", "a shape"), std::optional<std::string>("two"));
    QVERIFY(!again.find("another", "another shape"));
}

void TestPlanBook::twoWritersLoseNothing()
{
    PlanBook one(file());
    PlanBook two(file());
    one.keep("a GPU", "first", "1");
    two.keep("a GPU", "second", "2");
    const PlanBook again(file());
    QVERIFY(again.find("a GPU", "first") && again.find("a GPU", "second"));
}

void TestPlanBook::whatIsNoBookIsEmpty_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("cut off") << QByteArray(R"({"format": 1, "plans": {"a GPU": {"a sh)");
    QTest::newRow("of a later format") << QByteArray(R"({"format": 2, "plans": {"a GPU": {"a shape": "x"}}})");
    QTest::newRow("numbers for plans") << QByteArray(R"({"format": 1, "plans": {"a GPU": {"a shape": 3}}})");
    QTest::newRow("a list") << QByteArray("[1, 2]");
    QTest::newRow("no plans") << QByteArray(R"({"format": 1})");
}

void TestPlanBook::whatIsNoBookIsEmpty()
{
    QFETCH(QByteArray, content);
    fs::create_directories(file().parent_path());
    QVERIFY(writeFileSafely(file(), content.toStdString()));
    PlanBook book(file());
    QVERIFY(!book.find("a GPU", "a shape"));
    book.keep("a GPU", "a shape", "new");
    QVERIFY(PlanBook(file()).find("a GPU", "a shape"));
}

void TestPlanBook::worksWithoutAFile()
{
    PlanBook book({});
    book.keep("a GPU", "a shape", "one");
    QCOMPARE(book.find("a GPU", "a shape"), std::optional<std::string>("one"));
}

QTEST_GUILESS_MAIN(TestPlanBook)
#include "test_plan_book.moc"
