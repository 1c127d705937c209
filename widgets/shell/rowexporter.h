// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/views/rowexport.h"

#include <QObject>
#include <QPointer>
#include <QThreadPool>
#include <QTimer>

class QWidget;

namespace sandglass {

class Banner;
class BannerStack;
class FleetView;
class Workbench;

// Takes rows of the list elsewhere, with the columns that are shown: the selected ones (or all) to the
// clipboard, the whole list to a file. Both are written in the background; of a file it is told how far it
// is, with a way to stop it, in the banner. GUI thread.
class RowExporter : public QObject
{
    Q_OBJECT

public:
    RowExporter(Workbench &bench, FleetView &view, BannerStack &banners, QWidget *window);
    ~RowExporter() override;

    void copy(RowFormat format);
    void askForFile();
    void writeTo(const QString &path);

signals:
    void written(const QString &path, bool complete);

private:
    [[nodiscard]] RowExport rows(RowFormat format) const;
    void tellProgress();
    void finish(const Result<qsizetype> &result);

    Workbench &m_bench;
    FleetView &m_view;
    BannerStack &m_banners;
    QWidget *m_window;
    QPointer<Banner> m_banner;
    std::shared_ptr<RowProgress> m_progress; // null: nothing is written
    QString m_path;
    qsizetype m_count = 0;
    quint64 m_copies = 0;
    QTimer m_tell;
    QThreadPool m_pool;
};

} // namespace sandglass
