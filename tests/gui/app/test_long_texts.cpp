#include "gui/app/language.h"
#include "gui/app/window/dock.h"
#include "tests/gui/app/cut_off.h"
#include "tests/gui/app/studio_fixture.h"
#include "tests/test_program.h"

#include <QLabel>
#include <QMenuBar>
#include <QRegularExpression>
#include <QTranslator>

namespace test_long_texts {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

/// A language in which every text is two fifths longer than in English, as in many real ones.
class LongLanguage : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    QString translate(const char*, const char* source, const char*, int) const override
    {
        static const QRegularExpression letters(u"[A-Za-z]{2}"_s);
        static const QRegularExpression placeholders(u"%L?\\d|%n|\\{\\d\\}|<[^>]*>|&(\\w+;)?"_s);
        const QString text = QString::fromUtf8(source);
        const QString words = QString(text).remove(placeholders);
        if (!letters.match(words).hasMatch())
            return text; // signs and numbers, which a translation would not lengthen
        QString more;
        for (qsizetype i = 0; i < (words.size() * 2 + 4) / 5; ++i)
            more += i % 8 == 0 && words.contains(u' ') ? u' ' : u"éàöûñ"_s[i % 5];
        return text + more;
    }
};

} // namespace

/// No language must show half a word: where a text needs two fifths more room than in English, it has the room, wraps or is elided
/// with a tool tip.
class TestLongTexts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void aCutTextIsFound();
    void theStartPageHoldsThem();
    void everyDockHoldsThem_data();
    void everyDockHoldsThem();
    void everyPageHoldsThem_data();
    void everyPageHoldsThem();
    void menusHoldThem();

private:
    MainWindow& window() { return m_studio->window(); }
    /// Keeps a picture where NETSMITH_PICTURES names a folder.
    void keepPicture(const QString& name)
    {
        if (const QString folder = qEnvironmentVariable("NETSMITH_PICTURES"); !folder.isEmpty())
            window().grab().save(folder + u'/' + name + u".png"_s);
    }

    LongLanguage m_language;
    std::unique_ptr<StudioFixture> m_studio;
};

void TestLongTexts::initTestCase()
{
    speak(u"en"_s);
    QVERIFY(QCoreApplication::installTranslator(&m_language));
    m_studio = std::make_unique<StudioFixture>();
    window().resize(1280, 720);
}

void TestLongTexts::cleanupTestCase()
{
    m_studio.reset();
    QCoreApplication::removeTranslator(&m_language);
}

void TestLongTexts::aCutTextIsFound()
{
    QWidget parent;
    auto* label = new QLabel(QCoreApplication::translate("test", "Validation"), &parent);
    QVERIFY(label->text().size() >= 14);
    label->setFixedWidth(label->minimumSizeHint().width() + 10);
    parent.show();
    QVERIFY(QTest::qWaitForWindowExposed(&parent));
    QVERIFY(cutOff(parent).isEmpty());
    parent.resize(20, 40);
    QTRY_COMPARE(cutOff(parent).size(), 1);
}

void TestLongTexts::theStartPageHoldsThem()
{
    window().showStartPage();
    QCoreApplication::processEvents();
    keepPicture(u"long_start"_s);
    QCOMPARE(cutOff(window()).join(u'\n'), QString());
}

void TestLongTexts::everyDockHoldsThem_data()
{
    QTest::addColumn<QString>("dock");
    for (const char* dock : {"layersDock", "dataDock", "outlineDock", "propertiesDock", "trainingSettingsDock", "deviceDock",
                             "curvesDock", "problemsDock", "doctorDock", "stepsDock", "runsDock", "tryItDock"})
        QTest::newRow(dock) << QString::fromLatin1(dock);
}

void TestLongTexts::everyDockHoldsThem()
{
    QFETCH(QString, dock);
    if (window().document().graph().nodes.empty())
        window().files().openSample(QStringLiteral(NETSMITH_PROJECTS "/mnist_cnn/mnist_cnn.netsmith"));
    awaitFiles(window());
    QVERIFY(!window().document().graph().nodes.empty());
    window().document().selection().select("conv2d_1");
    window().raisePanel(dock.toLatin1().constData());
    QTRY_VERIFY(window().rect().intersects(m_studio->child<Dock>(dock.toLatin1().constData())->geometry()));
    if (dock == u"stepsDock"_s) { // with a layer's numbers
        m_studio->press("stepsBegin");
        QTRY_VERIFY_WITH_TIMEOUT(m_studio->child<QWidget>("stepsTable")->isVisible(), 60000);
        for (int layer = 0; layer < 3; ++layer)
            m_studio->press("stepsNext");
    }
    QCoreApplication::processEvents();
    QCOMPARE(window().size(), QSize(1280, 720));
    QTRY_COMPARE(cutOff(window()).join(u'\n'), QString()); // background estimates may still be under way
    keepPicture(u"long_"_s + dock);
}

void TestLongTexts::everyPageHoldsThem_data()
{
    QTest::addColumn<QString>("page");
    for (const char* page : {"network", "compare", "twin", "predictions", "embedding", "profiler", "compress"})
        QTest::newRow(page) << QString::fromLatin1(page);
}

void TestLongTexts::everyPageHoldsThem()
{
    QFETCH(QString, page);
    if (window().document().graph().nodes.empty())
        window().files().openSample(QStringLiteral(NETSMITH_PROJECTS "/mnist_cnn/mnist_cnn.netsmith"));
    awaitFiles(window());
    window().openPage(page);
    QCoreApplication::processEvents();
    QCOMPARE(window().size(), QSize(1280, 720));
    QTRY_COMPARE(cutOff(window()).join(u'\n'), QString());
    keepPicture(u"long_"_s + page);
}

void TestLongTexts::menusHoldThem()
{
    const QMenuBar* bar = window().menuBar();
    for (const QAction* action : bar->actions())
        QVERIFY2(bar->actionGeometry(const_cast<QAction*>(action)).right() <= bar->width()
                     && !bar->actionGeometry(const_cast<QAction*>(action)).isEmpty(),
                 qPrintable(action->text()));
}

NETSMITH_WINDOW_TEST(TestLongTexts)

} // namespace test_long_texts

#include "test_long_texts.moc"
