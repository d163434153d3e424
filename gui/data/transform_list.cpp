#include "gui/data/transform_list.h"

#include "engine/catalog/catalog.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/forms/component_form.h"
#include "gui/widgets/icon.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr const char* firstTransform = "random_flip";

QString titleOf(const std::string& id)
{
    const TransformSpec* spec = catalog().transforms->find(id);
    return spec ? engineText(spec->title) : fromStd(id);
}

} // namespace

TransformList::TransformList(QWidget* parent)
    : QWidget(parent)
    , m_column(new QVBoxLayout(this))
    , m_add(new QPushButton)
{
    setObjectName(u"transformList"_s);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(8);
    m_add->setObjectName(u"transformAdd"_s);
    m_column->addWidget(m_add, 0, Qt::AlignLeft);
    connect(m_add, &QPushButton::clicked, this, &TransformList::add);
    retranslate();
}

void TransformList::add()
{
    Q_EMIT edited(tr("Add a transform"),
                  [](std::vector<Component>& transforms) {
                      transforms.push_back({firstTransform, {}});
                  },
                  {});
}

void TransformList::swap(std::size_t index, std::size_t other)
{
    Q_EMIT edited(tr("Move a transform"),
                  [index, other](std::vector<Component>& transforms) { std::swap(transforms[index], transforms[other]); }, {});
}

TransformList::Card TransformList::makeCard(std::size_t index)
{
    Card card;
    card.frame = new QWidget;
    const QString number = QString::number(index + 1);
    card.frame->setObjectName(u"transform"_s + number);
    auto* column = new QVBoxLayout(card.frame);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);

    ComponentForm::Kind kind{"transform" + std::to_string(index + 1),
                             tr("Transform %1", "its place in the chain").arg(number),
                             tr("What is done to each image at this point in the chain."),
                             {},
                             firstTransform};
    for (const TransformSpec& spec : *catalog().transforms)
        kind.specs.push_back(&spec);
    card.form = new ComponentForm(std::move(kind));
    column->addWidget(card.form);
    connect(card.form, &ComponentForm::edited, this,
            [this, index](const QString& text, const std::function<void(Component&)>& change, const QString& key) {
                Q_EMIT edited(
                    text, [&](std::vector<Component>& transforms) { change(transforms[index]); }, key);
            });
    connect(card.form, &ComponentForm::steppingEnded, this, &TransformList::steppingEnded);

    auto* verbs = new QHBoxLayout;
    verbs->setSpacing(2);
    verbs->addStretch(1);
    const auto addVerb = [&](const char* name, const QString& picture, const QString& words, auto action) {
        auto* button = new QToolButton;
        button->setObjectName(u"transform%1%2"_s.arg(number, QLatin1StringView(name)));
        button->setIcon(icon(picture, Token::textSecondary));
        button->setAutoRaise(true);
        button->setToolTip(words);
        button->setAccessibleName(words);
        connect(button, &QToolButton::clicked, this, action);
        verbs->addWidget(button);
        return button;
    };
    card.up = addVerb("Up", u"chevron-up"_s, tr("Move up in the chain"), [this, index] { swap(index, index - 1); });
    card.down = addVerb("Down", u"chevron-down"_s, tr("Move down in the chain"), [this, index] { swap(index, index + 1); });
    addVerb("Remove", u"trash"_s, tr("Remove this transform"), [this, index] {
        Q_EMIT edited(tr("Remove a transform"),
                      [index](std::vector<Component>& transforms) {
                          transforms.erase(transforms.begin() + static_cast<std::ptrdiff_t>(index));
                      },
                      {});
    });
    column->addLayout(verbs);
    return card;
}

void TransformList::show(const std::vector<Component>& transforms)
{
    while (m_cards.size() > transforms.size()) {
        m_cards.back().form->disconnect(this);
        m_cards.back().frame->hide();
        m_cards.back().frame->deleteLater(); // a click inside it may have led here
        m_cards.pop_back();
    }
    while (m_cards.size() < transforms.size()) {
        m_cards.push_back(makeCard(m_cards.size()));
        m_column->insertWidget(m_column->count() - 1, m_cards.back().frame);
        m_cards.back().frame->show();
    }
    for (std::size_t i = 0; i < transforms.size(); ++i) {
        m_cards[i].form->show(transforms[i]);
        m_cards[i].up->setEnabled(i > 0);
        m_cards[i].down->setEnabled(i + 1 < transforms.size());
        m_cards[i].frame->setAccessibleName(titleOf(transforms[i].id));
    }
}

void TransformList::retranslate()
{
    m_add->setText(tr("Add a transform"));
    m_add->setToolTip(tr("What is done to each image before the network sees it: flips, shifts, crops, colors"));
    std::vector<Card> old;
    std::swap(old, m_cards);
    for (const Card& card : old) { // the next `show` rebuilds them in the new language
        card.form->disconnect(this);
        card.frame->hide();
        card.frame->deleteLater();
    }
}

} // namespace netsmith::gui
