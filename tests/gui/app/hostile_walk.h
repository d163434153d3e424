#pragma once

#include <QModelIndexList>
#include <QWidget>

namespace netsmith::test {

/// A name that is markup; without a slash, so that files can be called that, too.
inline const QString hostile = QStringLiteral("<b>x<img src='y'>");

bool isMarkup(const QString& text);

/// What the tool tip at a place of the widget shows.
QString tipAt(QWidget& widget, QPoint position);

/// The distinct tool tips of the widget, asked for every `step` pixels. The test fails if one is markup.
QStringList tipsOver(QWidget& widget, QSize step);

/// Every index of a model below a parent.
void collect(const QAbstractItemModel& model, const QModelIndex& parent, QModelIndexList& all);

/// Every label and text there is shows names letter for letter, else the test fails; how many show the name below `part`.
int readLabels(const QWidget* part = nullptr);

} // namespace netsmith::test
