#include "engine/data/source.h"
#include "gui/tryit/class_bars.h"
#include "gui/tryit/drawing_pad.h"
#include "gui/tryit/try_it_pages.h"
#include "gui/tryit/try_it_panel.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/labels/text_label.h"
#include "tests/gui/quiet.h"
#include "tests/test_program.h"

#include <QCheckBox>
#include <QDialog>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QPointingDevice>
#include <QRandomGenerator>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

#include <memory>

namespace test_try_it_panel {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// Drawing queries the network, and its answer is shown.
class TestTryItPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }
    void init();
    void withoutANetworkItSaysSo();
    void aStrokeAsks();
    void manyMovesAskSeldom();
    void onlyWhatIsNewIsAsked();
    void openingAPictureIsNotModal();
    void touchDrawsToo();
    void theHintFitsThePad_data();
    void theHintFitsThePad();
    void strokesAreTakenBack();
    void answersAreShown();
    void logitsBecomeShares();
    void picturesAreReadOrRefused();
    void filesGoTheTrainingsWay();
    void aPictureThatIsGoneIsNotAskedAbout();
    void picturesAreDecodedOnTheSide();
    void samplesAreShownUntilSomethingIsDrawn();
    void barsTakeTwoColumnsWhereOneIsTooHigh();
    void aSecondColumnIsWorthItsPad();
    void networksWithoutPicturesAreExplained();
    void aDragOfNothingIsNotTaken();
    void onlyFilesAreGiven();

private:
    void stroke(QPoint from, QPoint to);
    template <class T>
    T* child(const char* name)
    {
        return m_panel->findChild<T*>(QString::fromLatin1(name));
    }
    const ClassBars* barsOfTenClasses()
    {
        QStringList names;
        for (int i = 0; i < 10; ++i)
            names << QString::number(i);
        m_panel->setClasses(names);
        return child<ClassBars>("tryItBars");
    }

    std::unique_ptr<TryItPanel> m_panel;
    DrawingPad* m_pad = nullptr;
};

void TestTryItPanel::init()
{
    m_panel = std::make_unique<TryItPanel>();
    m_panel->resize(320, 360);
    m_panel->setInput(Shape{28, 28, 1}, true);
    m_panel->setReady(true);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
    m_pad = child<DrawingPad>("tryItPad");
}

void TestTryItPanel::stroke(QPoint from, QPoint to)
{
    QTest::mousePress(m_pad, Qt::LeftButton, {}, from);
    QTest::mouseMove(m_pad, (from + to) / 2);
    QTest::mouseMove(m_pad, to);
    QTest::mouseRelease(m_pad, Qt::LeftButton, {}, to);
}

void TestTryItPanel::withoutANetworkItSaysSo()
{
    m_panel->setReady(false);
    QVERIFY(child<NoteBox>("tryItNote")->isVisible());
    QSignalSpy asked(m_panel.get(), &TryItPanel::asked);
    stroke({40, 20}, {40, 90});
    QCoreApplication::processEvents();
    QCOMPARE(asked.size(), 0);
    m_panel->setReady(true);
    QVERIFY(!child<NoteBox>("tryItNote")->isVisible());
    QTRY_COMPARE(asked.size(), 1); // the earlier drawing is sent now
}

void TestTryItPanel::aStrokeAsks()
{
    QSignalSpy asked(m_panel.get(), &TryItPanel::asked);
    stroke({40, 20}, {40, 90});
    QTRY_COMPARE(asked.size(), 1);
    const QByteArray sample = asked.front().front().toByteArray();
    QCOMPARE(sample.size(), 784);
    QVERIFY(static_cast<uchar>(sample[14 * 28 + 14]) > 200);
}

void TestTryItPanel::manyMovesAskSeldom()
{
    QSignalSpy asked(m_panel.get(), &TryItPanel::asked);
    QTest::mousePress(m_pad, Qt::LeftButton, {}, {20, 20});
    for (int i = 0; i < 500; ++i)
        QTest::mouseMove(m_pad, {20 + i % 80, 20 + i / 6});
    QTest::mouseRelease(m_pad, Qt::LeftButton, {}, {90, 90});
    QTRY_VERIFY(asked.size() >= 1);
    QVERIFY(asked.size() < 100);
}

void TestTryItPanel::onlyWhatIsNewIsAsked()
{
    QSignalSpy asked(m_panel.get(), &TryItPanel::asked);
    stroke({40, 20}, {40, 90});
    QTRY_COMPARE(asked.size(), 1);
    auto* centre = child<QCheckBox>("tryItCentre");
    QTest::mouseClick(centre, Qt::LeftButton, {}, {8, centre->height() / 2});
    QTRY_COMPARE(asked.size(), 2); // without centring it is another picture
    QVERIFY(asked[0].front() != asked[1].front());
    m_panel->hide();
    m_panel->show(); // the same again
    QTRY_VERIFY(netsmith::test::isQuiet(*m_panel));
    QCOMPARE(asked.size(), 2);
    m_panel->networkChanged();
    QTRY_COMPARE(asked.size(), 3);
    QCOMPARE(asked[2].front(), asked[1].front());
}

void TestTryItPanel::openingAPictureIsNotModal()
{
    QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    QTest::mouseClick(child<QToolButton>("tryItOpen"), Qt::LeftButton);
    auto* dialog = child<QDialog>("tryItDialog");
    QVERIFY(dialog && dialog->isVisible() && !dialog->isModal());
    dialog->close();
}

void TestTryItPanel::touchDrawsToo()
{
    QSignalSpy asked(m_panel.get(), &TryItPanel::asked);
    const std::unique_ptr<QPointingDevice> finger(QTest::createTouchDevice());
    QTest::touchEvent(m_pad, finger.get()).press(0, {40, 20}, m_pad);
    QTest::touchEvent(m_pad, finger.get()).move(0, {40, 60}, m_pad);
    QTest::touchEvent(m_pad, finger.get()).release(0, {40, 90}, m_pad);
    QVERIFY(m_pad->hasStrokes());
    QTRY_COMPARE(asked.size(), 1);
}

void TestTryItPanel::theHintFitsThePad_data()
{
    QTest::addColumn<QString>("hint");
    QTest::addColumn<int>("percent");
    QTest::addColumn<int>("side");
    for (const QString& hint : {u"Draw here, or drop a picture"_s, u"在此绘制，或拖入图片"_s})
        for (const int percent : {100, 150, 200})
            for (const int side : {96, 130, 280})
                QTest::addRow("%c at %d %%, %d pixels", hint.front() == u'D' ? 'D' : 'Z', percent, side) << hint << percent << side;
}

/// For any text size and any size of the pad.
void TestTryItPanel::theHintFitsThePad()
{
    QFETCH(QString, hint);
    QFETCH(int, percent);
    QFETCH(int, side);
    const auto restore = qScopeGuard([] { Theme::instance().setTextPercent(100); });
    Theme::instance().setTextPercent(percent);
    DrawingPad pad;
    pad.setHint(hint);
    pad.resize(side, side);
    const QImage image = pad.grab().toImage();
    constexpr int edge = 4; // the frame and a little more
    QRect ink;
    for (int y = edge; y < side - edge; ++y)
        for (int x = edge; x < side - edge; ++x)
            if (qGray(image.pixel(x, y)) > 40)
                ink |= QRect(x, y, 1, 1);
    QVERIFY(ink.width() > side / 4);
    QVERIFY(QRect(0, 0, side, side).adjusted(7, 7, -7, -7).contains(ink));
    if (percent == 100)
        QVERIFY(ink.height() > 8); // no smaller than necessary
}

void TestTryItPanel::strokesAreTakenBack()
{
    stroke({40, 20}, {40, 90});
    const QImage one = m_pad->image();
    stroke({20, 50}, {90, 50});
    QVERIFY(m_pad->image() != one);
    QTest::mouseClick(child<QToolButton>("tryItUndo"), Qt::LeftButton);
    QCOMPARE(m_pad->image(), one);
    m_pad->setFocus();
    QTest::keyClick(m_pad, Qt::Key_Delete);
    QVERIFY(m_pad->isEmpty());
    QVERIFY(!child<QToolButton>("tryItClear")->isEnabled());
}

void TestTryItPanel::answersAreShown()
{
    stroke({40, 20}, {40, 90});
    m_panel->showAnswer({0.02f, 0.96f, 0.02f}, {u"a"_s, u"b"_s, u"c"_s}, u"run 1"_s, 6204);
    QCOMPARE(child<ClassBars>("tryItBars")->accessibleDescription(), u"b, 96 %"_s);
    QVERIFY(child<TextLabel>("tryItCaption")->text().contains(u"run 1"_s));
    QVERIFY(child<TextLabel>("tryItCaption")->text().contains(u"6,204"_s)
            || child<TextLabel>("tryItCaption")->text().contains(u"6204"_s));
}

void TestTryItPanel::logitsBecomeShares()
{
    stroke({40, 20}, {40, 90});
    m_panel->showAnswer({-3.0f, 5.0f, 1.0f}, {}, u"run"_s, 1);
    QCOMPARE(child<ClassBars>("tryItBars")->accessibleDescription(), u"1, 98 %"_s);
}

void TestTryItPanel::picturesAreReadOrRefused()
{
    QTemporaryDir folder;
    QImage picture(40, 40, QImage::Format_RGB32);
    picture.fill(Qt::white);
    picture.setPixelColor(20, 20, Qt::black);
    const QString good = folder.filePath(u"good.png"_s);
    QVERIFY(picture.save(good));
    QSignalSpy asked(m_panel.get(), &TryItPanel::asked);
    m_panel->openImage(good);
    QTRY_COMPARE(asked.size(), 1);
    QFile bad(folder.filePath(u"bad.png"_s));
    QVERIFY(bad.open(QIODevice::WriteOnly));
    bad.write("no picture");
    bad.close();
    m_panel->openImage(bad.fileName());
    QTRY_VERIFY(child<NoteBox>("tryItNote")->isVisible());
    QVERIFY(child<NoteBox>("tryItNote")->text().contains(u"bad.png"_s));
}

/// A picture file becomes the same sample as in training, whatever its size and format.
void TestTryItPanel::filesGoTheTrainingsWay()
{
    QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath(u"a"_s));
    QRandomGenerator random(5);
    QImage picture(61, 37, QImage::Format_RGB32);
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x)
            picture.setPixel(x, y, random.generate());
    const QStringList names{u"a/1.bmp"_s, u"a/2.jpg"_s, u"a/3.png"_s};
    for (const QString& name : names)
        QVERIFY(picture.save(folder.filePath(name)));
    for (const auto& [fit, called] : {std::pair(data::Fit::stretch, "stretch"), std::pair(data::Fit::pad, "pad")}) {
        const DataSettings settings{
            .source = "image_folder",
            .path = folder.path().toStdString(),
            .parameters = {{"height", std::int64_t{20}}, {"width", std::int64_t{28}}, {"fit", std::string(called)}}};
        const data::DataSet trained = data::sourceFor(settings, {})->load({}, {}).take();
        m_panel->setInput(Shape{20, 28, 3}, false, fit);
        for (int i = 0; i < names.size(); ++i) {
            QSignalSpy asked(m_panel.get(), &TryItPanel::asked);
            m_panel->openImage(folder.filePath(names[i]));
            QTRY_COMPARE(asked.size(), 1);
            const auto sample = trained.train.fields[0].sample(i);
            QCOMPARE(asked[0][0].toByteArray(),
                     QByteArray(reinterpret_cast<const char*>(sample.data()), static_cast<qsizetype>(sample.size())));
        }
    }
    QVERIFY(!child<QCheckBox>("tryItCentre")->isVisible()); // it applies only to drawings
}

/// A network with larger images needs more pixels than were kept of a picture that can't be read again.
void TestTryItPanel::aPictureThatIsGoneIsNotAskedAbout()
{
    QTemporaryDir folder;
    QImage picture(40, 40, QImage::Format_RGB32);
    picture.fill(Qt::white);
    const QString path = folder.filePath(u"gone.png"_s);
    QVERIFY(picture.save(path));
    QSignalSpy asked(m_panel.get(), &TryItPanel::asked);
    m_panel->openImage(path);
    QTRY_COMPARE(asked.size(), 1);
    QVERIFY(QFile::remove(path));
    m_panel->setInput(Shape{512, 512, 3}, false);
    QTRY_VERIFY(child<NoteBox>("tryItNote")->isVisible());
    QVERIFY(child<NoteBox>("tryItNote")->text().contains(u"gone.png"_s));
    m_panel->networkChanged();
    QTRY_VERIFY(netsmith::test::isQuiet(*m_panel));
    QCOMPARE(asked.size(), 1);
    stroke({40, 20}, {40, 90});
    QTRY_COMPARE(asked.size(), 2);
    QCOMPARE(asked[1][0].toByteArray().size(), 512 * 512 * 3);
    QVERIFY(!child<NoteBox>("tryItNote")->isVisible());
}

void TestTryItPanel::picturesAreDecodedOnTheSide()
{
    QTemporaryDir folder;
    QImage picture(40, 40, QImage::Format_RGB32);
    picture.fill(Qt::white);
    const QString path = folder.filePath(u"a.png"_s);
    QVERIFY(picture.save(path));
    m_panel->openImage(path);
    QVERIFY(!m_pad->showsPicture()); // it arrives through the event loop
    QTRY_VERIFY(m_pad->showsPicture());
    QTest::keyClick(m_pad, Qt::Key_Delete);
    m_panel->openImage(path);
    stroke({40, 20}, {40, 90}); // replaces it before it arrives
    QSignalSpy asked(m_panel.get(), &TryItPanel::asked);
    QTRY_COMPARE(asked.size(), 1);
    QTRY_VERIFY(netsmith::test::isQuiet(*m_panel));
    QVERIFY(m_pad->hasStrokes() && !m_pad->showsPicture());
}

void TestTryItPanel::samplesAreShownUntilSomethingIsDrawn()
{
    QSignalSpy asked(m_panel.get(), &TryItPanel::asked);
    QSignalSpy left(m_panel.get(), &TryItPanel::sampleLeft);
    QByteArray sample(784, '\0');
    sample[400] = '\x7f';
    m_panel->showSample(sample);
    QTRY_COMPARE(asked.size(), 1);
    QCOMPARE(asked[0][0].toByteArray(), sample); // the bytes of the data, not centred
    QVERIFY(m_pad->showsPicture());
    m_panel->showSample(sample); // the next one is the same
    QTRY_COMPARE(asked.size(), 2);
    QCOMPARE(left.size(), 0);
    stroke({40, 20}, {40, 90});
    QCOMPARE(left.size(), 1);
}

void TestTryItPanel::barsTakeTwoColumnsWhereOneIsTooHigh()
{
    const ClassBars* bars = barsOfTenClasses();
    for (const QSize size : {QSize(300, 300), QSize(300, 420), QSize(300, 700), QSize(700, 300)}) {
        m_panel->resize(size);
        for (int i = 0; i < 10; ++i) {
            const QRect bar = bars->barRect(i).translated(bars->pos());
            QVERIFY2(m_panel->rect().contains(bar) && !bar.intersects(m_pad->geometry()),
                     qPrintable(QString::number(size.height())));
        }
        QVERIFY(m_panel->rect().contains(m_pad->geometry()));
    }
    m_panel->resize(300, 300);
    QCOMPARE(bars->columns(), 2);
    const int small = m_pad->width();
    m_panel->resize(300, 700);
    QCOMPARE(bars->columns(), 1);
    QVERIFY(m_pad->width() == 276 && m_pad->width() > small); // it fills the space
}

/// One column is easier to read, so a second one has to make the pad larger by 15 %.
void TestTryItPanel::aSecondColumnIsWorthItsPad()
{
    const ClassBars* bars = barsOfTenClasses();
    int columns = 2;
    int pad = 0;
    int smaller = 0;
    for (int height = 300; height <= 700; height += 4) {
        m_panel->resize(300, height);
        const int now = m_pad->width();
        if (bars->columns() < columns)
            QVERIFY(now * 115 >= pad * 100);
        else if (bars->columns() > columns)
            QVERIFY(now * 100 > pad * 115);
        smaller += bars->columns() < columns && now < pad ? 1 : 0;
        columns = bars->columns();
        pad = now;
    }
    QCOMPARE(columns, 1);
    QVERIFY(smaller > 0);
}

void TestTryItPanel::networksWithoutPicturesAreExplained()
{
    m_panel->setInput(Shape{4}, false);
    QVERIFY(child<NoteBox>("tryItNote")->isVisible());
    QVERIFY(!m_pad->isEnabled());
}

/// A drag may claim to be a list of files and be empty.
void TestTryItPanel::aDragOfNothingIsNotTaken()
{
    QMimeData nothing;
    nothing.setData(u"text/uri-list"_s, "\r\n");
    QVERIFY(nothing.hasUrls() && nothing.urls().isEmpty());
    TryItPages pages;
    pages.setFilesEnabled(true);
    for (QWidget* widget : {static_cast<QWidget*>(m_panel.get()), static_cast<QWidget*>(&pages)}) {
        QDragEnterEvent drag({10, 10}, Qt::CopyAction, &nothing, Qt::LeftButton, Qt::NoModifier);
        drag.ignore();
        QCoreApplication::sendEvent(widget, &drag);
        QVERIFY(!drag.isAccepted());
    }
}

/// A web address among the files is ignored.
void TestTryItPanel::onlyFilesAreGiven()
{
    QMimeData dragged;
    dragged.setUrls({QUrl::fromLocalFile(u"/tmp/a.csv"_s), QUrl(u"https://example.org/b.csv"_s)});
    TryItPages pages;
    pages.setFilesEnabled(true);
    QSignalSpy given(&pages, &TryItPages::filesGiven);
    QDragEnterEvent enter({10, 10}, Qt::CopyAction, &dragged, Qt::LeftButton, Qt::NoModifier); // Qt drops where it entered
    QCoreApplication::sendEvent(&pages, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop({10.0, 10.0}, Qt::CopyAction, &dragged, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&pages, &drop);
    QCOMPARE(given.size(), 1);
    QCOMPARE(given.front().front().toStringList(), QStringList{u"/tmp/a.csv"_s});
}

NETSMITH_WINDOW_TEST(TestTryItPanel)

} // namespace test_try_it_panel

#include "test_try_it_panel.moc"
