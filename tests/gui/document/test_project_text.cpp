#include "engine/graph/project/project.h"
#include "gui/document/document.h"
#include "gui/document/project_text.h"
#include "tests/sample_names.h"
#include "tests/test_program.h"

#include <QDirIterator>
#include <QtTest>

#include <algorithm>

namespace test_project_text {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

bool isChinese(const QString& text)
{
    return std::ranges::any_of(text, [](QChar letter) { return letter.script() == QChar::Script_Han; });
}

} // namespace

/// A sample's texts in the language of the window.
class TestProjectText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void everySampleSpeaksChinese();
    void withoutATranslationItStandsAsItIs();
    void aDocumentIsNamedInTheLanguage();
    void whatNobodyWouldReadIsCut();
};

void TestProjectText::everySampleSpeaksChinese()
{
    QDirIterator files(QStringLiteral(NETSMITH_PROJECTS), {u"*.netsmith"_s}, QDir::Files, QDirIterator::Subdirectories);
    std::ptrdiff_t samples = 0;
    while (files.hasNext()) {
        const QString path = files.next();
        const Project project = loadProject(path.toStdString()).take();
        QLocale::setDefault(QLocale(u"zh_CN"_s));
        for (const QString& text : {projectTitle(project), projectDescription(project), projectGoal(project)})
            QVERIFY2(isChinese(text) || text == u"CIFAR-10，ResNet-20", qPrintable(path + u": "_s + text));
        QLocale::setDefault(QLocale(u"en"_s));
        QCOMPARE(projectTitle(project).toStdString(), project.title);
        QCOMPARE(projectDescription(project).toStdString(), project.description);
        QCOMPARE(projectGoal(project).toStdString(), project.goal);
        ++samples;
    }
    QCOMPARE(samples, std::ssize(netsmith::test::sampleNames(NETSMITH_PROJECTS)));
}

void TestProjectText::withoutATranslationItStandsAsItIs()
{
    QLocale::setDefault(QLocale(u"zh_CN"_s));
    Project project;
    project.title = "Mine";
    QCOMPARE(projectTitle(project), u"Mine"_s);
    project.translations = {{"de", {.title = "Meins", .description = "", .goal = ""}},
                            {"zh_CN", {.title = "", .description = "", .goal = "90 %"}}};
    QCOMPARE(projectTitle(project), u"Mine"_s);
    QCOMPARE(projectGoal(project), u"90 %"_s);
}

void TestProjectText::aDocumentIsNamedInTheLanguage()
{
    Project project = loadProject(NETSMITH_PROJECTS "/mnist_mlp/mnist_mlp.netsmith").take();
    Document document;
    document.reset(std::move(project), {});
    QLocale::setDefault(QLocale(u"zh_CN"_s));
    QCOMPARE(document.name(), u"MNIST，小型感知机"_s);
    QLocale::setDefault(QLocale(u"en"_s));
    QCOMPARE(document.name(), u"MNIST, a small perceptron"_s);
}

void TestProjectText::whatNobodyWouldReadIsCut()
{
    Project project;
    project.description = std::string(4000, 'x');
    QCOMPARE(projectDescription(project).size(), 4000);
    project.description += "yz";
    QCOMPARE(projectDescription(project), QString(4000, u'x') + u'…');
}

NETSMITH_WINDOW_TEST(TestProjectText)

} // namespace test_project_text

#include "test_project_text.moc"
