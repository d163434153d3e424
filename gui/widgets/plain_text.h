#pragma once

#include <QObject>
#include <QRect>

class QWidget;

namespace netsmith::gui {

/// Shows names, labels and file names letter for letter, whatever they look like to Qt, which takes "<b>" in a label or a tool tip
/// for markup. Once there is one, a label is rich text only where it says so (`setTextFormat`), and tool tips of widgets, menus and
/// models never are.
class PlainText : public QObject {
    Q_OBJECT

public:
    /// For the whole application; further calls do nothing.
    static void install();

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    PlainText();
};

/// A widget that shortens its text where there is no room for it: what it could not show heads its tool tip.
class ShortensText {
public:
    virtual ~ShortensText() = default;
    /// The whole text, where a part of it is not shown; empty where all of it is.
    virtual QString textCutOff() const = 0;
};

/// A tip that tells the whole of a text first, unless the tip does so itself.
QString withWholeText(const QString& whole, const QString& tip);

/// A tool tip that shows a text as it is, in lines of a readable width.
void showPlainTip(QPoint globalPosition, const QString& text, QWidget* widget, const QRect& area = {});

} // namespace netsmith::gui
