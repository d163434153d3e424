#pragma once

#include <QWidget>

class QHBoxLayout;

namespace netsmith::gui {

class Document;
class ElidedLabel;

/// The path to the open block, from the project down, with links back; hidden while the network is open.
class BlockBar : public QWidget {
    Q_OBJECT

public:
    BlockBar(const Document& document, QWidget* parent);

    /// Updates to the open place.
    void renew();

Q_SIGNALS:
    void placeAsked(const std::string& place);

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void addCrumb(const QString& text, const QString& toolTip, const std::string& place, bool last);

    const Document& m_document;
    QHBoxLayout* m_crumbs;
    ElidedLabel* m_note;
};

} // namespace netsmith::gui
