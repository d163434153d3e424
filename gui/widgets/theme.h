#pragma once

#include "engine/graph/layer_spec.h"
#include "gui/widgets/tokens.h"

#include <QColor>
#include <QFont>
#include <QObject>

namespace netsmith::gui {

/// How large and heavy a text is.
enum class TextRole {
    body, ///< 13 px
    bodyStrong,
    caption, ///< 12 px
    captionStrong,
    title, ///< 15 px, of a card
    number, ///< 13 px, digits of one width: for what changes
    numberCaption, ///< 12 px
    heading, ///< 22 px, on the start page
};

/// The studio's one look: colours by token, fonts by role, in dark or light, at the size that the person has chosen.
class Theme : public QObject {
    Q_OBJECT

public:
    enum class Mode { system, dark, light };
    Q_ENUM(Mode)

    static Theme& instance();

    /// Gives the application its style, palette, fonts and style sheet; again after every change.
    void apply();

    Mode mode() const { return m_mode; }
    void setMode(Mode mode);
    Appearance appearance() const { return m_appearance; }
    bool isDark() const { return m_appearance == Appearance::dark; }

    /// 100 … 200.
    int textPercent() const { return m_textPercent; }
    void setTextPercent(int percent);

    QColor color(Token token) const { return QColor::fromRgba(tokenColor(token, m_appearance)); }
    QFont font(TextRole role) const;
    /// A length in a design of 13 px text, at the chosen text size.
    int scaled(int pixels) const { return pixels * m_textPercent / 100; }

    /// Milliseconds of a short motion; 0 where the system wants none.
    int motion() const;

Q_SIGNALS:
    void changed();

private:
    Theme();
    void follow();

    Mode m_mode = Mode::system;
    Appearance m_appearance = Appearance::dark;
    int m_textPercent = 100;
    bool m_applied = false;
};

/// The colour and the icon's name of a layer's category.
Token categoryToken(Category category);
QString categoryIcon(Category category);

} // namespace netsmith::gui
