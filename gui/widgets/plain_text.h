#pragma once

#include <QObject>
#include <QRect>

class QWidget;

namespace netsmith::gui {

/// Shows names, labels and file names verbatim, while Qt would treat "<b>" in a label or a tool tip as markup. Once installed, a
/// label is rich text only if it says so (`setTextFormat`), and tool tips of widgets, menus and models never are.
class PlainText : public QObject {
    Q_OBJECT

public:
    /// For the whole application; further calls do nothing.
    static void install();

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    PlainText();
};

/// A widget that elides its text where space is short: the full text then heads its tool tip.
class ShortensText {
public:
    virtual ~ShortensText() = default;
    /// The full text if it is elided, else empty.
    virtual QString textCutOff() const = 0;
};

/// A tool tip that starts with the full text, unless it contains it.
QString withWholeText(const QString& whole, const QString& tip);

/// Shows plain text as a tool tip, in lines of readable width.
void showPlainTip(QPoint globalPosition, const QString& text, QWidget* widget, const QRect& area = {});

} // namespace netsmith::gui
