#pragma once

#include "engine/graph/specs/layer_spec.h"
#include "gui/widgets/tokens.h"

#include <QColor>
#include <QFont>
#include <QObject>

namespace netsmith::gui {

/// The size and weight of a text.
enum class TextRole {
    body, ///< 13 px
    bodyStrong,
    caption, ///< 12 px
    captionStrong,
    title, ///< 15 px, of a card
    number, ///< 13 px, digits of equal width: for changing numbers
    numberCaption, ///< 12 px
    heading, ///< 22 px, on the start page
};

/// The studio's appearance: colours by token, fonts by role, dark or light, at the text size that the user has chosen.
class Theme : public QObject {
    Q_OBJECT

public:
    enum class Mode { system, dark, light };
    Q_ENUM(Mode)

    static Theme& instance();

    /// Applies style, palette, fonts and style sheet to the application, now and after every change.
    void apply();

    Mode mode() const { return m_mode; }
    void setMode(Mode mode);
    Appearance appearance() const { return m_appearance; }
    bool isDark() const { return m_appearance == Appearance::dark; }

    /// 100 to 200.
    int textPercent() const { return m_textPercent; }
    void setTextPercent(int percent);

    QColor color(Token token) const { return QColor::fromRgba(tokenColor(token, m_appearance)); }
    QFont font(TextRole role) const;
    /// A length designed for 13 px text, at the current text size.
    int scaled(int pixels) const { return pixels * m_textPercent / 100; }

    /// The duration of a short animation in milliseconds; 0 if the system reduces motion.
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

/// The colour and the icon name of a layer's category.
Token categoryToken(Category category);
QString categoryIcon(Category category);

} // namespace netsmith::gui
