#include "gui/tryit/try_it_panel.h"

#include "engine/core/safe_file.h"
#include "engine/data/images/image_loading.h"
#include "engine/data/images/picture_file.h"
#include "gui/tryit/class_bars.h"
#include "gui/tryit/drawing_pad.h"
#include "gui/tryit/sample_image.h"
#include "gui/tryit/shares.h"
#include "gui/widgets/controls/note_box.h"
#include "gui/widgets/controls/text_label.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/icon.h"
#include "gui/widgets/number_text.h"

#include <QCheckBox>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QMimeData>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int askMilliseconds = 1000 / 15;
constexpr int seenSide = 56;
constexpr int shownSide = 2 * DrawingPad::side; // of a picture on the pad

/// A picture's file as a network takes it that was trained on pictures of this format: through the decoder of the training.
Expected<QByteArray> sampleIn(const std::vector<std::byte>& file, const std::string& name, const data::ImageFormat& format)
{
    QByteArray sample(qsizetype{format.height} * format.width * format.channels, '\0');
    const Expected<void> read = data::readImage(file, name, format, reinterpret_cast<std::byte*>(sample.data()));
    if (!read)
        return read.error();
    return sample;
}

QToolButton* tool(QWidget* parent, const char* name, const QString& picture)
{
    auto* button = new QToolButton(parent);
    button->setObjectName(QString::fromLatin1(name));
    button->setProperty("class", u"quiet"_s);
    button->setIcon(icon(picture, Token::textSecondary));
    return button;
}

} // namespace

TryItPanel::TryItPanel(QWidget* parent)
    : QWidget(parent)
    , m_pad(new DrawingPad(this))
    , m_bars(new ClassBars(this))
    , m_caption(new TextLabel(TextRole::numberCaption, u"secondary"_s, this))
    , m_seenTitle(new TextLabel(TextRole::caption, u"secondary"_s, this))
    , m_seen(new QLabel(this))
    , m_centre(new QCheckBox(this))
    , m_clear(tool(this, "tryItClear", u"eraser"_s))
    , m_undo(tool(this, "tryItUndo", u"undo"_s))
    , m_open(tool(this, "tryItOpen", u"image"_s))
    , m_note(new NoteBox(NoteBox::Kind::info, {}, this))
{
    setObjectName(u"tryItPanel"_s);
    setAcceptDrops(true);
    m_pad->setObjectName(u"tryItPad"_s);
    m_bars->setObjectName(u"tryItBars"_s);
    m_caption->setObjectName(u"tryItCaption"_s);
    m_caption->setWordWrap(true);
    m_centre->setObjectName(u"tryItCentre"_s);
    m_centre->setChecked(true);
    m_note->setObjectName(u"tryItNote"_s);
    m_seen->setFixedSize(seenSide, seenSide);

    auto* tools = new QHBoxLayout;
    tools->setSpacing(4);
    tools->addWidget(m_clear);
    tools->addWidget(m_undo);
    tools->addWidget(m_open);
    tools->addStretch(1);
    auto* left = new QVBoxLayout;
    left->setSpacing(4);
    left->addWidget(m_pad);
    left->addLayout(tools);
    left->addStretch(1);
    auto* right = new QVBoxLayout;
    right->addWidget(m_bars);
    right->addStretch(1);
    auto* both = new QHBoxLayout;
    both->setSpacing(16);
    both->addLayout(left, 1);
    both->addLayout(right, 1);
    auto* seenWords = new QVBoxLayout;
    seenWords->setSpacing(4);
    seenWords->addWidget(m_seenTitle);
    seenWords->addWidget(m_centre);
    seenWords->addStretch(1);
    auto* seen = new QHBoxLayout;
    seen->setSpacing(12);
    seen->addWidget(m_seen);
    seen->addLayout(seenWords, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(8);
    column->addWidget(m_note);
    column->addWidget(m_caption);
    column->addLayout(both);
    column->addLayout(seen);
    column->addStretch(1);

    m_timer.setSingleShot(true);
    m_timer.setInterval(askMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &TryItPanel::ask);
    connect(m_pad, &DrawingPad::edited, this, [this] {
        m_problem.clear();
        if (!m_pad->showsPicture())
            m_file.clear();
        refresh();
        soon();
    });
    connect(m_centre, &QCheckBox::toggled, this, &TryItPanel::soon);
    connect(m_clear, &QToolButton::clicked, m_pad, &DrawingPad::clear);
    connect(m_undo, &QToolButton::clicked, m_pad, &DrawingPad::undoStroke);
    connect(m_open, &QToolButton::clicked, this, [this] {
        auto* dialog = new QFileDialog(this, tr("Open a picture"), QString(), tr("Pictures (*.png *.jpg *.jpeg *.webp *.bmp)"));
        dialog->setObjectName(u"tryItDialog"_s);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &QFileDialog::fileSelected, this, &TryItPanel::openImage);
        dialog->show(); // training goes on: nothing here is modal
    });
    retranslate();
    refresh();
}

void TryItPanel::setInput(const std::optional<Shape>& shape, bool likeDigits, data::Fit fit)
{
    const std::optional<Shape> taken = shape && isImageShape(*shape) ? shape : std::nullopt;
    if (taken == m_shape && fit == m_fit)
        return;
    m_shape = taken;
    m_fit = fit;
    m_centre->setChecked(likeDigits);
    if (m_pad->showsPicture())
        readFile();
    refresh();
    soon();
}

void TryItPanel::setReady(bool ready)
{
    if (ready == m_ready)
        return;
    m_ready = ready;
    m_lastAsked.clear(); // another network may answer now
    refresh();
    soon();
}

void TryItPanel::networkChanged()
{
    m_lastAsked.clear(); // the same picture may be answered otherwise now
    if (isVisible() && !m_pad->isEmpty())
        soon();
}

void TryItPanel::soon()
{
    m_wanted = true;
    if (!m_timer.isActive())
        m_timer.start();
}

void TryItPanel::ask()
{
    if (!m_wanted || !m_shape || m_pad->isEmpty() || !isVisible())
        return;
    m_wanted = false;
    const QByteArray sample = m_pad->showsPicture()
        ? m_fromFile
        : sampleOf(m_pad->image(), *m_shape, m_centre->isVisibleTo(this) && m_centre->isChecked());
    m_seen->setPixmap(QPixmap::fromImage(pictureOf(sample, *m_shape)).scaled(seenSide, seenSide, Qt::KeepAspectRatio));
    if (m_ready && sample != m_lastAsked) {
        m_lastAsked = sample;
        Q_EMIT asked(sample);
    }
}

void TryItPanel::showAnswer(const std::vector<float>& values, const QStringList& names, const QString& run, qint64 step)
{
    if (m_pad->isEmpty())
        return; // the question was wiped away meanwhile
    m_problem.clear();
    m_bars->show(sharesOf(values), names);
    m_answeredBy = run;
    m_answeredStep = step;
    showCaption();
    m_note->hide();
}

void TryItPanel::showCaption()
{
    m_caption->setText(m_answeredBy.isEmpty() ? QString() : tr("%1, step %2").arg(m_answeredBy, countText(m_answeredStep)));
}

void TryItPanel::showProblem(const QString& sentence)
{
    m_problem = sentence;
    refresh();
}

void TryItPanel::openImage(const QString& path)
{
    m_file = path;
    readFile();
}

void TryItPanel::readFile()
{
    if (!m_shape)
        return;
    const std::string name = QFileInfo(m_file).fileName().toStdString();
    const auto file = netsmith::readFile(std::filesystem::path(m_file.toStdString()), data::pictureFileBytesAtMost);
    if (!file) {
        showProblem(messageText(file.error().message()));
        return;
    }
    const data::ImageFormat taken{static_cast<int>((*m_shape)[0]), static_cast<int>((*m_shape)[1]), static_cast<int>((*m_shape)[2]),
                                  m_fit};
    const auto sample = sampleIn(*file, name, taken);
    const auto shown = sampleIn(*file, name, {shownSide, shownSide, 3, data::Fit::pad});
    if (!sample || !shown) {
        showProblem(messageText((sample ? shown : sample).error().message()));
        return;
    }
    m_fromFile = *sample;
    m_pad->showPicture(pictureOf(*shown, Shape{shownSide, shownSide, 3}));
}

void TryItPanel::refresh()
{
    QString note = m_problem;
    if (note.isEmpty() && !m_shape)
        note = tr("Networks that take a picture, a text or a series are tried here; this one takes something else.");
    else if (note.isEmpty() && !m_ready)
        note = tr("No network has been trained yet. Press Run, then draw: it answers while it learns.");
    m_note->setKind(m_problem.isEmpty() ? NoteBox::Kind::info : NoteBox::Kind::bad);
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
    m_pad->setEnabled(m_shape.has_value());
    m_pad->setHint(m_shape ? tr("Draw here, or drop a picture") : QString());
    if (m_pad->isEmpty())
        m_lastAsked.clear();
    m_clear->setEnabled(!m_pad->isEmpty());
    m_undo->setEnabled(m_pad->hasStrokes());
    m_open->setEnabled(m_shape.has_value());
    if (m_pad->isEmpty() || !m_ready) {
        m_bars->show({}, {});
        m_answeredBy.clear();
    }
    showCaption();
    m_caption->setVisible(!m_pad->isEmpty() && m_ready);
    const bool seen = m_shape && !m_pad->isEmpty();
    m_seen->setVisible(seen);
    m_seenTitle->setVisible(seen);
    m_centre->setVisible(seen && !m_pad->showsPicture() && (*m_shape)[2] == 1);
}

void TryItPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    soon();
}

void TryItPanel::dragEnterEvent(QDragEnterEvent* event)
{
    if (m_shape && event->mimeData()->hasUrls() && event->mimeData()->urls().front().isLocalFile())
        event->acceptProposedAction();
}

void TryItPanel::dropEvent(QDropEvent* event)
{
    openImage(event->mimeData()->urls().front().toLocalFile());
    event->acceptProposedAction();
}

void TryItPanel::retranslate()
{
    m_pad->setAccessibleName(tr("Drawing pad"));
    m_bars->setAccessibleName(tr("What the network answers"));
    m_seenTitle->setText(tr("What the network sees"));
    m_centre->setText(tr("Centred as in MNIST"));
    m_centre->setToolTip(tr("Scales and moves the drawing as the samples were that the network learned from"));
    const auto name = [](QToolButton* button, const QString& text) {
        button->setToolTip(text);
        button->setAccessibleName(text);
    };
    name(m_clear, tr("Wipe the pad (Delete)"));
    name(m_undo, tr("Take the last stroke back (Backspace)"));
    name(m_open, tr("Open a picture"));
}

void TryItPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        refresh();
    }
    QWidget::changeEvent(event);
}

} // namespace netsmith::gui
