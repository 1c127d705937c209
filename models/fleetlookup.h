// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/query/query.h"
#include "models/fleetwords.h"

namespace sandglass {

// What the inverted index knows of a query: made beside a snapshot, in the GUI thread, and taken along to
// where the query is put to the columns. A value.
struct FleetLookUp
{
    // A label that is asked for as a whole, and the numbers it has; none: nobody has it.
    struct Asked
    {
        QString key;
        QString value;
        Qt::CaseSensitivity sensitivity = Qt::CaseSensitive;
        std::vector<quint32> labels;
    };
    std::vector<Asked> asked;
    // All that fulfil the query are among these, each perhaps more than once; nothing: they may be any.
    std::optional<SlotList> among;

    [[nodiscard]] const Asked *find(const QString &key, const QString &value,
                                    Qt::CaseSensitivity sensitivity) const;
};

[[nodiscard]] FleetLookUp lookUp(const Query &query, const FleetWords &words);

} // namespace sandglass
