#include "gui/progress/memory_bar.h"

#include "gui/progress/memory_classes.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/plain_text.h"

#include <QCoreApplication>
#include <QEvent>
#include <QGridLayout>
#include <QHelpEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

struct MemoryWords {
    Q_DECLARE_TR_FUNCTIONS(MemoryWords)
};

constexpr double thinnest = 2.0; // pixels: small parts stay visible

/// A square in a class's colour.
class Swatch : public QWidget {
public:
    Swatch(Token token, QWidget* parent)
        : QWidget(parent)
        , m_token(token)
    {
        setFixedSize(9, 9);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(Theme::instance().color(m_token));
        painter.drawRoundedRect(rect(), 2.0, 2.0);
    }

private:
    Token m_token;
};

QPainterPath rounded(const QRectF& bar)
{
    QPainterPath path;
    const double radius = std::min(4.0, bar.height() / 2.0);
    path.addRoundedRect(bar, radius, radius);
    return path;
}

} // namespace

QString memoryClassTitle(const MemoryClass& kind)
{
    switch (kind.token) {
    case Token::memoryWeights: return MemoryWords::tr("Weights");
    case Token::memoryGradients: return MemoryWords::tr("Gradients");
    case Token::memoryOptimizer: return MemoryWords::tr("Optimizer");
    case Token::memoryActivations: return MemoryWords::tr("Activations");
    case Token::memoryWorkspace: return MemoryWords::tr("Workspace");
    default: return MemoryWords::tr("Data set");
    }
}

QString memoryClassDoc(const MemoryClass& kind)
{
    switch (kind.token) {
    case Token::memoryWeights: return MemoryWords::tr("The numbers that training changes.");
    case Token::memoryGradients: return MemoryWords::tr("In which direction each weight should change.");
    case Token::memoryOptimizer: return MemoryWords::tr("What the optimizer remembers from earlier steps.");
    case Token::memoryActivations: return MemoryWords::tr("Layer outputs kept for the backward pass; they grow with the batch.");
    case Token::memoryWorkspace: return MemoryWords::tr("Scratch memory for the device's kernels.");
    default: return MemoryWords::tr("The samples, kept in memory.");
    }
}

MemoryBar::MemoryBar(int thickness, QWidget* parent)
    : QWidget(parent)
    , m_thickness(thickness)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void MemoryBar::setUse(const MemoryUse& use)
{
    m_use = use;
    QStringList parts;
    for (const MemoryClass& kind : memoryClasses)
        parts
            << MemoryWords::tr("%1 %2", "a class of memory and its amount").arg(memoryClassTitle(kind), bytesText(use.*kind.bytes));
    setAccessibleName(MemoryWords::tr("Memory of the run"));
    setAccessibleDescription(parts.join(MemoryWords::tr(", ", "between two amounts")));
    update();
}

std::vector<QRectF> MemoryBar::segments() const
{
    const double total = static_cast<double>(m_use.total());
    std::vector<double> widths;
    double sum = 0.0;
    for (const MemoryClass& kind : memoryClasses) {
        const auto bytes = static_cast<double>(m_use.*kind.bytes);
        widths.push_back(bytes > 0.0 ? std::max(thinnest, width() * bytes / total) : 0.0);
        sum += widths.back();
    }
    std::vector<QRectF> out;
    double x = 0.0;
    for (const double each : widths) {
        const double scaled = sum > 0.0 ? each * width() / sum : 0.0;
        out.emplace_back(x, 0.0, scaled, m_thickness);
        x += scaled;
    }
    return out;
}

void MemoryBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipPath(rounded(QRectF(0.0, 0.0, width(), m_thickness)));
    const Theme& theme = Theme::instance();
    painter.fillRect(rect(), theme.color(Token::track));
    const std::vector<QRectF> parts = segments();
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (parts[i].width() > 0.0)
            painter.fillRect(parts[i], theme.color(memoryClasses[i].token));
}

bool MemoryBar::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const std::vector<QRectF> parts = segments();
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (parts[i].contains(help->pos())) {
            const MemoryClass& kind = memoryClasses[i];
            showPlainTip(help->globalPos(),
                         MemoryWords::tr("%1: %2\n%3", "a class of memory, its amount, what it is for")
                             .arg(memoryClassTitle(kind), bytesText(m_use.*kind.bytes), memoryClassDoc(kind)),
                         this, parts[i].toAlignedRect());
            return true;
        }
    QToolTip::hideText();
    return true;
}

MemoryLegend::MemoryLegend(QWidget* parent)
    : QWidget(parent)
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    for (std::size_t i = 0; i < memoryClasses.size(); ++i) {
        const MemoryClass& kind = memoryClasses[i];
        const int row = static_cast<int>(i) / 2;
        const int column = static_cast<int>(i) % 2 * 4;
        m_names.push_back(new TextLabel(TextRole::body, u"secondary"_s, this));
        m_amounts.push_back(new TextLabel(TextRole::number, {}, this));
        m_amounts.back()->setObjectName(QLatin1String(kind.name) + u"Memory"_s);
        m_amounts.back()->setAlignment(Qt::AlignTrailing);
        grid->addWidget(new Swatch(kind.token, this), row, column, Qt::AlignVCenter);
        grid->addWidget(m_names.back(), row, column + 1);
        grid->addWidget(m_amounts.back(), row, column + 2);
        grid->setColumnStretch(column + 2, 1);
    }
    grid->setColumnMinimumWidth(3, 16);
    retranslate();
}

void MemoryLegend::setUse(const MemoryUse& use)
{
    m_use = use;
    retranslate();
}

void MemoryLegend::retranslate()
{
    for (std::size_t i = 0; i < memoryClasses.size(); ++i) {
        const MemoryClass& kind = memoryClasses[i];
        const QString title = memoryClassTitle(kind);
        const QString amount = bytesText(m_use.*kind.bytes);
        m_names[i]->setText(title);
        m_names[i]->setToolTip(memoryClassDoc(kind));
        m_amounts[i]->setText(amount);
        m_amounts[i]->setToolTip(memoryClassDoc(kind));
        m_amounts[i]->setAccessibleName(tr("%1: %2").arg(title, amount));
    }
}

void MemoryLegend::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

MemoryGauge::MemoryGauge(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void MemoryGauge::setBytes(std::int64_t total, std::int64_t free, std::int64_t run)
{
    m_total = total;
    m_free = free;
    m_run = run;
    const QString text = tr("%1 of %2 in use; this run needs %3").arg(bytesText(total - free), bytesText(total), bytesText(run));
    setAccessibleName(text);
    setToolTip(text);
    update();
}

void MemoryGauge::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF bar(0.0, (height() - 6.0) / 2.0, width(), 6.0);
    painter.setClipPath(rounded(bar));
    const Theme& theme = Theme::instance();
    painter.fillRect(bar, theme.color(Token::track));
    if (m_total <= 0)
        return;
    const auto x = [&](std::int64_t bytes) {
        return bar.width() * std::clamp(static_cast<double>(bytes) / static_cast<double>(m_total), 0.0, 1.0);
    };
    const double taken = x(m_total - m_free);
    const double end = std::max(x(m_total - m_free + m_run), taken + thinnest);
    painter.fillRect(QRectF(0.0, bar.top(), taken, bar.height()), theme.color(Token::textMuted));
    painter.fillRect(QRectF(taken, bar.top(), end - taken, bar.height()),
                     theme.color(m_run <= m_free ? Token::accent : Token::bad));
}

} // namespace netsmith::gui
