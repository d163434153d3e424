#pragma once

#include "engine/data/source.h"

#include <QWidget>

namespace netsmith::gui {

class FactList;
class TextLabel;
struct DataPreview;

/// What was read, from where, and how large it is.
class DataFigures : public QWidget {
    Q_OBJECT

public:
    explicit DataFigures(QWidget* parent = nullptr);

    /// Null: nothing was read yet.
    void show(const DataPreview* preview);
    void retranslate();

private:
    TextLabel* m_origin;
    FactList* m_facts;
};

/// How many samples train and how many judge.
class SplitFigures : public QWidget {
    Q_OBJECT

public:
    explicit SplitFigures(QWidget* parent = nullptr);

    /// As they were read, or as `source` declares; both may be null.
    void show(const data::Source* source, const DataPreview* preview, const DataSettings& settings);
    void retranslate();

private:
    TextLabel* m_why; ///< samples are kept back
    FactList* m_parts;
};

/// Whether a share of the training samples validates.
bool isSplitOff(const DataSettings& settings);

} // namespace netsmith::gui
