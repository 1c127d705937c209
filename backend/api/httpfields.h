// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <vector>

namespace sandglass {

// One header field of an HTTP message. Names are in lower case.
struct HttpField
{
    QByteArray name;
    QByteArray value;

    friend bool operator==(const HttpField &, const HttpField &) = default;
};

using HttpFields = std::vector<HttpField>;

} // namespace sandglass
