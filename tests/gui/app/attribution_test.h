#pragma once

#include "gui/attribution/attribution_feed.h"
#include "gui/attribution/attribution_window.h"
#include "tests/gui/app/studio_fixture.h"

#include <QComboBox>
#include <QLabel>
#include <QMouseEvent>
#include <QPushButton>
#include <QToolButton>

namespace netsmith::gui {

/// What the tests of the window "Why?" share.
class AttributionTest : public QObject {
protected:
    using Method = inspect::AttributionMethod;
    using Now = AttributionFeed::State;
    static constexpr int patience = 60000; // ms

    MainWindow& window() { return m_studio->window(); }
    AttributionWindow& why() { return *m_studio->child<AttributionWindow>("attributionWindow"); }
    AttributionFeed& feed() { return why().feed(); }
    QString label(const char* name) { return m_studio->child<QLabel>(name)->text(); }
    void trainAndStop(const QString& sample)
    {
        m_studio->openForSteps(sample);
        trainAndStop();
    }
    void trainAndStop()
    {
        m_studio->trainAStep();
        window().session().stop();
        QTRY_COMPARE_WITH_TIMEOUT(window().session().state(), TrainingState::stopped, patience);
    }
    void takeNextSample()
    {
        window().raisePanel("tryItDock");
        QTest::mouseClick(m_studio->child<QPushButton>("tryItNext"), Qt::LeftButton);
        auto* verdict = m_studio->child<QLabel>("tryItVerdict");
        QTRY_VERIFY_WITH_TIMEOUT(
            verdict->text().endsWith(QStringLiteral(": correct")) || verdict->text().endsWith(QStringLiteral(": wrong")), patience);
    }
    void ask()
    {
        auto* button = m_studio->child<QToolButton>("tryItWhy");
        QVERIFY(button->isEnabled());
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY(feed().state() != Now::noSample);
        QTRY_VERIFY_WITH_TIMEOUT(feed().state() == Now::ready, patience);
    }
    /// As by a click on the list.
    void choose(const char* box, const QVariant& data)
    {
        auto* choice = m_studio->child<QComboBox>(box);
        const int index = choice->findData(data);
        QVERIFY2(index >= 0, box);
        choice->setCurrentIndex(index);
        Q_EMIT choice->activated(index);
        QTRY_VERIFY_WITH_TIMEOUT(feed().state() != Now::working, patience);
    }
    /// The same computed by the engine alone.
    inspect::Explanation expected(const inspect::AttributionRequest& request)
    {
        inspect::AttributionNetwork network(window().session().askedPlace());
        return network.explain(feed().report()->inputs, request);
    }
    /// Keeps a picture where NETSMITH_PICTURES names a folder.
    void keepPicture(const QString& name)
    {
        if (const QString folder = qEnvironmentVariable("NETSMITH_PICTURES"); !folder.isEmpty())
            why().grab().save(folder + u'/' + name + QStringLiteral(".png"));
    }

    /// As by the mouse; where windows lie over each other, `QTest::mouseMove` may reach another one.
    static void point(QWidget* widget, QPoint place)
    {
        QMouseEvent event(QEvent::MouseMove, QPointF(place), QPointF(widget->mapToGlobal(place)), Qt::NoButton, Qt::NoButton, {});
        QCoreApplication::sendEvent(widget, &event);
    }

    std::unique_ptr<StudioFixture> m_studio;
};

} // namespace netsmith::gui
