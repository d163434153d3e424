#include "engine/layers/registry.h"
#include "gui/start/sample_card.h"
#include "gui/start/start_page.h"
#include "gui/widgets/theme.h"
#include "tests/sample_names.h"
#include "tests/test_program.h"

#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QtTest>

namespace test_start_page {

using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// Everything on the start page works, with mouse and keys.
class TestStartPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }
    void init();
    void buttonsAskForNewAndOpen();
    void samplesAreRead();
    void theFirstStepStandsOut();
    void theSimplestComesNext();
    void cardsAreOpenedByEnter();
    void cardsTellTheGoal();
    void textsAreReadable();
    void pictureFollowsTheNetwork();
    void pictureOfAnUnfinishedNetwork();
    void recentFilesAreOpenedAndForgotten();
    void whatIsGoneCannotBeOpened();
    void brokenSamplesAreLeftOut();
    void fitsEverySize_data();
    void fitsEverySize();

private:
    std::unique_ptr<StartPage> m_page;

    template <class T>
    T* child(const char* name)
    {
        return m_page->findChild<T*>(QString::fromLatin1(name));
    }
};

void TestStartPage::init()
{
    m_page = std::make_unique<StartPage>();
    m_page->resize(1280, 720);
    m_page->setSamples(QStringLiteral(NETSMITH_PROJECTS));
    m_page->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
    QTRY_VERIFY(!m_page->findChildren<SampleCard*>().isEmpty());
}

void TestStartPage::buttonsAskForNewAndOpen()
{
    QSignalSpy created(m_page.get(), &StartPage::newWanted);
    QSignalSpy opened(m_page.get(), &StartPage::openWanted);
    QTest::mouseClick(child<QPushButton>("newProjectButton"), Qt::LeftButton);
    QCOMPARE(created.size(), 1);
    child<QPushButton>("openProjectButton")->setFocus();
    QTest::keyClick(child<QPushButton>("openProjectButton"), Qt::Key_Space);
    QCOMPARE(opened.size(), 1);
}

void TestStartPage::samplesAreRead()
{
    QCOMPARE(m_page->findChildren<SampleCard*>().size(), std::ssize(netsmith::test::sampleNames(NETSMITH_PROJECTS)));
    QSignalSpy wanted(m_page.get(), &StartPage::sampleWanted);
    QTest::mouseClick(child<SampleCard>("sample_mnist_mlp"), Qt::LeftButton);
    QCOMPARE(wanted.size(), 1);
    QVERIFY(wanted.front().front().toString().endsWith(u"/mnist_mlp/mnist_mlp.netsmith"_s));
    m_page->setFocus();
    QTest::keyClick(m_page->focusWidget(), Qt::Key_Space);
    QCOMPARE(wanted.size(), 2);
    QVERIFY(wanted.back().front().toString().endsWith(u"/mnist_cnn/mnist_cnn.netsmith"_s));
}

void TestStartPage::theFirstStepStandsOut()
{
    const auto* first = child<SampleCard>("sample_mnist_cnn");
    QVERIFY(first->accessibleName().startsWith(u"Start here"_s));
    for (const SampleCard* card : m_page->findChildren<SampleCard*>())
        QVERIFY(card == first || card->geometry().top() > first->geometry().top() || card->x() > first->x());
}

void TestStartPage::theSimplestComesNext()
{
    const auto* simple = child<SampleCard>("sample_mnist_mlp");
    const auto* deep = child<SampleCard>("sample_cifar_resnet");
    QVERIFY(simple->y() < deep->y());
    const auto* own = child<SampleCard>("sample_ants_bees_transfer"); // has fewer nodes, but needs data
    QVERIFY(std::pair(deep->y(), deep->x()) < std::pair(own->y(), own->x()));
}

void TestStartPage::cardsAreOpenedByEnter()
{
    QSignalSpy wanted(m_page.get(), &StartPage::sampleWanted);
    m_page->setFocus();
    QTest::keyClick(m_page->focusWidget(), Qt::Key_Return);
    QCOMPARE(wanted.size(), 1);
    QTest::keyClick(m_page->focusWidget(), Qt::Key_Tab);
    QTest::keyClick(m_page->focusWidget(), Qt::Key_Return);
    QCOMPARE(wanted.size(), 2);
    QVERIFY(wanted[0].front() != wanted[1].front());
}

void TestStartPage::cardsTellTheGoal()
{
    for (const SampleCard* card : m_page->findChildren<SampleCard*>())
        QVERIFY2(card->toolTip().contains(u"Goal"_s), qPrintable(card->objectName()));
}

void TestStartPage::textsAreReadable()
{
    for (const QLabel* label : m_page->findChildren<QLabel*>()) {
        if (!label->isVisible() || label->text().isEmpty())
            continue;
        const QColor text = label->palette().color(label->foregroundRole());
        QVERIFY2(std::abs(text.lightness() - Theme::instance().color(Token::canvas).lightness()) > 80, qPrintable(label->text()));
    }
}

void TestStartPage::pictureFollowsTheNetwork()
{
    const auto sketchOfFile = [](const char* name) {
        const QString path = u"%1/%2/%2.netsmith"_s.arg(QStringLiteral(NETSMITH_PROJECTS), QString::fromLatin1(name));
        return sketchOf(netsmith::loadProject(path.toStdString()).take().graph, netsmith::layers());
    };
    const NetworkSketch cnn = sketchOfFile("mnist_cnn");
    QCOMPARE(cnn.blocks.size(), 9u);
    QVERIFY(cnn.shortcuts.empty());
    QVERIFY(cnn.blocks[1].height > cnn.blocks[3].height); // pooled in between
    QVERIFY(cnn.blocks[3].width > cnn.blocks[1].width); // more filters
    QVERIFY(cnn.blocks.front().category == netsmith::Category::input);
    QCOMPARE(sketchOfFile("mnist_mlp").blocks.size(), 4u);
    QVERIFY(sketchOfFile("cifar_resnet").shortcuts.size() >= 9u); // at least one for each residual block
}

void TestStartPage::pictureOfAnUnfinishedNetwork()
{
    netsmith::Graph graph;
    QVERIFY(sketchOf(graph, netsmith::layers()).blocks.empty());
    netsmith::Node node;
    node.id = "alone";
    node.layer = "dense";
    graph.nodes = {node};
    node.id = "unknown";
    node.layer = "no_such_layer";
    graph.nodes.push_back(node);
    QCOMPARE(sketchOf(graph, netsmith::layers()).blocks.size(), 1u);
}

void TestStartPage::recentFilesAreOpenedAndForgotten()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(u"mine.netsmith"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    m_page->setRecent({path});
    QSignalSpy opened(m_page.get(), &StartPage::recentWanted);
    QSignalSpy forgotten(m_page.get(), &StartPage::forgetWanted);
    QTest::mouseClick(child<QPushButton>("recent_mine"), Qt::LeftButton);
    QTest::mouseClick(child<QToolButton>("forget_mine"), Qt::LeftButton);
    QCOMPARE(opened.front().front().toString(), path);
    QCOMPARE(forgotten.front().front().toString(), path);
    m_page->setRecent({});
    QVERIFY(!child<QPushButton>("recent_mine"));
}

void TestStartPage::whatIsGoneCannotBeOpened()
{
    m_page->setRecent({u"/nowhere/gone.netsmith"_s});
    QTRY_VERIFY(!child<QPushButton>("recent_gone")->isEnabled());
    QVERIFY(child<QToolButton>("forget_gone")->isEnabled());
}

void TestStartPage::brokenSamplesAreLeftOut()
{
    QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath(u"broken"_s));
    QFile file(folder.filePath(u"broken/broken.netsmith"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{");
    file.close();
    m_page->setSamples(folder.path());
    QTRY_VERIFY(m_page->findChildren<SampleCard*>().isEmpty());
}

void TestStartPage::fitsEverySize_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("columns");
    QTest::newRow("small") << QSize(960, 600) << 2;
    QTest::newRow("usual") << QSize(1280, 720) << 3;
    QTest::newRow("large") << QSize(2560, 1440) << 3;
}

void TestStartPage::fitsEverySize()
{
    QFETCH(QSize, size);
    QFETCH(int, columns);
    m_page->resize(size);
    QCoreApplication::processEvents();
    QSet<int> lefts;
    for (const SampleCard* card : m_page->findChildren<SampleCard*>()) {
        lefts.insert(card->x());
        QVERIFY(card->mapTo(m_page.get(), card->rect().topRight()).x() < size.width());
    }
    QCOMPARE(lefts.size(), columns);
}

NETSMITH_WINDOW_TEST(TestStartPage)

} // namespace test_start_page

#include "test_start_page.moc"
