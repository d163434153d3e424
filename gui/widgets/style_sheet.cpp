#include "gui/widgets/style_sheet.h"

#include "gui/widgets/theme.h"

#include <QFontMetricsF>
#include <QHash>
#include <QtMath>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

// Colours are written as @name; see `names`. Lengths are logical pixels.
const char16_t* const sheet = uR"(
QMainWindow, QDialog { background: @panel; }
QMainWindow::separator { background: @line; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: @accent; }
QToolTip { background: @track; color: @text; border: 1px solid @controlBorder; padding: 4px 8px; }

QMenuBar { background: @panel; padding: 2px 4px; }
QMenuBar::item { padding: 4px 8px; border-radius: 6px; color: @textSecondary; background: transparent; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: @hover; color: @text; }
QMenu { background: @panel; border: 1px solid @line; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 12px; border-radius: 4px; }
QMenu::icon { padding-left: 8px; }
QMenu::indicator { width: 14px; height: 14px; margin-left: 6px; border-radius: 4px; }
QMenu::indicator:checked { image: url(:/icons/check-@appearance.svg); background: @accent; }
QMenu::item:selected { background: @accentGround; color: @text; }
QMenu::item:disabled { color: @textDisabled; }
QMenu::separator { height: 1px; background: @line; margin: 4px 8px; }

QToolBar { background: @panel; border: none; border-bottom: 1px solid @line; padding: 0 12px; spacing: 8px; }
QStatusBar { background: @panel; border-top: 1px solid @line; color: @textSecondary; }
QStatusBar::item { border: none; }

QDockWidget { titlebar-close-icon: none; titlebar-normal-icon: none; }
QDockWidget::title { background: @panel; padding: 8px 12px; border-bottom: 1px solid @line; text-align: left; }

QPushButton, QToolButton { background: @control; color: @text; border: 1px solid @controlBorder; border-radius: 6px;
    padding: 0 12px; min-height: @inside; }
QToolButton { padding: 0 8px; min-height: @toolInside; } /* Qt adds 3 to every tool button that has a box */
QPushButton:hover, QToolButton:hover { background: @hover; }
QPushButton:pressed, QToolButton:pressed, QPushButton:checked, QToolButton:checked { background: @pressed; }
QPushButton:focus, QToolButton:focus { border: 2px solid @focusRing; padding: 0 11px; min-height: @focusedInside; }
QToolButton:focus { padding: 0 7px; min-height: @focusedToolInside; }
QPushButton:disabled, QToolButton:disabled { color: @textDisabled; border-color: @line; background: @panel; }
QPushButton[class="primary"] { background: @accent; color: @onAccent; border-color: @accent; font-weight: 600; }
QPushButton[class="primary"]:hover { border-color: @text; }
QPushButton[class="primary"]:focus { border: 2px solid @text; }
QPushButton[class="primary"]:disabled { background: @track; color: @textDisabled; border-color: @track; }
QPushButton[class="link"] { background: transparent; border: 1px solid transparent; color: @accent; padding: 0 4px; text-align: left; }
QPushButton[class="link"][flush="true"] { padding: 0; }
QPushButton[class="link"]:hover { text-decoration: underline; }
QPushButton[class="link"]:focus { border: 1px solid @focusRing; }
QPushButton[class="link"][tone="good"] { color: @good; }
QPushButton[class="link"][tone="quiet"] { color: @textMuted; }
QPushButton[class="link"][tone="careful"] { color: @careful; }
QPushButton[class="link"][tone="bad"] { color: @bad; }
QPushButton[class="link"]:disabled { color: @textDisabled; }
QToolButton[class="quiet"] { background: transparent; border: 1px solid transparent; padding: 0 4px; }
QToolButton[class="quiet"]:hover { background: @hover; }
QToolButton[class="quiet"]:checked { background: @accentGround; }
QToolButton[class="quiet"]:focus { border: 1px solid @focusRing; padding: 0 4px; min-height: @toolInside; }
QToolButton::menu-indicator { image: url(:/icons/chevron-@appearance.svg); width: 10px; height: 10px; subcontrol-position: right center;
    subcontrol-origin: padding; right: 6px; }
QToolButton[popupMode="2"] { padding-right: 22px; }

QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox, QPlainTextEdit, QTextEdit { background: @control;
    border: 1px solid @controlBorder; border-radius: 6px; padding: 0 8px; min-height: @inside;
    selection-background-color: @accentGround; selection-color: @text; }
QPlainTextEdit, QTextEdit { padding: 4px; }
QLineEdit:hover, QSpinBox:hover, QDoubleSpinBox:hover, QComboBox:hover { background: @hover; }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus, QPlainTextEdit:focus, QTextEdit:focus {
    border: 2px solid @focusRing; padding: 0 7px; min-height: @focusedInside; }
QLineEdit:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled, QComboBox:disabled { color: @textDisabled; border-color: @line; }
QLineEdit[invalid="true"] { border: 2px solid @bad; }
QSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::up-button, QDoubleSpinBox::down-button { width: 18px; border: none;
    background: transparent; }
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow { image: url(:/icons/chevron-up-@appearance.svg); width: 9px; height: 9px; }
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow { image: url(:/icons/chevron-@appearance.svg); width: 9px; height: 9px; }
QComboBox::drop-down { border: none; width: 22px; }
QComboBox::down-arrow { image: url(:/icons/chevron-@appearance.svg); width: 10px; height: 10px; }
QComboBox QAbstractItemView { background: @panel; border: 1px solid @line; padding: 4px; outline: none;
    selection-background-color: @accentGround; selection-color: @text; }
QCheckBox, QRadioButton { spacing: 8px; }
QCheckBox::indicator, QListView::indicator, QTreeView::indicator { width: 16px; height: 16px; border: 1px solid @controlBorder; border-radius: 4px; background: @control; }
QCheckBox::indicator:checked, QListView::indicator:checked, QTreeView::indicator:checked { image: url(:/icons/check-@appearance.svg); background: @accent; border-color: @accent; }
QCheckBox::indicator:indeterminate { image: url(:/icons/dash-@appearance.svg); background: @accent; border-color: @accent; }
QCheckBox::indicator:focus { border: 2px solid @focusRing; }
QCheckBox::indicator:disabled { border-color: @line; }
QCheckBox:focus { color: @text; }

QTabBar { qproperty-drawBase: 0; }
QTabBar::tab { background: @panel; color: @textSecondary; padding: 8px 12px; border: none; border-bottom: 2px solid transparent; }
QTabBar::tab:selected { color: @text; border-bottom-color: @accent; }
QTabBar::tab:hover { color: @text; }
QTabBar::tab:focus { background: @hover; }
QTabWidget::pane { border: none; border-top: 1px solid @line; }

QTreeView, QListView, QTableView, QListWidget, QTreeWidget, QTableWidget { background: @panel; border: none; outline: none;
    alternate-background-color: @control; selection-background-color: @accentGround; selection-color: @text; }
QTreeView::item, QListView::item { min-height: 26px; border-radius: 4px; }
QTreeView::item:hover, QListView::item:hover { background: @hover; }
QTreeView::item:selected, QListView::item:selected { background: @accentGround; color: @text; }
QTreeView#runsTree::item, QTreeView#twinTable::item, QTreeView#compareTable::item, QTreeView#matchingTable::item,
QTreeView#modelShelfList::item { border-radius: 0; padding: 0 8px; }
QTreeView:focus, QListView:focus, QTableView:focus { border: 1px solid @focusRing; }
QHeaderView::up-arrow, QHeaderView::down-arrow { width: 9px; height: 9px; subcontrol-origin: border; subcontrol-position: top center; }
QHeaderView::up-arrow { image: url(:/icons/chevron-up-@appearance.svg); }
QHeaderView::down-arrow { image: url(:/icons/chevron-@appearance.svg); }
QHeaderView::section { background: @panel; color: @textSecondary; border: none; border-bottom: 1px solid @line; padding: 6px 8px; }
QTableView#stepsTable QHeaderView::section:vertical { border-bottom: none; padding: 0 8px 0 0; }
QTableView#stepsTable QHeaderView::up-arrow, QTableView#stepsTable QHeaderView::down-arrow { width: 0; height: 0; }
QTableView QTableCornerButton::section { background: @panel; border: none; border-bottom: 1px solid @line; }
QTreeView#runsTree QHeaderView::section, QTreeView#twinTable QHeaderView::section, QTreeView#compareTable QHeaderView::section,
QTreeView#matchingTable QHeaderView::section, QTreeView#modelShelfList QHeaderView::section {
    padding: 6px 1px 6px 11px; } /* flush with the cells' text; Qt keeps room for an arrow */

QScrollArea { background: transparent; border: none; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: @controlBorder; border-radius: 3px; margin: 2px; min-height: 24px; min-width: 24px; }
QScrollBar::handle:hover { background: @textMuted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QProgressBar { background: @track; border: none; border-radius: 2px; max-height: 4px; min-height: 4px; text-align: center; }
QProgressBar::chunk { background: @accent; border-radius: 2px; }
QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: @track; }
QSlider::sub-page:horizontal { background: @accent; border-radius: 2px; }
QSlider::handle:horizontal { width: 14px; height: 14px; margin: -5px 0; border-radius: 7px; background: @accent; }
QSlider::handle:horizontal:focus { border: 2px solid @text; width: 10px; height: 10px; }

QFrame[class="card"] { background: @panel; border: 1px solid @line; border-radius: 10px; }
QFrame[class="hairline"] { background: @line; border: none; max-height: 1px; min-height: 1px; }
QFrame[class="tabline"] { background: @panel; border: none; border-top: 1px solid @line; }
QFrame[class="note-careful"] { background: @carefulGround; border: none; border-left: 3px solid @careful; }
QFrame[class="note-good"] { background: @goodGround; border: none; border-left: 3px solid @good; }
QFrame[class="note-bad"] { background: @badGround; border: none; border-left: 3px solid @bad; }
QFrame[class="note-info"] { background: @accentGround; border: none; border-left: 3px solid @accent; }
QLabel[class="secondary"] { color: @textSecondary; }
QLabel[class="muted"] { color: @textMuted; }
QLabel[class="good"] { color: @good; }
QLabel[class="careful"] { color: @careful; }
QLabel[class="bad"] { color: @bad; }
QLabel[class="pill"] { background: @track; color: @text; border-radius: 9px; padding: 1px 8px; }
QLabel[class="pill-accent"] { background: @accentGround; color: @text; border-radius: 9px; padding: 1px 8px; }
)";

const QHash<QString, Token>& names()
{
    static const QHash<QString, Token> names{
        {u"canvas"_s, Token::canvas},
        {u"panel"_s, Token::panel},
        {u"control"_s, Token::control},
        {u"track"_s, Token::track},
        {u"line"_s, Token::line},
        {u"text"_s, Token::text},
        {u"textSecondary"_s, Token::textSecondary},
        {u"textMuted"_s, Token::textMuted},
        {u"textDisabled"_s, Token::textDisabled},
        {u"accent"_s, Token::accent},
        {u"accentGround"_s, Token::accentGround},
        {u"onAccent"_s, Token::onAccent},
        {u"controlBorder"_s, Token::controlBorder},
        {u"focusRing"_s, Token::focusRing},
        {u"hover"_s, Token::hover},
        {u"pressed"_s, Token::pressed},
        {u"good"_s, Token::good},
        {u"careful"_s, Token::careful},
        {u"bad"_s, Token::bad},
        {u"goodGround"_s, Token::goodGround},
        {u"carefulGround"_s, Token::carefulGround},
        {u"badGround"_s, Token::badGround},
    };
    return names;
}

/// The minimum heights of controls' contents, larger if their texts are: layouts use no other minimum.
const QHash<QString, int>& heights()
{
    static const QHash<QString, int> heights{
        {u"inside"_s, 26},
        {u"focusedInside"_s, 24}, // within a border that is wider by one
        {u"toolInside"_s, 23},
        {u"focusedToolInside"_s, 21},
    };
    return heights;
}

} // namespace

QString styleSheet(const Theme& theme)
{
    constexpr double line = 1.2; // of a font's height: other scripts are taller
    const int wanted = qCeil(line * QFontMetricsF(theme.font(TextRole::body)).height());
    const int more = std::max(0, wanted - heights().value(u"inside"_s));
    const QStringView text(sheet);
    QString out;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] != u'@') {
            out += text[i];
            continue;
        }
        qsizetype end = i + 1;
        while (end < text.size() && text[end].isLetter())
            ++end;
        const QString name = text.mid(i + 1, end - i - 1).toString();
        if (name == u"appearance")
            out += theme.isDark() ? u"dark"_s : u"light"_s;
        else if (const auto height = heights().find(name); height != heights().end())
            out += u"%1px"_s.arg(*height + more);
        else {
            Q_ASSERT(names().contains(name));
            out += theme.color(names().value(name)).name();
        }
        i = end - 1;
    }
    return out;
}

} // namespace netsmith::gui
