#include "gui/tryit/sentence_panel.h"

#include "gui/tryit/class_bars.h"
#include "gui/tryit/shares.h"
#include "gui/tryit/unknown_words.h"
#include "gui/widgets/number_text.h"

#include <QPlainTextEdit>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int sentenceHeight = 84;

} // namespace

SentencePanel::SentencePanel(QWidget* parent)
    : AskingPanel(u"sentence"_s, parent)
    , m_title(new TextLabel(TextRole::body, u"secondary"_s, this))
    , m_text(new QPlainTextEdit(this))
    , m_bars(new ClassBars(this))
{
    m_text->setObjectName(u"sentenceText"_s);
    m_bars->setObjectName(u"sentenceBars"_s);
    m_title->setBuddy(m_text);
    m_text->setTabChangesFocus(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(8);
    column->addWidget(m_title);
    column->addWidget(m_text);
    column->addWidget(m_caption);
    column->addWidget(m_bars);
    column->addWidget(m_note); // below the bars: it appears and disappears while typing
    column->addStretch(1);

    const auto resize = [this] { m_text->setFixedHeight(Theme::instance().scaled(sentenceHeight)); };
    resize();
    connect(&Theme::instance(), &Theme::changed, this, resize);
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] {
        questionChanged();
        Q_EMIT edited(m_text->toPlainText());
    });
    retranslate();
    refresh();
}

void SentencePanel::setClasses(const QStringList& names)
{
    m_bars->setClasses(names);
}

void SentencePanel::setText(const QString& text)
{
    m_text->setPlainText(text);
}

QString SentencePanel::text() const
{
    return m_text->toPlainText();
}

QStringList SentencePanel::question()
{
    return m_text->toPlainText().isEmpty() ? QStringList() : QStringList(m_text->toPlainText());
}

void SentencePanel::ask()
{
    Q_EMIT asked(m_text->toPlainText());
}

void SentencePanel::showAnswer(const std::vector<float>& values, const QStringList& names, const TextReading& reading,
                               const QString& run, qint64 step)
{
    if (m_text->toPlainText().isEmpty())
        return; // the question was cleared meanwhile
    m_reading = reading;
    const bool second = values.size() == 1 && names.size() == 2 && values[0] >= 0.0f && values[0] <= 1.0f;
    m_bars->show(second ? std::vector{1.0f - values[0], values[0]} : sharesOf(values), names);
    answered(run, step);
}

QString SentencePanel::noteText() const
{
    if (!isAnswered())
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
    if (m_text->toPlainText().isEmpty() || !isReady()) {
        m_bars->show({}, {});
        forgetAnswer();
        forgetQuestion();
    }
    if (const QString read = noteText(); !read.isEmpty())
        showNote(read, NoteBox::Kind::careful);
    else
        showNote(isReady() ? QString() : tr("No network has been trained yet. Press Run, then type: it predicts while it learns."));
    m_caption->setVisible(isAnswered());
}

void SentencePanel::retranslate()
{
    m_title->setText(tr("Text"));
    m_text->setAccessibleName(tr("Text"));
    m_text->setPlaceholderText(tr("Type a text to see what the network predicts"));
    m_bars->setAccessibleName(tr("Prediction of the network"));
}

} // namespace netsmith::gui
