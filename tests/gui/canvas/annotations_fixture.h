#pragma once

#include "gui/canvas/canvas_fields.h"
#include "gui/document/annotations.h"
#include "tests/gui/canvas/canvas_fixture.h"

#include <QMenu>

namespace netsmith::gui {

/// A canvas with the chain, on which frames and notes are drawn.
class AnnotationsFixture {
protected:
    using Ids = std::set<std::string>;

    void openChain()
    {
        m = std::make_unique<CanvasFixture>();
        m->openChain();
    }
    QLineEdit* titleField() { return m->canvas.findChild<QLineEdit*>(QStringLiteral("canvasRename")); }
    NoteField* noteField() { return m->canvas.findChild<NoteField*>(); }
    void frame(const Ids& nodes, const QString& title)
    {
        m->document.selection().set(nodes);
        m->key(Qt::Key_G);
        QVERIFY(titleField()->isVisible());
        QTest::keyClicks(titleField(), title);
        QTest::keyClick(titleField(), Qt::Key_Return);
    }
    void note(QPointF scene, const QString& text)
    {
        m->moveTo(m->viewOf(scene), Qt::NoButton);
        QEnterEvent enter(m->viewOf(scene), m->viewOf(scene), m->viewOf(scene));
        QApplication::sendEvent(m->canvas.viewport(), &enter);
        m->key(Qt::Key_N);
        QVERIFY(noteField()->isVisible());
        QTest::keyClicks(noteField(), text);
        QTest::keyClick(noteField(), Qt::Key_Return, Qt::ControlModifier);
    }
    /// If NETSMITH_PICTURES names a folder.
    void keepPicture(const QString& name)
    {
        if (const QString folder = qEnvironmentVariable("NETSMITH_PICTURES"); !folder.isEmpty())
            m->canvas.grab().save(folder + QStringLiteral("/annotations_") + name + QStringLiteral(".png"));
    }
    const Group& group(std::size_t index = 0) { return m->graph().groups.at(index); }
    QRectF rectangle(std::size_t index = 0) { return frameRectangle(m->graph(), group(index)); }
    QRectF noteRect(std::size_t index = 0) { return noteRectangle(m->graph().notes.at(index)); }
    QPoint titleOf(std::size_t index = 0) { return m->viewOf(rectangle(index).topLeft() + QPointF(40.0, 15.0)); }
    /// As shown, which during a gesture is a preview of the result.
    QRectF shown(const AnnotationRef& ref) { return m->canvas.network().annotations().item(ref)->rectangle(); }
    QPointF place(const char* node) { return {m->node(node).x, m->node(node).y}; }
    void doubleClick(QPoint at)
    {
        QTest::mouseClick(m->canvas.viewport(), Qt::LeftButton, {}, at);
        QTest::mouseDClick(m->canvas.viewport(), Qt::LeftButton, {}, at);
    }
    QMenu* menuAt(QPoint at)
    {
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, m->canvas.viewport()->mapToGlobal(at));
        QApplication::sendEvent(m->canvas.viewport(), &event);
        return qobject_cast<QMenu*>(QApplication::activePopupWidget());
    }

    std::unique_ptr<CanvasFixture> m;
};

} // namespace netsmith::gui
