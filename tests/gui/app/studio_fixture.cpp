#include "tests/gui/app/studio_fixture.h"

#include "engine/backend/loader.h"

#include <QAbstractItemView>
#include <QAction>
#include <QFileDialog>
#include <QLineEdit>
#include <QPointer>
#include <QUndoStack>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

void awaitFiles(MainWindow& window)
{
    const QPointer<MainWindow> kept(&window); // which may be closed when its files are saved
    QTRY_VERIFY_WITH_TIMEOUT(!kept || !kept->files().isBusy(), 60000);
}

StudioFixture::StudioFixture()
    : m_preferences(m_folder.filePath(u"preferences.json"_s))
{
    Theme::instance().setMode(Theme::Mode::dark);
    Theme::instance().apply();
    restart();
}

StudioFixture::~StudioFixture() = default;

MainWindow::Places StudioFixture::places() const
{
    return {.autosave = path(u"autosave"_s), .untitledRuns = path(u"untitled"_s), .dataDir = {}};
}

void StudioFixture::restart()
{
    m_studio.reset();
    m_studio = std::make_unique<Studio>(m_preferences, places());
    MainWindow& window = m_studio->openWindow();
    window.resize(1280, 720);
    QVERIFY(QTest::qWaitForWindowExposed(&window));
}

QString StudioFixture::sample(const char* name)
{
    return QStringLiteral(NETSMITH_PROJECTS) + u"/%1/%1.netsmith"_s.arg(QString::fromLatin1(name));
}

void StudioFixture::openForSteps(const QString& sample)
{
    window().resize(1600, 1000);
    window().files().openSample(StudioFixture::sample(sample.toLatin1().constData()));
    awaitFiles(window());
    if (!backendFor("cpu"))
        window().document().edit(u"device"_s, [](Project& project) { project.training.device = "reference"; });
    window().session().setStepsPerLaunch(1);
}

void StudioFixture::closeUnchanged()
{
    window().document().undoStack().setIndex(0);
    child<QAction>("closeAction")->trigger();
}

void StudioFixture::trainAStep()
{
    window().session().step();
    QTRY_COMPARE_WITH_TIMEOUT(window().session().state(), TrainingState::paused, 60000);
}

void StudioFixture::edit()
{
    window().document().edit(u"Edit"_s, [](Project& project) { project.training.batch += 1; });
}

QString StudioFixture::openOwn()
{
    const QString own = path(u"mine.netsmith"_s);
    if (!saveProject(loadProject(sample("mnist_mlp").toStdString()).take(), own.toStdString()))
        qWarning("%s could not be written", qPrintable(own));
    window().files().open(own);
    awaitFiles(window());
    return own;
}

void StudioFixture::press(const char* button)
{
    QTest::mouseClick(child<QPushButton>(button), Qt::LeftButton);
    const QList<MainWindow*> open = m_studio->windows();
    for (const QPointer<MainWindow>& window : QList<QPointer<MainWindow>>(open.begin(), open.end()))
        if (window)
            awaitFiles(*window);
}

void StudioFixture::typeFile(const char* dialog, const QString& path)
{
    auto* shown = child<QFileDialog>(dialog);
    QVERIFY(shown);
    shown->setOption(QFileDialog::DontUseNativeDialog);
    auto* field = shown->findChild<QLineEdit*>(u"fileNameEdit"_s);
    QVERIFY(field);
    for (auto* list : shown->findChildren<QAbstractItemView*>()) // a selected file would be meant instead
        list->clearSelection();
    field->setText(path);
    QTest::keyClick(field, Qt::Key_Return);
}

void StudioFixture::chooseFile(const char* dialog, const QString& path)
{
    typeFile(dialog, path);
    awaitFiles(window());
}

} // namespace netsmith::gui
