#include "gui/data/data_notice.h"

#include "gui/data/breakable_text.h"
#include "gui/document/data_look.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/labels/elided_label.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/number_text.h"

#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

DataNotice::DataNotice(QWidget* parent)
    : QWidget(parent)
    , m_note(new NoteBox)
    , m_details(new TextLabel(TextRole::caption, u"muted"_s))
    , m_busy(new QWidget)
    , m_busyText(new ElidedLabel(TextRole::numberCaption, u"secondary"_s))
    , m_progress(new QProgressBar)
    , m_cancel(new QPushButton)
{
    m_note->setObjectName(u"dataNote"_s);
    m_details->setObjectName(u"dataDetails"_s);
    m_details->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_details->setWordWrap(true);
    m_cancel->setObjectName(u"dataCancel"_s);
    m_progress->setObjectName(u"dataProgress"_s);
    m_progress->setTextVisible(false);
    auto* busy = new QVBoxLayout(m_busy);
    busy->setContentsMargins(0, 0, 0, 0);
    busy->setSpacing(4);
    auto* line = new QHBoxLayout;
    line->addWidget(m_busyText, 1);
    line->addWidget(m_cancel);
    busy->addLayout(line);
    busy->addWidget(m_progress);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_note, m_details, m_busy})
        column->addWidget(widget);
    connect(m_cancel, &QPushButton::clicked, this, &DataNotice::cancelAsked);
    rest();
}

void DataNotice::rest()
{
    m_busy->hide();
    m_note->hide();
    m_note->clearVerbs();
    m_details->hide();
    hide();
}

void DataNotice::showBusy(const QString& words)
{
    rest();
    m_busyText->setText(words);
    m_progress->setRange(0, 0);
    m_busy->show();
    show();
}

void DataNotice::showReading(const data::Source& source)
{
    m_downloading = false;
    showBusy(tr("Reading %1…").arg(engineText(source.info().title)));
}

void DataNotice::showDownloading(const data::Source& source)
{
    m_downloading = true;
    showBusy(tr("Requesting %1…").arg(engineText(source.info().title)));
}

void DataNotice::showProgress(const data::Source* source, const data::Progress& progress)
{
    std::int64_t done = progress.done;
    std::int64_t total = progress.total;
    bool isFile = false;
    if (m_downloading && source) {
        // Progress over all files: those before this one are complete.
        std::int64_t before = 0;
        for (const data::RemoteFile& file : source->info().files) {
            isFile = file.name == progress.what;
            if (isFile)
                break;
            before += file.size;
        }
        if (isFile) {
            done += before;
            total = downloadBytes(*source);
        }
    }
    m_busyText->setText(isFile ? tr("Downloading: %1 of %2").arg(bytesText(done), bytesText(total))
                               : tr("Reading %1…").arg(engineText(progress.what)));
    m_progress->setRange(0, total > 0 ? 1000 : 0);
    if (total > 0)
        m_progress->setValue(static_cast<int>(done * 1000 / total));
    m_busy->show();
    show();
}

void DataNotice::showStandIn(const data::Source& source, const QString& title)
{
    rest();
    m_note->setKind(NoteBox::Kind::careful);
    m_note->setText(tr("%1 is not available; %2 are used until it is.").arg(engineText(source.info().title), title));
    addDownload(&source);
    m_note->show();
    show();
}

void DataNotice::showFailure(const data::Source* source, const DataSettings& settings, const Message& message)
{
    rest();
    m_note->setKind(NoteBox::Kind::bad);
    const QString details = messageText(message);
    if (source && source->info().place != data::SourcePlace::own && settings.path.empty()) {
        m_note->setKind(NoteBox::Kind::info); // not an error: downloading is the next step
        m_note->setText(source->info().place == data::SourcePlace::folder ? tr("Choose the folder that contains your samples.")
                                                                          : tr("Choose the file that contains your samples."));
    } else if (m_downloading && source && message.facts().cause == MessageFacts::Cause::download) {
        m_note->setText(
            tr("%1 could not be downloaded. Check the network connection, then try again; what has been downloaded is kept.")
                .arg(engineText(source->info().title)));
        addRetry(tr("Try again"));
        QPushButton* more = m_note->addVerb(tr("Details"), u"dataDetailsButton"_s);
        connect(more, &QPushButton::clicked, this, [this] { m_details->setVisible(!m_details->isVisible()); });
        m_details->setText(breakable(details));
    } else {
        m_note->setText(breakable(details));
        if (!m_downloading)
            addDownload(source);
        addRetry(m_downloading ? tr("Try again") : tr("Read again"));
    }
    m_note->show();
    show();
}

void DataNotice::showStopped()
{
    rest();
    m_note->setKind(NoteBox::Kind::info);
    m_note->setText(m_downloading ? tr("The download was stopped. Files that are complete are kept.")
                                  : tr("Reading was stopped before the samples could be shown."));
    addRetry(m_downloading ? tr("Resume download") : tr("Read again"));
    m_note->show();
    show();
}

/// If the set's files are published but missing here.
void DataNotice::addDownload(const data::Source* source)
{
    if (!source || source->info().files.empty() || source->find(data::dataPaths()).available)
        return;
    QPushButton* verb = m_note->addVerb(tr("Download %1").arg(bytesText(downloadBytes(*source))), u"dataDownload"_s);
    connect(verb, &QPushButton::clicked, this, &DataNotice::downloadAsked);
}

void DataNotice::addRetry(const QString& verb)
{
    connect(m_note->addVerb(verb, u"dataRetry"_s), &QPushButton::clicked, this,
            m_downloading ? &DataNotice::downloadAsked : &DataNotice::readAsked);
}

void DataNotice::retranslate()
{
    m_cancel->setText(tr("Cancel"));
    m_progress->setAccessibleName(tr("Data loading progress"));
}

} // namespace netsmith::gui
