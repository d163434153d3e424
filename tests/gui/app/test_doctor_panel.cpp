#include "gui/app/window/dock.h"
#include "gui/canvas/canvas.h"
#include "gui/doctor/evidence_plot.h"
#include "gui/document/document.h"
#include "gui/training/training_session.h"
#include "tests/gui/app/studio_fixture.h"
#include "tests/test_program.h"

#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>

namespace test_doctor_panel {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 60000; // ms

} // namespace

/// The doctor in the window: it watches while its panel is shown, and mends with one click.
class TestDoctorPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_studio = std::make_unique<StudioFixture>(); }
    void cleanup() { m_studio.reset(); }
    void withoutARunItSaysWhatItDoes();
    void rawPixelsAreFoundAndScaled();
    void aSoundTrainingIsLeftAlone();
    void hiddenItExaminesNothing();
    void aDivergedRunIsExplained();
    void aLayerIsShownOnTheCanvas();

private:
    void raise() { m_studio->window().raisePanel("doctorDock"); }
    QString nothing()
    {
        auto* label = m_studio->child<QLabel>("doctorNothing");
        return label->isVisible() ? label->text() : QString();
    }
    QList<QWidget*> rows()
    {
        QList<QWidget*> shown;
        for (QWidget* row : m_studio->child<QWidget>("diagnoses")->findChildren<QWidget*>(QRegularExpression(u"^diagnosis\\d+$"_s)))
            if (row->isVisible())
                shown << row;
        return shown;
    }
    QStringList titles()
    {
        QStringList all;
        for (QWidget* row : rows())
            all << row->findChild<QLabel*>(u"diagnosisTitle"_s)->text();
        return all;
    }
    QPushButton* remedy(QWidget* row) { return row->findChild<QPushButton*>(u"diagnosisRemedy"_s); }
    Document& document() { return m_studio->window().document(); }

    std::unique_ptr<StudioFixture> m_studio;
};

void TestDoctorPanel::withoutARunItSaysWhatItDoes()
{
    m_studio->openForSteps(u"mnist_mlp"_s);
    raise();
    QTRY_VERIFY2(nothing().startsWith(u"Train the network"_s), qPrintable(nothing()));
    QVERIFY(rows().isEmpty());
}

void TestDoctorPanel::rawPixelsAreFoundAndScaled()
{
    m_studio->openForSteps(u"mnist_mlp_raw"_s);
    raise();
    m_studio->trainAStep();
    QTRY_COMPARE_WITH_TIMEOUT(titles(), QStringList{u"Unscaled input"_s}, patience);
    QWidget* row = rows().front();
    QVERIFY(row->findChild<QLabel*>(u"diagnosisFinding"_s)->text().contains(u"image"_s));
    QPushButton* button = remedy(row);
    QVERIFY(button->isVisible());
    QCOMPARE(button->text(), u"Scale the input"_s);
    QCOMPARE(document().project().data.divide, 1.0);
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(document().project().data.divide, 0.0); // by what the field holds: 255
    QCOMPARE(document().undoStack().undoText(), u"Scale the input"_s);
    QTRY_VERIFY(!button->isVisible()); // it is done
    document().undoStack().undo();
    QCOMPARE(document().project().data.divide, 1.0);
    QTRY_VERIFY(button->isVisible());
    m_studio->closeUnchanged();
}

void TestDoctorPanel::aSoundTrainingIsLeftAlone()
{
    m_studio->openForSteps(u"mnist_mlp"_s);
    raise();
    m_studio->trainAStep();
    QTRY_COMPARE_WITH_TIMEOUT(nothing(), u"Nothing seems wrong with this training."_s, patience);
    QVERIFY(rows().isEmpty());
}

void TestDoctorPanel::hiddenItExaminesNothing()
{
    m_studio->openForSteps(u"mnist_mlp_raw"_s);
    m_studio->window().raisePanel("curvesDock");
    m_studio->trainAStep();
    TrainingSession* session = &m_studio->window().session();
    QVERIFY(!session->snapshot().diagnoses);
    QVERIFY(!session->snapshot().measures);
    raise(); // while the run is paused
    QTRY_COMPARE_WITH_TIMEOUT(titles(), QStringList{u"Unscaled input"_s}, patience);
    m_studio->window().raisePanel("curvesDock");
    const auto before = session->snapshot().diagnoses;
    m_studio->trainAStep();
    QCOMPARE(session->snapshot().diagnoses, before);
}

void TestDoctorPanel::aDivergedRunIsExplained()
{
    m_studio->openForSteps(u"mnist_mlp"_s);
    document().edit(u"rate"_s, [](Project& project) {
        project.training.optimizer = {"sgd", {{"learning_rate", 1e6}}};
        project.graph.find("dense_1")->parameters["activation"] = std::string("none"); // a ReLU would die before
    });
    raise();
    TrainingSession* session = &m_studio->window().session();
    session->startAtOnce();
    QTRY_COMPARE_WITH_TIMEOUT(session->state(), TrainingState::failed, patience);
    QTRY_VERIFY2(titles().contains(u"Learning rate too high"_s) || titles().contains(u"Exploding gradients"_s),
                 qPrintable(titles().join(u", "_s)));
    const QWidget* row = rows().front();
    QVERIFY(row->findChild<QPushButton*>(u"diagnosisRemedy"_s)->isVisible());
    m_studio->closeUnchanged();
}

void TestDoctorPanel::aLayerIsShownOnTheCanvas()
{
    m_studio->openForSteps(u"mnist_mlp"_s);
    document().edit(u"dead"_s, [](Project& project) {
        Node* node = project.graph.find("dense_1");
        node->parameters["bias_initializer"] = std::string("constant");
        node->parameters["bias_value"] = -100.0;
    });
    raise();
    m_studio->trainAStep();
    QTRY_VERIFY_WITH_TIMEOUT(titles().contains(u"Dead units"_s), patience);
    auto* link = rows().front()->findChild<QPushButton*>(u"diagnosisLayer"_s);
    QVERIFY(link->isVisible());
    QVERIFY2(link->text().contains(u"dense_1"_s), qPrintable(link->text()));
    QVERIFY(rows().front()->findChild<EvidencePlot*>()->isVisible());
    if (const QString folder = qEnvironmentVariable("NETSMITH_PICTURES"); !folder.isEmpty())
        m_studio->window().grab().save(folder + u"/doctor_bars.png"_s);
    QTest::mouseClick(link, Qt::LeftButton);
    QVERIFY(document().selection().contains("dense_1"));
    m_studio->closeUnchanged();
}

NETSMITH_WINDOW_TEST(TestDoctorPanel)

} // namespace test_doctor_panel

#include "test_doctor_panel.moc"
