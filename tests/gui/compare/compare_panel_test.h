#pragma once

#include "gui/compare/compare_panel.h"
#include "gui/compare/compare_table.h"
#include "gui/settings/settings_panel.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/theme.h"
#include "tests/gui/training/small_training.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QtTest>

#include <memory>

namespace netsmith::test {

/// Tests with a small project that is compared on the reference backend.
class ComparePanelTest : public QObject {
protected:
    static constexpr int patience = 120000; ///< milliseconds

    void makePanel()
    {
        m_small = std::make_unique<SmallTraining>();
        m_document = std::make_unique<gui::Document>();
        m_document->setDataDir(m_small->folder());
        m_document->reset(smallProject(2), {});
        m_settings = std::make_unique<gui::TrainingSettingsPanel>(*m_document);
        m_panel = std::make_unique<gui::ComparePanel>(*m_document, *m_settings);
        m_panel->setPlace(m_small->place());
        m_panel->resize(900, 800);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
        QTRY_VERIFY_WITH_TIMEOUT(m_settings->devices().areKnown(), patience);
    }
    void dropPanel()
    {
        m_panel.reset();
        m_settings.reset();
        m_document.reset();
        m_small.reset();
    }
    template <class T>
    T* child(const char* name)
    {
        T* found = m_panel->findChild<T*>(QString::fromLatin1(name));
        if (!found)
            qWarning("there is no %s", name);
        return found;
    }
    void start() { QTest::mouseClick(child<QPushButton>("compareStart"), Qt::LeftButton); }
    void tick(const char* box)
    {
        auto* found = child<QCheckBox>(box);
        QTest::mouseClick(found, Qt::LeftButton, {}, QPoint(8, found->height() / 2));
    }
    /// "Devices", "Batch sizes".
    void by(const QString& what)
    {
        auto* box = child<QComboBox>("compareBy");
        box->setCurrentIndex(box->findText(what));
        QCOMPARE(box->currentText(), what);
    }
    void type(const char* list, const QString& text)
    {
        auto* field = child<QLineEdit>(list);
        field->setFocus();
        field->selectAll();
        QTest::keyClick(field, Qt::Key_Delete);
        QTest::keyClicks(field, text);
    }
    void typeBatches(const QString& sizes) { type("compareBatches", sizes); }
    void setEpochs(std::int64_t epochs)
    {
        m_document->edit(QStringLiteral("epochs"), [epochs](Project& project) { project.training.epochs = epochs; });
    }
    bool ends()
    {
        return QTest::qWaitFor([&] { return session().state() == gui::CompareSession::State::ended; }, patience);
    }
    /// The first is done and the second one trains.
    bool isInTheSecond()
    {
        return QTest::qWaitFor([&] { return session().results().size() == 1 && session().progress().step > 0; }, patience);
    }
    gui::CompareSession& session() { return m_panel->session(); }
    gui::CompareTable& table() { return *child<gui::CompareTable>("compareTable"); }
    gui::NoteBox& problem() { return *child<gui::NoteBox>("compareProblem"); }
    gui::NoteBox& conclusions() { return *child<gui::NoteBox>("compareConclusions"); }
    QString findings() { return child<QLabel>("compareFindings")->text(); }
    static QStringList sorted(QStringList texts)
    {
        texts.sort();
        return texts;
    }
    /// The cells under the visible titles, or the titles themselves.
    QStringList column(const QString& title)
    {
        QStringList texts;
        for (int i = 0; i < table().columnCount(); ++i)
            if (!table().isColumnHidden(i) && table().headerItem()->text(i) == title)
                for (int row = 0; row < table().topLevelItemCount(); ++row)
                    texts << table().topLevelItem(row)->text(i);
        return texts;
    }

    std::unique_ptr<SmallTraining> m_small;
    std::unique_ptr<gui::Document> m_document;
    std::unique_ptr<gui::TrainingSettingsPanel> m_settings;
    std::unique_ptr<gui::ComparePanel> m_panel;
};

} // namespace netsmith::test
