// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTranslator>

namespace sandglass {

// The zone that times are said in, for the whole program, like the language and by the same means: what is
// installed with the application is seen at the next call of wording, in any thread. GUI thread; owned by
// whoever lets people choose.
class TimeZoneChoice : public QTranslator
{
    Q_OBJECT

public:
    explicit TimeZoneChoice(QObject *parent = nullptr);
    ~TimeZoneChoice() override;

    // An IANA id; empty or unknown: the computer's own zone.
    void setZone(const QByteArray &id);
    [[nodiscard]] const QByteArray &zone() const { return m_id; }

    [[nodiscard]] bool isEmpty() const override { return m_id.isEmpty(); }
    [[nodiscard]] QString translate(const char *context, const char *source, const char *disambiguation,
                                    int n) const override;

    // What was chosen; empty: the computer's own. Any thread.
    [[nodiscard]] static QByteArray chosen();

private:
    QByteArray m_id;
};

} // namespace sandglass
