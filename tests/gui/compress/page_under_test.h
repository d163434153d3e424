#pragma once

#include "engine/runs/store/run_store.h"
#include "engine/train/trainer/trainer.h"
#include "gui/compress/compress_page.h"
#include "gui/compress/pareto_plot.h"
#include "gui/widgets/labels/note_box.h"
#include "tests/gui/training/small_training.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QtTest>

namespace netsmith::test {

/// The Compress page of a project with a trained run, on the reference backend, and what a person does there.
class PageUnderTest {
protected:
    static constexpr int patience = 120000; ///< milliseconds

    void begin()
    {
        m_small = std::make_unique<SmallTraining>();
        m_document = std::make_unique<gui::Document>();
        m_document->setDataDir(m_small->folder());
        const Project project = deepProject();
        m_document->reset(project, {});
        makePage();
        m_run = train::trainProject(project, {.projectFile = m_small->place().projectFile, .dataDir = m_small->folder()}).run;
    }
    void end()
    {
        m_page.reset();
        m_document.reset();
        m_small.reset();
    }

    template <class T>
    T* child(const char* name)
    {
        T* found = m_page->findChild<T*>(QString::fromLatin1(name));
        if (!found)
            qWarning("there is no %s", name);
        return found;
    }
    QPushButton& startButton() { return *child<QPushButton>("compressStart"); }
    void start() { QTest::mouseClick(&startButton(), Qt::LeftButton); }
    void type(const char* stage, const char* field, const QString& text)
    {
        auto* edit = child<QWidget>(stage)->findChild<QLineEdit*>(QString::fromLatin1(field));
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, text);
        QTest::keyClick(edit, Qt::Key_Return);
    }
    bool ends()
    {
        return QTest::qWaitFor([this] { return session().state() == gui::CompressSession::State::ended; }, patience)
            && QTest::qWaitFor([this] { return !m_page->isReading(); }, patience);
    }
    void makePage()
    {
        m_page = std::make_unique<gui::CompressPage>(*m_document);
        m_page->resize(1000, 1400);
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
    }
    void list() { m_page->setRuns(runs::RunStore(m_small->folder() / "runs").list()); }
    gui::CompressSession& session() { return m_page->session(); }
    gui::NoteBox& problem() { return *child<gui::NoteBox>("compressProblem"); }
    gui::ParetoPlot& plot() { return *child<gui::ParetoPlot>("paretoPlot"); }
    /// A fact of a card of the chain.
    QString fact(int card, const char* name)
    {
        const auto* label = child<QWidget>(QStringLiteral("chainCard%1").arg(card).toLatin1().constData())
                                ->findChild<QLabel*>(QString::fromLatin1(name));
        return label && label->isVisible() ? label->text() : QString();
    }
    QString changeOf(int card) { return fact(card, "chainChange"); }

    std::unique_ptr<SmallTraining> m_small;
    std::unique_ptr<gui::Document> m_document;
    std::unique_ptr<gui::CompressPage> m_page;
    std::filesystem::path m_run; ///< trained
};

} // namespace netsmith::test
