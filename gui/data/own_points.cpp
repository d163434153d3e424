#include "gui/data/own_points.h"

#include "gui/widgets/controls/plane_view.h"
#include "gui/widgets/forms/choice_box.h"
#include "gui/widgets/forms/form_row.h"
#include "gui/widgets/labels/text_label.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr std::size_t numbersOfPoint = 3;
constexpr std::size_t pointsAtMost = 1000; ///< as the data set declares
constexpr double leastExtent = 1.5;

template <class T>
T valueOf(const DataSettings& settings, const char* name, T otherwise)
{
    const auto found = settings.parameters.find(name);
    const T* value = found == settings.parameters.end() ? nullptr : std::get_if<T>(&found->second);
    return value ? *value : otherwise;
}

double rounded(double value)
{
    return std::round(value * 1000.0) / 1000.0;
}

} // namespace

OwnPoints::OwnPoints(QWidget* parent)
    : QWidget(parent)
    , m_plane(new PlaneView(this))
    , m_class(new ChoiceBox(this))
    , m_words(new TextLabel(TextRole::caption, u"muted"_s, this))
    , m_clear(new QPushButton(this))
{
    m_plane->setObjectName(u"ownPointsPlane"_s);
    m_plane->setEntering();
    m_class->setObjectName(u"ownPointsClass"_s);
    m_clear->setObjectName(u"ownPointsClear"_s);
    m_words->setWordWrap(true);
    m_classRow = new FormRow(QString(), m_class, this);
    auto* below = new QHBoxLayout;
    below->addWidget(m_words, 1);
    below->addWidget(m_clear, 0, Qt::AlignTop);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 4, 0, 0);
    column->setSpacing(6);
    column->addWidget(m_classRow);
    column->addWidget(m_plane);
    column->addLayout(below);
    connect(m_plane, &PlaneView::chosen, this, &OwnPoints::add);
    connect(m_plane, &PlaneView::erased, this, &OwnPoints::removeNearest);
    connect(m_clear, &QPushButton::clicked, this, [this] { change(tr("Remove all points"), {}); });
    retranslate();
    hide();
}

void OwnPoints::show(const DataSettings& settings)
{
    const bool own = settings.source == "points" && valueOf(settings, "set", std::string()) == "own";
    setVisible(own);
    if (!own)
        return;
    const int classes = static_cast<int>(std::clamp<std::int64_t>(valueOf(settings, "classes", std::int64_t{2}), 2, 10));
    if (m_class->count() != classes) {
        const int chosen = m_class->currentIndex();
        m_class->clear();
        for (int i = 0; i < classes; ++i)
            m_class->addItem(QString::number(i));
        m_class->setCurrentIndex(std::clamp(chosen, 0, classes - 1));
    }
    m_numbers = valueOf(settings, "own", std::vector<double>());
    m_numbers.resize(numbersOfPoint * count()); // what is left of an incomplete one is refused elsewhere
    double extent = leastExtent;
    std::vector<PlaneView::Point> points;
    for (std::size_t i = 0; i + numbersOfPoint <= m_numbers.size(); i += numbersOfPoint) {
        points.push_back({m_numbers[i], m_numbers[i + 1], m_numbers[i + 2]});
        extent = std::max({extent, std::abs(m_numbers[i]), std::abs(m_numbers[i + 1])});
    }
    m_plane->setAxes({{-extent, extent}, {-extent, extent}}, classes);
    m_plane->setPoints(std::move(points));
    tell();
}

std::size_t OwnPoints::count() const
{
    return m_numbers.size() / numbersOfPoint;
}

void OwnPoints::tell()
{
    m_clear->setEnabled(count() > 0);
    m_words->setText(count() == 0 ? tr("Click in the plane to add points of the chosen class; a right click removes the nearest.")
                                  : tr("%n point(s). Click to add more; a right click removes the nearest.", nullptr,
                                       static_cast<int>(count())));
}

void OwnPoints::add(QPointF place)
{
    constexpr double nearby = 0.03; // while the pointer is dragged
    for (std::size_t i = 0; i < numbersOfPoint * count(); i += numbersOfPoint)
        if (std::hypot(m_numbers[i] - place.x(), m_numbers[i + 1] - place.y()) < nearby)
            return;
    if (count() >= pointsAtMost)
        return;
    std::vector<double> numbers = m_numbers;
    numbers.insert(numbers.end(), {rounded(place.x()), rounded(place.y()), static_cast<double>(m_class->currentIndex())});
    change(tr("Add a point"), std::move(numbers));
}

void OwnPoints::removeNearest(QPointF place)
{
    if (count() == 0)
        return;
    std::size_t nearest = 0;
    double least = INFINITY;
    for (std::size_t i = 0; i < count(); ++i)
        if (const double far = std::hypot(m_numbers[numbersOfPoint * i] - place.x(), m_numbers[numbersOfPoint * i + 1] - place.y());
            far < least) {
            least = far;
            nearest = i;
        }
    std::vector<double> numbers = m_numbers;
    const auto first = numbers.begin() + static_cast<std::ptrdiff_t>(numbersOfPoint * nearest);
    numbers.erase(first, first + static_cast<std::ptrdiff_t>(numbersOfPoint));
    change(tr("Remove a point"), std::move(numbers));
}

void OwnPoints::change(const QString& text, std::vector<double> numbers)
{
    Q_EMIT edited(text, [&numbers](DataSettings& data) { data.parameters["own"] = std::move(numbers); });
}

void OwnPoints::retranslate()
{
    m_classRow->setName(tr("Class to add"));
    m_class->setAccessibleName(tr("Class to add"));
    m_clear->setText(tr("Remove all"));
    m_clear->setToolTip(tr("Remove all points that you have drawn"));
    m_plane->setAccessibleName(tr("Own points"));
    m_plane->setToolTip(QString());
    tell();
}

void OwnPoints::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace netsmith::gui
