#include "gui/tryit/text_panel.h"

#include "gui/tryit/answer_caption.h"
#include "gui/tryit/class_bars.h"
#include "gui/tryit/unknown_words.h"
#include "gui/widgets/forms/parameter_form.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/number_text.h"

#include <QKeyEvent>
#include <QKeySequence>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int promptHeight = 52; // two lines

} // namespace

TextPanel::TextPanel(QWidget* parent)
    : QWidget(parent)
    , m_note(new NoteBox(NoteBox::Kind::info, {}, this))
    , m_promptTitle(new TextLabel(TextRole::body, u"secondary"_s, this))
    , m_prompt(new QPlainTextEdit(this))
    , m_button(new QPushButton(this))
    , m_view(new TokenView(this))
    , m_caption(new AnswerCaption(this))
    , m_drawn(new TextLabel(TextRole::caption, u"secondary"_s, this))
    , m_chances(new ClassBars(this))
    , m_form(new ParameterForm(this))
{
    setObjectName(u"textPanel"_s);
    m_note->setObjectName(u"textNote"_s);
    m_prompt->setObjectName(u"textPrompt"_s);
    m_form->setObjectName(u"textSettings"_s);
    m_button->setObjectName(u"textWrite"_s);
    m_button->setProperty("class", u"primary"_s);
    m_view->setObjectName(u"textView"_s);
    m_caption->setObjectName(u"textCaption"_s);
    m_drawn->setObjectName(u"textDrawn"_s);
    m_chances->setObjectName(u"textChances"_s);
    m_promptTitle->setBuddy(m_prompt);
    m_prompt->setTabChangesFocus(true);
    m_prompt->installEventFilter(this);
    m_drawn->setWordWrap(true);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(8);
    column->addWidget(m_promptTitle);
    column->addWidget(m_prompt);
    column->addWidget(m_button, 0, Qt::AlignLeft);
    column->addWidget(m_note); // below the fields it is about, so that nothing under the mouse pointer moves
    column->addWidget(m_view, 1);
    column->addWidget(m_caption);
    column->addWidget(m_drawn);
    column->addWidget(m_chances);
    column->addWidget(m_form); // last: the written text stays visible if the panel is low

    const auto resize = [this] { m_prompt->setFixedHeight(Theme::instance().scaled(promptHeight)); };
    resize();
    connect(&Theme::instance(), &Theme::changed, this, resize);
    connect(m_button, &QPushButton::clicked, this, [this] { m_writing ? stop() : write(); });
    connect(m_prompt, &QPlainTextEdit::textChanged, this, [this] { Q_EMIT promptEdited(m_prompt->toPlainText()); });
    connect(m_view, &TokenView::lookedAtChanged, this, &TextPanel::showChances);
    connect(m_form, &ParameterForm::edited, this, [this](const QString&, const std::function<void(ParameterMap&)>& change) {
        change(m_settings);
        m_form->show("generation", m_specs, m_settings);
    });
    retranslate();
    refresh();
    showChances();
}

void TextPanel::setSettings(const std::vector<ParameterSpec>& specs)
{
    m_specs = specs;
    m_form->show("generation", m_specs, m_settings);
}

void TextPanel::setReady(bool ready)
{
    if (ready == m_ready)
        return;
    m_ready = ready;
    ready ? refresh() : clear();
}

void TextPanel::setPrompt(const QString& prompt)
{
    m_prompt->setPlainText(prompt);
    m_prompt->moveCursor(QTextCursor::End); // scrolls to the end, where the text continues
}

QString TextPanel::prompt() const
{
    return m_prompt->toPlainText();
}

void TextPanel::write()
{
    m_form->commit(); // includes values typed but not committed
    m_problem.clear();
    m_unknown.clear();
    m_caption->forgetAnswer();
    m_writing = true;
    const QString prompt = m_prompt->toPlainText();
    m_fromNothing = prompt.isEmpty();
    m_view->begin(prompt);
    refresh();
    Q_EMIT writeAsked(prompt, m_settings);
}

void TextPanel::stop()
{
    m_writing = false;
    refresh();
    Q_EMIT stopAsked();
}

void TextPanel::showTokens(std::vector<ShownToken> tokens, const QString& run, qint64 step)
{
    m_caption->showAnswer(run, step);
    m_view->add(std::move(tokens));
    refresh();
}

void TextPanel::showUnknown(const QStringList& unknown)
{
    m_unknown = unknown;
    refresh();
}

void TextPanel::finish(const QString& problem)
{
    m_writing = false;
    m_problem = problem;
    refresh();
}

void TextPanel::clear()
{
    m_fromNothing = false;
    m_unknown.clear();
    m_caption->forgetAnswer();
    m_view->begin({});
    finish();
}

void TextPanel::showChances()
{
    const ShownToken* token = m_view->lookedAt();
    m_drawn->setVisible(token);
    m_chances->setVisible(token);
    if (!token)
        return;
    m_drawn->setText(tr("“%1” was sampled, with a probability of %2. What the network considered likely there:")
                         .arg(token->name, percentText(token->probability)));
    m_chances->show(token->shares, token->names);
}

void TextPanel::refresh()
{
    NoteBox::Kind kind = NoteBox::Kind::info;
    QString note;
    if (!m_problem.isEmpty()) {
        kind = NoteBox::Kind::bad;
        note = m_problem;
    } else if (!m_ready)
        note = tr("No network has been trained yet. Press Run, then generate: it writes while it learns.");
    else if (!m_unknown.isEmpty()) {
        kind = NoteBox::Kind::careful;
        note = unknownWords(m_unknown);
    } else if (m_fromNothing)
        note = tr("The prompt is empty, so the network writes its first token without any context.");
    m_note->setKind(kind);
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
    m_button->setText(m_writing ? tr("Stop") : tr("Generate"));
    m_button->setToolTip(m_writing ? QString()
                                   : tr("Let the network continue the prompt (%1 while you type)", "keys")
                                         .arg(QKeySequence(Qt::CTRL | Qt::Key_Enter).toString(QKeySequence::NativeText)));
    m_button->setEnabled(m_ready);
    m_caption->setVisible(m_caption->isAnswered());
}

void TextPanel::retranslate()
{
    m_promptTitle->setText(tr("Prompt"));
    m_prompt->setAccessibleName(tr("Prompt"));
    m_prompt->setPlaceholderText(tr("A text for the network to continue"));
    m_view->setAccessibleName(tr("Generated text"));
    m_chances->setAccessibleName(tr("What the network considers likely"));
}

bool TextPanel::eventFilter(QObject* object, QEvent* event)
{
    if (object != m_prompt || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(object, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool isEnter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
    if (!isEnter || (key->modifiers() & ~Qt::KeypadModifier) != Qt::ControlModifier)
        return false;
    if (m_ready && !m_writing)
        write();
    return true;
}

void TextPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        refresh();
        showChances();
    }
    QWidget::changeEvent(event);
}

} // namespace netsmith::gui
