#pragma once

#include <QLineEdit>
#include <QObject>

namespace netsmith::gui {

class Document;
class LayerList;

/// What can be done with a block where it is listed: open it, call it otherwise, delete it once nobody uses it.
class BlockMenu : public QObject {
    Q_OBJECT

public:
    BlockMenu(Document& document, LayerList& list);

private:
    void openMenu(const QString& layer, const QPoint& global);
    void rename(const QString& layer);
    void finishRename(bool accept);
    void remove(const QString& layer);
    bool eventFilter(QObject* watched, QEvent* event) override;

    Document& m_document;
    LayerList& m_list;
    QLineEdit* m_field;
    QString m_renamed; ///< the block whose name is being typed; empty: none
};

} // namespace netsmith::gui
