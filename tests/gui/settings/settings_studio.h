#pragma once

#include "gui/settings/settings_panel.h"

#include <QComboBox>
#include <QLineEdit>
#include <QScrollArea>
#include <QtTest>

namespace netsmith::test {

using namespace netsmith::gui;

/// A project and the panel of its training settings, used like a user would.
struct Studio {
    Document document;
    QScrollArea window;
    TrainingSettingsPanel* panel = nullptr;

    explicit Studio(Project project)
    {
        document.reset(std::move(project), {});
        panel = new TrainingSettingsPanel(document);
        window.setWidget(panel);
        window.setWidgetResizable(true);
        window.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        window.resize(300, 900);
        window.show();
        window.activateWindow();
        (void)QTest::qWaitForWindowActive(&window);
    }

    /// Visible ones, not those waiting to be deleted.
    template <class Widget>
    Widget* find(const QString& name)
    {
        for (Widget* widget : panel->findChildren<Widget*>(name))
            if (widget->isVisibleTo(panel))
                return widget;
        return nullptr;
    }
    const TrainingSettings& training() const { return document.project().training; }
    void type(const QString& field, const QString& text)
    {
        auto* edit = find<QLineEdit>(field);
        QVERIFY2(edit, qPrintable(field));
        edit->setFocus();
        edit->selectAll();
        QTest::keyClick(edit, Qt::Key_Delete);
        QTest::keyClicks(edit, text);
        QTest::keyClick(edit, Qt::Key_Return);
    }
    void choose(const QString& field, const QString& id)
    {
        auto* combo = find<QComboBox>(field);
        QVERIFY2(combo, qPrintable(field));
        const int index = combo->findData(id);
        QVERIFY2(index >= 0, qPrintable(id));
        combo->setFocus();
        while (combo->currentIndex() != index)
            QTest::keyClick(combo, combo->currentIndex() < index ? Qt::Key_Down : Qt::Key_Up);
    }
};

} // namespace netsmith::test
