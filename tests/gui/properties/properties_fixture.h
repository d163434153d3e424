#pragma once

#include "engine/layers/registry.h"
#include "gui/document/graph_edits.h"
#include "gui/properties/properties_panel.h"
#include "gui/widgets/forms/commit_field.h"
#include "gui/widgets/theme.h"

#include <QAction>
#include <QLabel>
#include <QMainWindow>
#include <QScrollArea>
#include <QtTest>

#include <memory>

namespace netsmith::gui::test {

using namespace Qt::StringLiterals;

/// The properties of a real project's layers, in a window with the undo shortcut, with mouse and keyboard.
class PropertiesFixture : public QObject {
protected:
    void openPanel()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        Theme::instance().apply();
        m_document = std::make_unique<Document>();
        Expected<Project> project = loadProject(NETSMITH_PROJECTS "/mnist_cnn/mnist_cnn.netsmith");
        QVERIFY(project.hasValue());
        m_document->reset(std::move(*project), {});
        m_window = std::make_unique<QMainWindow>();
        auto* undo = m_document->undoStack().createUndoAction(m_window.get());
        undo->setShortcut(QKeySequence::Undo);
        m_window->addAction(undo);
        auto* scroll = new QScrollArea;
        scroll->setWidgetResizable(true);
        m_panel = new PropertiesPanel(*m_document);
        scroll->setWidget(m_panel);
        m_window->setCentralWidget(scroll);
        m_window->resize(300, 800);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void closePanel()
    {
        m_window.reset();
        m_document.reset();
    }

    void choose(const std::set<std::string>& nodes) { m_document->selection().set(nodes); }
    template <class T>
    T* find(const QString& name) const
    {
        return m_panel->findChild<T*>(name);
    }
    CommitField* field(const QString& name) const { return find<CommitField>(name + u"Field"_s); }
    QString fact(const QString& name) const
    {
        const auto* label = find<QLabel>(name + u"Fact"_s);
        return label->isHidden() ? QString() : label->text();
    }
    void type(CommitField* target, const QString& text)
    {
        target->setFocus();
        target->selectAll();
        QTest::keyClicks(target, text);
    }
    void enter(CommitField* target, const QString& text)
    {
        type(target, text);
        QTest::keyClick(target, Qt::Key_Return);
    }
    ParameterValue value(const std::string& node, const char* parameter) const
    {
        const Node* found = m_document->graph().find(node);
        return valueOf(*found, *layers().find(found->layer)->parameter(parameter));
    }
    int steps() const { return m_document->undoStack().count(); }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<QMainWindow> m_window;
    PropertiesPanel* m_panel = nullptr;
};

} // namespace netsmith::gui::test
