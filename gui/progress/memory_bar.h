#pragma once

#include "engine/backend/backend.h"

#include <QWidget>

namespace netsmith::gui {

class TextLabel;

/// A run's memory by class; the whole bar is the total.
class MemoryBar : public QWidget {
    Q_OBJECT

public:
    explicit MemoryBar(int thickness, QWidget* parent = nullptr);

    void setUse(const MemoryUse& use);
    const MemoryUse& use() const { return m_use; }

    QSize sizeHint() const override { return {200, m_thickness}; }
    QSize minimumSizeHint() const override { return {60, m_thickness}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    /// Where each class is drawn, in the order of `memoryClasses`; empty ones have no width.
    std::vector<QRectF> segments() const;

    int m_thickness;
    MemoryUse m_use;
};

/// The bar's legend with the amount of each class, in two columns.
class MemoryLegend : public QWidget {
    Q_OBJECT

public:
    explicit MemoryLegend(QWidget* parent = nullptr);

    void setUse(const MemoryUse& use);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    MemoryUse m_use;
    std::vector<TextLabel*> m_names;
    std::vector<TextLabel*> m_amounts;
};

/// How much of a device's memory is used by others, used by the run, and free.
class MemoryGauge : public QWidget {
    Q_OBJECT

public:
    explicit MemoryGauge(QWidget* parent = nullptr);

    void setBytes(std::int64_t total, std::int64_t free, std::int64_t run);

    QSize sizeHint() const override { return {200, 6}; }
    QSize minimumSizeHint() const override { return {60, 6}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::int64_t m_total = 0;
    std::int64_t m_free = 0;
    std::int64_t m_run = 0;
};

} // namespace netsmith::gui
