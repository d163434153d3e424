#include "gui/tryit/sentence_panel.h"

#include "gui/tryit/class_bars.h"
#include "gui/tryit/shares.h"
#include "gui/tryit/unknown_words.h"
#include "gui/widgets/controls/note_box.h"
#include "gui/widgets/controls/text_label.h"
#include "gui/widgets/number_text.h"

#include <QEvent>
#include <QPlainTextEdit>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int sentenceMilliseconds = 1000 / 15; // between two questions
constexpr int sentenceHeight = 84;

} // namespace

SentencePanel::SentencePanel(QWidget* parent)
    : QWidget(parent)
    , m_note(new NoteBox(NoteBox::Kind::info, {}, this))
    , m_title(new TextLabel(TextRole::body, u"secondary"_s, this))
    , m_text(new QPlainTextEdit(this))
    , m_caption(new TextLabel(TextRole::numberCaption, u"secondary"_s, this))
    , m_bars(new ClassBars(this))
{
    setObjectName(u"sentencePanel"_s);
    m_note->setObjectName(u"sentenceNote"_s);
    m_text->setObjectName(u"sentenceText"_s);
    m_caption->setObjectName(u"sentenceCaption"_s);
    m_bars->setObjectName(u"sentenceBars"_s);
    m_title->setBuddy(m_text);
    m_text->setTabChangesFocus(true);
    m_caption->setWordWrap(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(8);
    column->addWidget(m_title);
    column->addWidget(m_text);
    column->addWidget(m_caption);
    column->addWidget(m_bars);
    column->addWidget(m_note); // below: it comes and goes while one types
    column->addStretch(1);

    const auto resize = [this] { m_text->setFixedHeight(Theme::instance().scaled(sentenceHeight)); };
    resize();
    connect(&Theme::instance(), &Theme::changed, this, resize);
    m_timer.setSingleShot(true);
    m_timer.setInterval(sentenceMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &SentencePanel::ask);
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] {
        m_problem.clear();
        refresh();
        soon();
        Q_EMIT edited(m_text->toPlainText());
    });
    retranslate();
    refresh();
}

void SentencePanel::setClasses(const QStringList& names)
{
    m_bars->setClasses(names);
}

void SentencePanel::setReady(bool ready)
{
    if (ready == m_ready)
        return;
    m_ready = ready;
    m_lastAsked.clear(); // another network may answer now
    refresh();
    soon();
}

void SentencePanel::setText(const QString& text)
{
    m_text->setPlainText(text);
}

QString SentencePanel::text() const
{
    return m_text->toPlainText();
}

void SentencePanel::networkChanged()
{
    m_lastAsked.clear(); // the same text may be answered otherwise now
    if (isVisible() && !m_text->toPlainText().isEmpty())
        soon();
}

void SentencePanel::soon()
{
    m_wanted = true;
    if (!m_timer.isActive())
        m_timer.start();
}

void SentencePanel::ask()
{
    const QString text = m_text->toPlainText();
    if (!m_wanted || !m_ready || text.isEmpty() || !isVisible())
        return;
    m_wanted = false;
    if (text == m_lastAsked)
        return;
    m_lastAsked = text;
    Q_EMIT asked(text);
}

void SentencePanel::showAnswer(const std::vector<float>& values, const QStringList& names, const TextReading& reading,
                               const QString& run, qint64 step)
{
    if (m_text->toPlainText().isEmpty())
        return; // the question was wiped away meanwhile
    m_problem.clear();
    m_reading = reading;
    m_answeredBy = run;
    m_answeredStep = step;
    const bool second = values.size() == 1 && names.size() == 2 && values[0] >= 0.0f && values[0] <= 1.0f;
    m_bars->show(second ? std::vector{1.0f - values[0], values[0]} : sharesOf(values), names);
    refresh();
}

void SentencePanel::showProblem(const QString& sentence)
{
    m_problem = sentence;
    refresh();
}

/// What a person should know of how the text was read.
QString SentencePanel::noteText() const
{
    if (m_answeredBy.isEmpty())
        return {};
    QStringList sentences;
    if (!m_reading.unknown.isEmpty())
        sentences << unknownWords(m_reading.unknown);
    if (m_reading.tokens > m_reading.room)
        sentences << tr("The text has %1 tokens, and the network reads the first %2.")
                         .arg(countText(m_reading.tokens), countText(m_reading.room));
    return sentences.join(u' ');
}

void SentencePanel::refresh()
{
    const bool empty = m_text->toPlainText().isEmpty();
    if (empty || !m_ready) {
        m_bars->show({}, {});
        m_answeredBy.clear();
        m_lastAsked.clear();
    }
    const QString read = noteText();
    QString note = m_problem.isEmpty() ? read : m_problem;
    if (note.isEmpty() && !m_ready)
        note = tr("No network has been trained yet. Press Run, then type: it answers while it learns.");
    m_note->setKind(!m_problem.isEmpty() ? NoteBox::Kind::bad : !read.isEmpty() ? NoteBox::Kind::careful : NoteBox::Kind::info);
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
    m_caption->setText(m_answeredBy.isEmpty() ? QString() : tr("%1, step %2").arg(m_answeredBy, countText(m_answeredStep)));
    m_caption->setVisible(!m_answeredBy.isEmpty());
}

void SentencePanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    soon();
}

void SentencePanel::retranslate()
{
    m_title->setText(tr("Text"));
    m_text->setAccessibleName(tr("Text"));
    m_text->setPlaceholderText(tr("Type a text, and see what the network makes of it"));
    m_bars->setAccessibleName(tr("What the network answers"));
}

void SentencePanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        refresh();
    }
    QWidget::changeEvent(event);
}

} // namespace netsmith::gui
