#pragma once

#include <QLineEdit>
#include <QObject>

namespace netsmith::gui {

class Document;
class LayerList;

/// The actions on a block in a list: open it, rename it, delete it if it is unused.
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
    QString m_renamed; ///< the block being renamed; empty: none
};

} // namespace netsmith::gui
