#pragma once

#include "engine/data/source.h"

#include <QWidget>

namespace netsmith::gui {

class FactList;
class TextLabel;
struct DataPreview;

/// What data was read, from where, and its size.
class DataFigures : public QWidget {
    Q_OBJECT

public:
    explicit DataFigures(QWidget* parent = nullptr);

    /// Null: nothing has been read yet.
    void show(const DataPreview* preview);
    void retranslate();

private:
    TextLabel* m_origin;
    FactList* m_facts;
};

/// The number of training and validation samples.
class SplitFigures : public QWidget {
    Q_OBJECT

public:
    explicit SplitFigures(QWidget* parent = nullptr);

    /// As read, or as `source` declares; both may be null.
    void show(const data::Source* source, const DataPreview* preview, const DataSettings& settings);
    void retranslate();

private:
    TextLabel* m_why; ///< why samples are split off
    FactList* m_parts;
};

/// Whether a fraction of the training samples is used for validation.
bool isSplitOff(const DataSettings& settings);

} // namespace netsmith::gui
