#include "gui/widgets/theme.h"

#include "gui/widgets/fonts.h"
#include "gui/widgets/plain_text.h"
#include "gui/widgets/style_sheet.h"
#include "gui/widgets/studio_style.h"
#include "gui/widgets/system_appearance.h"

#include <QApplication>
#include <QPalette>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

Theme& Theme::instance()
{
    static Theme theme;
    return theme;
}

Theme::Theme()
{
    connect(&SystemAppearance::instance(), &SystemAppearance::changed, this, &Theme::follow);
}

void Theme::follow()
{
    const Appearance before = m_appearance;
    switch (m_mode) {
    case Mode::system: m_appearance = SystemAppearance::instance().appearance(); break;
    case Mode::dark: m_appearance = Appearance::dark; break;
    case Mode::light: m_appearance = Appearance::light; break;
    }
    if (m_applied && m_appearance != before)
        apply();
}

void Theme::setMode(Mode mode)
{
    m_mode = mode;
    follow();
}

void Theme::setTextPercent(int percent)
{
    percent = std::clamp(percent, 100, 200);
    if (percent == m_textPercent)
        return;
    m_textPercent = percent;
    if (m_applied)
        apply();
}

QFont Theme::font(TextRole role) const
{
    return fontFor(role, m_textPercent);
}

int Theme::motion() const
{
    return SystemAppearance::instance().reducesMotion() ? 0 : 120;
}

void Theme::apply()
{
    if (!m_applied) {
        m_applied = true;
        follow();
        qApp->setStyle(new StudioStyle);
        PlainText::install();
    }
    QPalette palette;
    const auto set = [&](QPalette::ColorRole role, Token token) { palette.setColor(role, color(token)); };
    set(QPalette::Window, Token::panel);
    set(QPalette::WindowText, Token::text);
    set(QPalette::Base, Token::control);
    set(QPalette::AlternateBase, Token::panel);
    set(QPalette::Text, Token::text);
    set(QPalette::PlaceholderText, Token::textMuted);
    set(QPalette::Button, Token::control);
    set(QPalette::ButtonText, Token::text);
    set(QPalette::BrightText, Token::bad);
    set(QPalette::ToolTipBase, Token::track);
    set(QPalette::ToolTipText, Token::text);
    set(QPalette::Highlight, Token::accentGround);
    set(QPalette::HighlightedText, Token::text);
    set(QPalette::Link, Token::accent);
    set(QPalette::LinkVisited, Token::accent);
    set(QPalette::Mid, Token::line);
    set(QPalette::Dark, Token::canvas);
    set(QPalette::Light, Token::track);
    set(QPalette::Shadow, Token::canvas);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, color(Token::textDisabled));
    qApp->setPalette(palette);
    qApp->setFont(font(TextRole::body));
    qApp->setStyleSheet(styleSheet(*this));
    Q_EMIT changed();
}

Token categoryToken(Category category)
{
    switch (category) {
    case Category::input:
    case Category::shape:
    case Category::merge: return Token::categoryInput;
    case Category::convolution: return Token::categoryConvolution;
    case Category::pooling: return Token::categoryPooling;
    case Category::dense: return Token::categoryDense;
    case Category::recurrent: return Token::categoryRecurrent;
    case Category::normalisation: return Token::categoryNormalisation;
    case Category::regularisation: return Token::categoryRegularisation;
    case Category::activation: return Token::categoryActivation;
    }
    return Token::categoryInput;
}

QString categoryIcon(Category category)
{
    const std::string_view name = nameOf(category);
    return u"category-"_s + QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

} // namespace netsmith::gui
