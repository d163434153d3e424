#pragma once

#include <QModelIndexList>
#include <QWidget>

namespace netsmith::test {

/// A name that is markup; without a slash, so that it is also a valid file name.
inline const QString hostile = QStringLiteral("<b>x<img src='y'>");

bool isMarkup(const QString& text);

/// The text of the tool tip at a position of the widget.
QString tipAt(QWidget& widget, QPoint position);

/// The distinct tool tips of the widget, asked for every `step` pixels. The test fails if one is markup.
QStringList tipsOver(QWidget& widget, QSize step);

/// Every index of a model below a parent.
void collect(const QAbstractItemModel& model, const QModelIndex& parent, QModelIndexList& all);

/// Fails the test unless every label and text shows names letter for letter; returns how many below `part` show the name.
int readLabels(const QWidget* part = nullptr);

} // namespace netsmith::test
