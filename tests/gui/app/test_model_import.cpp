#include "engine/data/model_shelf.h"
#include "engine/graph/project/project_file.h"
#include "gui/canvas/canvas.h"
#include "gui/app/window/message_bars.h"
#include "tests/gui/app/cut_off.h"
#include "tests/gui/app/studio_fixture.h"
#include "tests/gui/training/picture.h"
#include "tests/test_program.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QScopeGuard>
#include <QTreeWidget>

namespace test_model_import {

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;
using namespace Qt::StringLiterals;

/// Another program's model becomes a project that is open in the window.
class TestModelImport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_studio = std::make_unique<StudioFixture>(); }
    void cleanup() { m_studio.reset(); }
    void aModelIsOpened();
    void everyFormatIsListedAndOpened_data();
    void everyFormatIsListedAndOpened();
    void whatCannotBeImportedIsSaid();
    void anImportCanBeCancelled();
    void aModelFromTheShelfIsOpened();
    void aDownloadThatFailsSaysWhy();

private:
    MainWindow& window() { return m_studio->window(); }
    static QString fixture(const QString& name) { return QString::fromUtf8(NETSMITH_FIXTURES) + u'/' + name; }
    static QString model(const QString& name) { return QString::fromUtf8(NETSMITH_FIXTURES) + u"/onnx/"_s + name; }
    QString said()
    {
        QStringList texts;
        if (const auto* bar = window().bars().findChild<QWidget*>(u"importBar"_s))
            for (const QLabel* label : bar->findChildren<QLabel*>())
                texts << label->text();
        return texts.join(u' ');
    }
    /// Through the menu and both dialogs.
    void import(const QString& file, const QString& project)
    {
        window().actions()["importAction"]->trigger();
        m_studio->typeFile("importDialog", file);
        QTRY_VERIFY(window().findChild<QWidget*>(u"importProjectDialog"_s));
        m_studio->typeFile("importProjectDialog", project);
    }
    std::unique_ptr<StudioFixture> m_studio;
};

void TestModelImport::aModelIsOpened()
{
    const QString project = m_studio->path(u"imported.netsmith"_s);
    import(model(u"squeeze_and_excite.onnx"_s), project);
    QTRY_COMPARE(window().document().path(), project);
    QVERIFY(QFile::exists(m_studio->path(u"imported.safetensors"_s)));
    const Project& opened = window().document().project();
    QVERIFY(initialWeightsOf(opened).has_value());
    QStringList layers;
    for (const Node& node : opened.graph.nodes)
        layers << QString::fromStdString(node.layer);
    QVERIFY2(layers.contains(u"conv2d"_s) && layers.contains(u"silu"_s) && layers.contains(u"multiply"_s),
             qPrintable(layers.join(u' ')));
    QVERIFY(!window().bars().shows(u"importBar"_s));
}

void TestModelImport::everyFormatIsListedAndOpened_data()
{
    QTest::addColumn<QString>("file");
    for (const char* file : {"onnx/squeeze_and_excite.onnx", "tflite/classifier.tflite", "darknet/detector.cfg"})
        QTest::newRow(file) << QString::fromLatin1(file);
}

void TestModelImport::everyFormatIsListedAndOpened()
{
    QFETCH(const QString, file);
    window().actions()["importAction"]->trigger();
    QTRY_VERIFY(window().findChild<QFileDialog*>(u"importDialog"_s));
    const QString listed = window().findChild<QFileDialog*>(u"importDialog"_s)->nameFilters().join(u' ');
    QVERIFY2(listed.contains(u"*."_s + QFileInfo(file).suffix()), qPrintable(listed));
    m_studio->typeFile("importDialog", fixture(file));
    QTRY_VERIFY(window().findChild<QWidget*>(u"importProjectDialog"_s));
    const QString project = m_studio->path(u"imported.netsmith"_s);
    m_studio->typeFile("importProjectDialog", project);
    QTRY_COMPARE(window().document().path(), project);
    QVERIFY(initialWeightsOf(window().document().project()).has_value());
}

void TestModelImport::whatCannotBeImportedIsSaid()
{
    const QString project = m_studio->path(u"imported.netsmith"_s);
    import(model(u"refused/unknown_operator.onnx"_s), project);
    QTRY_VERIFY2(said().contains(u"no layer computes this"_s), qPrintable(said()));
    QVERIFY(said().contains(u"Det"_s));
    QVERIFY(!QFile::exists(project));
}

void TestModelImport::anImportCanBeCancelled()
{
    const QString before = window().document().path();
    window().actions()["importAction"]->trigger();
    QTRY_VERIFY(window().findChild<QWidget*>(u"importDialog"_s));
    QTest::keyClick(window().findChild<QWidget*>(u"importDialog"_s), Qt::Key_Escape);
    QTRY_VERIFY(!window().findChild<QWidget*>(u"importDialog"_s));
    QCOMPARE(window().document().path(), before);
}

/// Where a data folder holds its file; which is another one here, since only the import reads it.
void TestModelImport::aModelFromTheShelfIsOpened()
{
    QTemporaryDir data;
    QVERIFY(QDir(data.path()).mkpath(u"models/fastestdet"_s));
    QVERIFY(QFile::copy(model(u"squeeze_and_excite.onnx"_s), data.filePath(u"models/fastestdet/FastestDet.onnx"_s)));
    qputenv("NETSMITH_DATA_DIR", data.path().toUtf8());
    const auto restored = qScopeGuard([] { qunsetenv("NETSMITH_DATA_DIR"); });
    window().actions()["modelShelfAction"]->trigger();
    auto* list = m_studio->child<QTreeWidget>("modelShelfList");
    QTRY_COMPARE(list->topLevelItemCount(), static_cast<int>(data::shelfModels().size()));
    QTRY_COMPARE(list->topLevelItem(0)->text(2), u"on this machine"_s);
    QCOMPARE(list->topLevelItem(1)->text(2), u"to download"_s);
    QCOMPARE(m_studio->child<QLabel>("modelShelfTitle")->text(), u"FastestDet"_s);
    QVERIFY(m_studio->child<QPushButton>("modelShelfFetch")->isHidden());
    savePictures(*m_studio->child<QWidget>("modelShelfWindow"), u"model-shelf"_s);
    QTest::keyClick(list, Qt::Key_Down);
    QVERIFY(m_studio->child<QPushButton>("modelShelfFetch")->isVisible());
    QVERIFY(!m_studio->child<QPushButton>("modelShelfImport")->isEnabled());
    QTest::keyClick(list, Qt::Key_Up);
    m_studio->press("modelShelfImport");
    QTRY_VERIFY(window().findChild<QWidget*>(u"importProjectDialog"_s));
    const QString project = m_studio->path(u"shelf.netsmith"_s);
    m_studio->typeFile("importProjectDialog", project);
    QTRY_COMPARE(window().document().path(), project);
    QVERIFY(initialWeightsOf(window().document().project()).has_value());
}

void TestModelImport::aDownloadThatFailsSaysWhy()
{
    QTemporaryDir cache;
    QVERIFY(QDir(cache.path()).mkpath(u"netsmith/data"_s));
    QFile inTheWay(cache.filePath(u"netsmith/data/models"_s));
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    qputenv("XDG_CACHE_HOME", cache.path().toUtf8());
    const auto restored = qScopeGuard([] { qunsetenv("XDG_CACHE_HOME"); });
    window().actions()["modelShelfAction"]->trigger();
    auto* list = m_studio->child<QTreeWidget>("modelShelfList");
    QTRY_VERIFY(list->topLevelItemCount() > 0);
    QTRY_VERIFY(m_studio->child<QPushButton>("modelShelfFetch")->isVisible());
    m_studio->press("modelShelfFetch");
    auto* note = m_studio->child<QWidget>("modelShelfNote");
    QTRY_VERIFY(note->isVisible());
    QString words;
    for (const QLabel* label : note->findChildren<QLabel*>())
        words += label->text();
    QVERIFY2(words.contains(u"make the folder"_s), qPrintable(words));
    QTRY_COMPARE(m_studio->child<QPushButton>("modelShelfFetch")->text(), u"Download"_s);
    QTRY_COMPARE(cutOff(*m_studio->child<QWidget>("modelShelfWindow")).join(u'\n'), QString());
    savePictures(*m_studio->child<QWidget>("modelShelfWindow"), u"model-shelf-problem"_s);
}

NETSMITH_WINDOW_TEST(TestModelImport)

} // namespace test_model_import

#include "test_model_import.moc"
