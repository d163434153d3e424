#pragma once

#include <QWidget>

class QHBoxLayout;

namespace netsmith::gui {

class Document;
class ElidedLabel;

/// Where one is while a block is open, from the project down to it, and the ways back; nothing while the network is shown.
class BlockBar : public QWidget {
    Q_OBJECT

public:
    BlockBar(const Document& document, QWidget* parent);

    /// Shows the place that is open.
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
