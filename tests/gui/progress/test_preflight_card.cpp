#include "gui/progress/preflight_card.h"
#include "gui/training/preflight_outcome.h"

#include "gui/widgets/labels/fact_list.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/theme.h"
#include "tests/gui/training/picture.h"
#include "tests/gui/training/small_training.h"
#include "tests/test_program.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QtTest>

namespace test_preflight_card {

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;
using namespace Qt::StringLiterals;

namespace {

/// The card as the window shows it.
struct Studio {
    SmallTraining files;
    Document document;
    TrainingSession session{document};
    QWidget window;
    PreflightCard card{session, &window};

    explicit Studio(Project project)
    {
        document.reset(std::move(project), QString::fromStdString(files.place().projectFile.string()));
        document.setDataDir(files.folder());
        session.setPlace(files.place());
        window.resize(760, 820);
        card.hide();
        const auto place = [this] { card.setVisible(session.preflight() != nullptr); };
        QObject::connect(&session, &TrainingSession::preflightChanged, &window, place);
        QObject::connect(&session, &TrainingSession::stateChanged, &window, place);
        window.show();
    }

    template <class Widget>
    Widget* find(const QString& name)
    {
        return card.findChild<Widget*>(name);
    }
    QString fact(const QString& name)
    {
        auto* label = card.findChild<QLabel*>(name + u"Fact"_s);
        return label ? label->text() : QString();
    }
    /// Completed with the measured speed.
    bool complete() const { return session.preflight() && session.preflight()->complete; }
};

Project hugeProject()
{
    Project project = smallProject(1);
    project.training.batch = 40;
    Node& dense = project.graph.nodes[2];
    Node wide = dense;
    wide.id = "dense_2";
    wide.parameters = {{"units", std::int64_t{65536}}};
    Node wider = wide;
    wider.id = "dense_3";
    project.graph.nodes.insert(project.graph.nodes.end() - 1, {wide, wider});
    project.graph.edges.clear();
    for (std::size_t i = 1; i < project.graph.nodes.size(); ++i)
        project.graph.edges.push_back(
            {{project.graph.nodes[i - 1].id, "output"}, {project.graph.nodes[i].id, "input"}, Json::object()});
    return project;
}

} // namespace

class TestPreflightCard : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }

    void showsWhatARunTakesAndBeginsIt()
    {
        Studio studio(smallProject(2));
        studio.session.start();
        QVERIFY(!studio.card.isVisible());
        QTRY_VERIFY(studio.card.isVisible());
        QCOMPARE(studio.session.state(), TrainingState::preFlight);
        QTRY_VERIFY(studio.complete());
        QVERIFY(!studio.fact(u"memoryNeeded"_s).isEmpty());
        QVERIFY(studio.fact(u"memoryFree"_s).contains(u"fits"_s));
        QVERIFY(!studio.fact(u"stepTime"_s).isEmpty());
        QVERIFY(studio.fact(u"runTime"_s).startsWith(u"about"_s));
        QCOMPARE(studio.fact(u"largestBatch"_s), u"60"_s);
        QVERIFY(!studio.find<QWidget>(u"preflightProgress"_s)->isVisible());
        QTRY_COMPARE(studio.card.findChild<QScrollArea*>()->verticalScrollBar()->maximum(), 0);
        savePictures(studio.window, u"preflight"_s);

        auto* train = studio.find<QPushButton>(u"preflightTrainButton"_s);
        QVERIFY(train->isEnabled());
        QTest::mouseClick(train, Qt::LeftButton);
        QVERIFY(!studio.card.isVisible());
        QTRY_COMPARE(studio.session.state(), TrainingState::finished);
    }

    void isNoWiderThanItsPlace()
    {
        Studio studio(smallProject(1));
        studio.session.start();
        QTRY_VERIFY(studio.complete());
        const int usual = studio.card.width();
        studio.window.resize(usual - 10, 600);
        QTRY_COMPARE(studio.card.width(), usual - 10);
        QVERIFY(studio.window.rect().contains(studio.card.geometry()));
        for (const char* button : {"preflightSettingsButton", "preflightCancelButton", "preflightTrainButton"})
            QVERIFY2(studio.card.rect().contains(studio.find<QPushButton>(QLatin1String(button))->geometry()), button);
        studio.window.resize(760, 820);
        QTRY_COMPARE(studio.card.width(), usual);
    }

    void beginsByEnterAndGoesAwayByEscape()
    {
        Studio studio(smallProject(1));
        studio.session.start();
        QTRY_VERIFY(studio.card.isVisible());
        QTest::keyClick(studio.window.focusWidget(), Qt::Key_Escape);
        QCOMPARE(studio.session.state(), TrainingState::idle);
        QVERIFY(!studio.card.isVisible());

        studio.session.start();
        QTRY_VERIFY(studio.card.isVisible());
        QTRY_VERIFY(studio.find<QPushButton>(u"preflightTrainButton"_s)->hasFocus());
        QTest::keyClick(studio.window.focusWidget(), Qt::Key_Return);
        QTRY_COMPARE(studio.session.state(), TrainingState::finished);
    }

    void followsAChange()
    {
        Studio studio(smallProject(1));
        studio.session.start();
        QTRY_VERIFY(studio.complete());
        studio.document.edit(u"Epochs"_s, [](Project& project) { project.training.epochs = 7; });
        QCOMPARE(studio.session.state(), TrainingState::preparing);
        QVERIFY(studio.card.isVisible()); // it stays readable, but can't be started
        QVERIFY(!studio.find<QPushButton>(u"preflightTrainButton"_s)->isEnabled());
        QTRY_COMPARE(studio.session.state(), TrainingState::preFlight);
        QTRY_VERIFY(studio.complete());
        QCOMPARE(studio.session.preflight()->look.epochs, 7);
    }

    void refusesWhatDoesNotFitAndOffersWhatDoes()
    {
        Studio studio(hugeProject());
        studio.session.start();
        QTRY_VERIFY_WITH_TIMEOUT(studio.card.isVisible(), 60000);
        QTRY_VERIFY_WITH_TIMEOUT(studio.complete(), 60000);
        QVERIFY(!studio.session.preflight()->look.fits);
        QVERIFY(!studio.find<QPushButton>(u"preflightTrainButton"_s)->isEnabled());
        savePictures(studio.window, u"preflight-refused"_s);
        studio.session.train(); // nor by any other means
        QVERIFY(studio.session.state() == TrainingState::preFlight);
    }
};

NETSMITH_WINDOW_TEST(TestPreflightCard)

} // namespace test_preflight_card

#include "test_preflight_card.moc"
