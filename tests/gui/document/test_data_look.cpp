#include "engine/core/files/safe_file.h"
#include "gui/document/document.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>

namespace test_data_look {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

std::string table(int rows, const char* target = "y")
{
    std::string text = std::string("a,b,") + target + '\n';
    for (int row = 0; row < rows; ++row)
        text += std::to_string(row) + ".5,2.5," + (row % 2 ? "yes\n" : "no\n");
    return text;
}

} // namespace

/// What is known about a project's data, and when the data is read again.
class TestDataLook : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_document = std::make_unique<Document>();
    }
    void cleanup()
    {
        m_document.reset();
        m_folder.reset();
    }
    void aTableIsReadBesideTheWindow();
    void whatIsKnownIsThereAtOnce();
    void namesAreThereWhereNothingElseIs();
    void aTestFileThatIsWrittenIsNoticed();
    void aTestFileThatComesToBeIsNoticed();
    void aPlaceThatComesToBeIsNoticed();
    void filesOfANamedSetAreNoticed();
    void theFileOfNamesIsNoticed();
    void anotherTableForgetsTheFirst();

private:
    std::filesystem::path path(const char* name) const { return std::filesystem::path(m_folder->path().toStdString()) / name; }
    void write(const char* name, const std::string& text) const { writeFileSafely(path(name), text).take(); }
    void choose(const char* name, ParameterMap parameters = {})
    {
        m_document->edit(u"Data"_s, [&](Project& project) {
            project.data.source = "csv";
            project.data.path = path(name).string();
            project.data.parameters = std::move(parameters);
        });
    }
    const DataFacts& facts() const { return m_document->dataFacts(); }
    std::int64_t trainCount() const { return facts().source ? facts().source->info().trainCount : -1; }
    std::int64_t testCount() const { return facts().source ? facts().source->info().testCount : -1; }
    bool saysOfData(const char* id) const
    {
        const auto& problems = m_document->analysis().problems();
        return std::ranges::any_of(problems, [id](const Problem& problem) { return problem.message.id() == id; });
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Document> m_document;
};

void TestDataLook::aTableIsReadBesideTheWindow()
{
    write("table.csv", table(40));
    QSignalSpy known(m_document.get(), &Document::dataKnown);
    choose("table.csv");
    QVERIFY(!facts().source); // nothing was read on this thread
    QVERIFY(!facts().problem);
    QTRY_COMPARE(trainCount(), 40);
    QVERIFY(!known.isEmpty());
    QCOMPARE(facts().fields().size(), 2u);
    QCOMPARE(facts().partNames, (std::vector<std::string>{"a", "b", "y"}));

    write("table.csv", table(50)); // by another program
    QTRY_COMPARE(trainCount(), 50);
}

void TestDataLook::whatIsKnownIsThereAtOnce()
{
    m_document->edit(u"Data"_s, [](Project& project) { project.data.source = "cifar10"; });
    QVERIFY(facts().source); // everything is declared
    write("table.csv", table(40));
    choose("table.csv");
    QTRY_COMPARE(trainCount(), 40);
    m_document->undoStack().undo();
    QCOMPARE(facts().fields().front().name, std::string("image"));
    m_document->undoStack().redo();
    QCOMPARE(trainCount(), 40); // known from before
}

void TestDataLook::namesAreThereWhereNothingElseIs()
{
    write("table.csv", table(40));
    choose("table.csv", {{"target", std::string("price")}});
    QTRY_VERIFY(facts().problem);
    QVERIFY(saysOfData("data.csv.column"));
    QCOMPARE(facts().partNames, (std::vector<std::string>{"a", "b", "y"}));
    choose("table.csv", {{"target", std::string("b")}});
    QTRY_VERIFY(facts().source && !facts().problem);
    QVERIFY(!saysOfData("data.csv.column"));
}

void TestDataLook::aTestFileThatIsWrittenIsNoticed()
{
    write("table.csv", table(40));
    write("test.csv", table(8));
    choose("table.csv", {{"test_file", std::string("test.csv")}});
    QTRY_COMPARE(testCount(), 8);
    const std::uint64_t revision = m_document->dataRevision();
    write("test.csv", table(12));
    QTRY_COMPARE(testCount(), 12);
    QVERIFY(m_document->dataRevision() != revision); // what was read is out of date
}

void TestDataLook::aTestFileThatComesToBeIsNoticed()
{
    write("table.csv", table(40));
    choose("table.csv", {{"test_file", std::string("test.csv")}});
    QTRY_VERIFY(facts().problem);
    write("test.csv", table(8));
    QTRY_COMPARE(testCount(), 8);
    QVERIFY(!facts().problem);
}

void TestDataLook::aPlaceThatComesToBeIsNoticed()
{
    choose("later/inner/table.csv");
    QVERIFY(saysOfData("data.place_missing"));
    std::filesystem::create_directories(path("later/inner"));
    write("later/inner/table.csv", table(40));
    QTRY_COMPARE(trainCount(), 40);
    QVERIFY(!saysOfData("data.place_missing"));
    std::filesystem::remove_all(path("later")); // and one that disappears
    QTRY_VERIFY(saysOfData("data.place_missing"));
}

void TestDataLook::filesOfANamedSetAreNoticed()
{
    m_document->setDataDir(path("."));
    m_document->edit(u"Data"_s, [](Project& project) { project.data.source = "cifar100"; });
    const std::uint64_t before = m_document->dataRevision();
    std::filesystem::create_directories(path("cifar100"));
    write("cifar100/train.bin", "a");
    write("cifar100/test.bin", "b");
    QTRY_VERIFY(m_document->dataRevision() != before);
    const std::uint64_t there = m_document->dataRevision();
    write("cifar100/test.bin", "c");
    QTRY_VERIFY(m_document->dataRevision() != there);
}

void TestDataLook::theFileOfNamesIsNoticed()
{
    write("table.csv", table(40));
    write("names.txt", "1\n2\n");
    choose("table.csv");
    m_document->edit(u"Validation"_s, [&](Project& project) {
        project.data.validation = "file";
        project.data.validationFile = path("names.txt").string();
    });
    QTRY_COMPARE(trainCount(), 40);
    const std::uint64_t before = m_document->dataRevision();
    write("names.txt", "3\n");
    QTRY_VERIFY(m_document->dataRevision() != before);
}

void TestDataLook::anotherTableForgetsTheFirst()
{
    write("one.csv", table(40));
    write("other.csv", table(30, "z"));
    choose("one.csv");
    QTRY_COMPARE(trainCount(), 40);
    choose("other.csv");
    QVERIFY(!facts().source && facts().partNames.empty());
    QTRY_COMPARE(trainCount(), 30);
    QCOMPARE(facts().partNames.back(), std::string("z"));
    // With other settings the old facts stay until it is read, so that lists don't flicker.
    choose("other.csv", {{"target", std::string("b")}});
    QVERIFY(facts().source && !facts().partNames.empty());
    QTRY_VERIFY(facts().fields().back().classes == 0);
}

NETSMITH_WINDOW_TEST(TestDataLook)

} // namespace test_data_look

#include "test_data_look.moc"
