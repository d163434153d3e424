#include "gui/tryit/try_it_panel.h"

#include "engine/core/files/safe_file.h"
#include "engine/input/images/image_loading.h"
#include "engine/input/images/picture_file.h"
#include "gui/tryit/answer_caption.h"
#include "gui/tryit/class_bars.h"
#include "gui/tryit/drawing_pad.h"
#include "gui/tryit/sample_image.h"
#include "gui/tryit/shares.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/icon.h"
#include "gui/widgets/labels/elided_check_box.h"
#include "gui/widgets/labels/elided_label.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/number_text.h"

#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QMimeData>
#include <QToolButton>

#include <algorithm>
#include <functional>
#include <utility>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int askMilliseconds = 1000 / 15;
constexpr int seenSide = 56;
constexpr int shownSide = 2 * DrawingPad::side; // of an image on the pad
constexpr int padMargin = 12; // around everything ...
constexpr int padTop = 6; // ... but below the line above it
constexpr int padGap = 10;
constexpr int smallestPad = 96;
constexpr int padAnswerWidth = 200; // of the bars beside the pad
constexpr std::size_t numbersTold = 4;
constexpr int padNoteHeight = 84; // for a note in the place of the answer

/// An image file as input of a network trained on images of this format, through the decoder used in training.
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

QStringList localFiles(const QMimeData& dragged)
{
    QStringList paths;
    for (const QUrl& url : dragged.urls())
        if (url.isLocalFile())
            paths << url.toLocalFile();
    return paths;
}

TryItPanel::TryItPanel(QWidget* parent)
    : QWidget(parent)
    , m_pad(new DrawingPad(this))
    , m_bars(new ClassBars(this))
    , m_caption(new AnswerCaption(this))
    , m_side(new QWidget(this))
    , m_sideBox(new QBoxLayout(QBoxLayout::TopToBottom, m_side))
    , m_seenTitle(new ElidedLabel(TextRole::numberCaption, u"secondary"_s, m_side))
    , m_seen(new QLabel(m_side))
    , m_centre(new ElidedCheckBox({}, m_side))
    , m_clear(tool(m_side, "tryItClear", u"eraser"_s))
    , m_undo(tool(m_side, "tryItUndo", u"undo"_s))
    , m_open(tool(m_side, "tryItOpen", u"image"_s))
    , m_note(new NoteBox(NoteBox::Kind::info, {}, this))
{
    setObjectName(u"tryItPanel"_s);
    setAcceptDrops(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    m_pad->setObjectName(u"tryItPad"_s);
    m_bars->setObjectName(u"tryItBars"_s);
    m_caption->setObjectName(u"tryItCaption"_s);
    m_centre->setObjectName(u"tryItCentre"_s);
    m_centre->setChecked(true);
    m_note->setObjectName(u"tryItNote"_s);
    m_seen->setFixedSize(seenSide, seenSide);

    auto* tools = new QHBoxLayout;
    tools->setSpacing(2);
    for (QToolButton* each : {m_clear, m_undo, m_open})
        tools->addWidget(each);
    tools->addStretch(1);
    auto* seenWords = new QVBoxLayout;
    seenWords->setSpacing(2);
    seenWords->addWidget(m_seenTitle);
    seenWords->addWidget(m_centre);
    seenWords->addStretch(1);
    m_sideBox->setContentsMargins(0, 0, 0, 0);
    m_sideBox->setSpacing(4);
    m_sideBox->addLayout(tools);
    m_sideBox->addWidget(m_seen, 0, Qt::AlignTop);
    m_sideBox->addLayout(seenWords, 1);

    m_timer.setSingleShot(true);
    m_timer.setInterval(askMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &TryItPanel::ask);
    connect(m_pad, &DrawingPad::edited, this, &TryItPanel::edited);
    connect(m_centre, &QCheckBox::toggled, this, &TryItPanel::soon);
    connect(m_clear, &QToolButton::clicked, m_pad, &DrawingPad::clear);
    connect(m_undo, &QToolButton::clicked, m_pad, &DrawingPad::undoStroke);
    connect(m_open, &QToolButton::clicked, this, [this] {
        auto* dialog = new QFileDialog(this, tr("Open a picture"), QString(), tr("Pictures (*.png *.jpg *.jpeg *.webp *.bmp)"));
        dialog->setObjectName(u"tryItDialog"_s);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &QFileDialog::fileSelected, this, &TryItPanel::openImage);
        dialog->show(); // non-modal: training continues
    });
    retranslate();
    refresh();
}

void TryItPanel::edited()
{
    m_problem.clear();
    if (!m_pad->showsPicture()) {
        ++m_reading; // discards the file being read
        m_file.clear();
        m_picture.clear();
        if (std::exchange(m_showsSample, false))
            Q_EMIT sampleLeft();
    }
    refresh();
    soon();
}

void TryItPanel::setInput(const std::optional<Shape>& shape, bool likeDigits, data::Fit fit)
{
    const std::optional<Shape> taken = shape && isImageShape(*shape) ? shape : std::nullopt;
    if (taken == m_shape && fit == m_fit)
        return;
    m_shape = taken;
    m_fit = fit;
    m_centre->setChecked(likeDigits);
    m_picture.clear(); // it has the previous shape
    if (m_showsSample)
        m_pad->clear();
    else if (m_pad->showsPicture())
        readFile(m_file);
    refresh();
    soon();
}

void TryItPanel::setClasses(const QStringList& names)
{
    m_bars->setClasses(names); // the answer stays if the classes are the same
    updateGeometry();
    arrange();
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
    m_lastAsked.clear(); // the answer to the same image may be different now
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
    const QByteArray sample = m_pad->showsPicture()
        ? m_picture
        : sampleOf(m_pad->image(), *m_shape, m_centre->isVisibleTo(this) && m_centre->isChecked());
    if (sample.size() != m_shape->elements())
        return; // the image is still being read, or could not be
    m_wanted = false;
    m_seen->setPixmap(QPixmap::fromImage(pictureOf(sample, *m_shape)).scaled(seenSide, seenSide, Qt::KeepAspectRatio));
    if (m_ready && sample != m_lastAsked) {
        m_lastAsked = sample;
        Q_EMIT asked(sample);
    }
}

void TryItPanel::showAnswer(const std::vector<float>& values, const QStringList& names, const QString& run, qint64 step)
{
    if (m_pad->isEmpty())
        return; // the question was cleared meanwhile
    m_bars->show(sharesOf(values), names);
    m_caption->showAnswer(run, step);
    if (!m_problem.isEmpty()) {
        m_problem.clear();
        refresh();
    }
}

void TryItPanel::showNumbers(const std::vector<float>& values, const QString& run, qint64 step)
{
    if (m_pad->isEmpty())
        return;
    QStringList numbers;
    for (std::size_t i = 0; i < std::min(values.size(), numbersTold); ++i)
        numbers << significantText(static_cast<double>(values[i]), 4);
    m_bars->show({}, {});
    m_caption->showAnswer(run, step, values.size() > numbersTold ? QString() : numbers.join(u" · "_s));
    m_problem.clear();
    refresh();
}

void TryItPanel::showProblem(const QString& sentence)
{
    m_problem = sentence;
    refresh();
}

void TryItPanel::openImage(const QString& path)
{
    readFile(path);
}

void TryItPanel::showSample(const QByteArray& sample)
{
    if (!m_shape || sample.size() != m_shape->elements())
        return;
    ++m_reading;
    m_file.clear();
    m_picture = sample;
    m_showsSample = true;
    m_lastAsked.clear(); // even if the previous one is the same
    m_pad->showPicture(pictureOf(sample, *m_shape));
}

/// Reads and decodes on another thread, since an image may be large.
void TryItPanel::readFile(const QString& path)
{
    if (!m_shape)
        return;
    const data::ImageFormat taken{static_cast<int>((*m_shape)[0]), static_cast<int>((*m_shape)[1]), static_cast<int>((*m_shape)[2]),
                                  m_fit};
    m_files.run([this, reading = ++m_reading, path, taken] {
        const auto tell = [&](const std::function<void()>& call) {
            m_files.answer([this, reading, call] {
                if (reading == m_reading)
                    call();
            });
        };
        const auto refuse = [&](const Error& error) {
            tell([this, message = error.message()] { showProblem(messageText(message)); });
        };
        const std::string name = QFileInfo(path).fileName().toStdString();
        const auto file = netsmith::readFile(std::filesystem::path(path.toStdString()), data::pictureFileBytesAtMost);
        if (!file)
            return refuse(file.error());
        const auto sample = sampleIn(*file, name, taken);
        const auto shown = sampleIn(*file, name, {shownSide, shownSide, 3, data::Fit::pad});
        if (!sample || !shown)
            return refuse((sample ? shown : sample).error());
        tell([this, path, sample = *sample, picture = pictureOf(*shown, Shape{shownSide, shownSide, 3})] {
            takeFile(path, sample, picture);
        });
    });
}

void TryItPanel::takeFile(const QString& path, const QByteArray& sample, const QImage& shown)
{
    m_file = path;
    m_picture = sample;
    if (std::exchange(m_showsSample, false))
        Q_EMIT sampleLeft();
    m_pad->showPicture(shown);
}

void TryItPanel::refresh()
{
    QString note = m_problem;
    if (note.isEmpty() && !m_shape)
        note = tr("Networks that take a picture, a text or a series can be tried here; this one takes another kind of input.");
    else if (note.isEmpty() && !m_ready)
        note = tr("No network has been trained yet. Press Run, then draw: it predicts while it learns.");
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
        m_caption->forgetAnswer();
    }
    m_bars->setVisible(note.isEmpty());
    m_caption->setVisible(note.isEmpty());
    const bool seen = m_shape && !m_pad->isEmpty();
    m_seen->setVisible(seen);
    m_seenTitle->setVisible(seen);
    m_seenTitle->setText(m_shape ? tr("Input %1 × %2", "height and width").arg((*m_shape)[0]).arg((*m_shape)[1]) : QString());
    m_centre->setVisible(seen && !m_pad->showsPicture() && (*m_shape)[2] == 1);
    arrange();
}

int TryItPanel::captionHeight() const
{
    return QFontMetrics(Theme::instance().font(TextRole::numberCaption)).height();
}

int TryItPanel::sideWidth() const
{
    return std::max(3 * m_clear->sizeHint().width() + 4, Theme::instance().scaled(92));
}

int TryItPanel::sideLength(bool tall) const
{
    const int tools = m_clear->sizeHint().height();
    const int words = captionHeight() + 2 + m_centre->sizeHint().height();
    return tall ? tools + seenSide + words + 2 * m_sideBox->spacing() : std::max({seenSide, tools, words});
}

int TryItPanel::answerHeight(int columns) const
{
    return std::max(m_bars->heightIn(columns) + 4 + captionHeight(), Theme::instance().scaled(padNoteHeight));
}

/// The one with the largest pad; one column of bars if that makes the pad only a little smaller.
TryItPanel::Arrangement TryItPanel::arrangementIn(QSize room) const
{
    const auto padIn = [&](const Arrangement& form) {
        const int beside = sideWidth() + padGap;
        if (form.wide)
            return m_bars->heightIn(form.columns) + 4 + captionHeight() > room.height()
                ? 0
                : std::min(room.height(), room.width() - beside - padGap - Theme::instance().scaled(padAnswerWidth));
        const int high = room.height() - answerHeight(form.columns) - padGap;
        return form.tallSide ? std::min(high, room.width() - beside) : std::min(high - sideLength(false) - padGap, room.width());
    };
    Arrangement best;
    for (const int columns : {1, 2})
        for (const auto& [tall, wide] : {std::pair(true, false), std::pair(false, false), std::pair(true, true)}) {
            Arrangement form{0, columns, tall, wide};
            form.pad = padIn(form);
            if (form.pad > (form.columns > best.columns ? best.pad * 115 / 100 : best.pad))
                best = form;
        }
    if (best.pad < smallestPad)
        best = {0, 2, true, false};
    best.pad = std::max(best.pad, smallestPad);
    return best;
}

void TryItPanel::arrange()
{
    const QRect room = rect().adjusted(padMargin, padTop, -padMargin, -padMargin);
    const Arrangement form = arrangementIn(room.size());
    m_sideBox->setDirection(form.tallSide ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_bars->setColumns(form.columns);
    m_pad->setGeometry(room.left(), room.top(), form.pad, form.pad);
    QRect answer = room;
    if (form.tallSide) {
        const int left = m_pad->geometry().right() + 1 + padGap;
        const int wide = form.wide ? sideWidth() : room.right() + 1 - left;
        m_side->setGeometry(left, room.top(), wide, std::max(form.pad, sideLength(true)));
        if (form.wide)
            answer.setLeft(m_side->geometry().right() + 1 + padGap);
        else
            answer.setTop(m_side->geometry().bottom() + 1 + padGap);
    } else {
        m_side->setGeometry(room.left(), m_pad->geometry().bottom() + 1 + padGap, room.width(), sideLength(false));
        answer.setTop(m_side->geometry().bottom() + 1 + padGap);
    }
    const int bars = m_bars->heightIn(form.columns);
    m_bars->setGeometry(answer.left(), answer.top(), answer.width(), bars);
    m_caption->setGeometry(answer.left(), answer.top() + bars + 4, answer.width(), captionHeight());
    // A long note covers what is above it instead of moving it.
    const int words = m_note->layout()->totalHeightForWidth(answer.width());
    m_note->setGeometry(answer.left(), std::max(0, std::min(answer.top(), room.bottom() + 1 - words)), answer.width(), words);
    m_note->raise();
}

QSize TryItPanel::sizeHint() const
{
    const int width = Theme::instance().scaled(276);
    return {width + 2 * padMargin, width + sideLength(false) + answerHeight(1) + 2 * padGap + padTop + padMargin};
}

QSize TryItPanel::minimumSizeHint() const
{
    return {smallestPad + padGap + sideWidth() + 2 * padMargin,
            std::max(smallestPad, sideLength(true)) + padGap + answerHeight(2) + padTop + padMargin};
}

bool TryItPanel::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest) // a font or a text has changed
        arrange();
    return QWidget::event(event);
}

void TryItPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void TryItPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    soon();
}

void TryItPanel::dragEnterEvent(QDragEnterEvent* event)
{
    if (m_shape && !localFiles(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void TryItPanel::dropEvent(QDropEvent* event)
{
    const QStringList paths = localFiles(*event->mimeData());
    event->acceptProposedAction();
    const QFileInfo first(paths.front());
    const QString ending = first.suffix().toLower();
    const bool samples = first.isDir() || ending == u"npy"_s || ending == u"npz"_s;
    if (paths.size() > 1 || samples)
        Q_EMIT filesGiven(paths);
    else
        openImage(paths.front());
}

void TryItPanel::retranslate()
{
    m_pad->setAccessibleName(tr("Drawing pad"));
    m_bars->setAccessibleName(tr("Prediction of the network"));
    for (QWidget* seen : {static_cast<QWidget*>(m_seen), static_cast<QWidget*>(m_seenTitle)})
        seen->setToolTip(tr("What the network sees"));
    m_centre->setText(tr("Centered"));
    m_centre->setToolTip(tr("Scales and centers the drawing like the MNIST samples that the network was trained on"));
    const auto name = [](QToolButton* button, const QString& text) {
        button->setToolTip(text);
        button->setAccessibleName(text);
    };
    name(m_clear, tr("Clear the pad (Delete)"));
    name(m_undo, tr("Undo the last stroke (Backspace)"));
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
