// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/gateway/e2b/http/http1message.h"

#include <algorithm>
#include <array>

namespace sandglass::gateway {

namespace {

struct Reason
{
    int status;
    const char *text;
};

constexpr std::array Reasons{
    Reason{101, "Switching Protocols"},
    Reason{200, "OK"},
    Reason{201, "Created"},
    Reason{202, "Accepted"},
    Reason{204, "No Content"},
    Reason{206, "Partial Content"},
    Reason{301, "Moved Permanently"},
    Reason{302, "Found"},
    Reason{304, "Not Modified"},
    Reason{400, "Bad Request"},
    Reason{401, "Unauthorized"},
    Reason{403, "Forbidden"},
    Reason{404, "Not Found"},
    Reason{405, "Method Not Allowed"},
    Reason{408, "Request Timeout"},
    Reason{409, "Conflict"},
    Reason{413, "Content Too Large"},
    Reason{421, "Misdirected Request"},
    Reason{429, "Too Many Requests"},
    Reason{431, "Request Header Fields Too Large"},
    Reason{500, "Internal Server Error"},
    Reason{501, "Not Implemented"},
    Reason{502, "Bad Gateway"},
    Reason{503, "Service Unavailable"},
    Reason{504, "Gateway Timeout"},
    Reason{507, "Insufficient Storage"},
};

constexpr std::array<const char *, 8> HopByHop{"connection", "keep-alive",         "proxy-connection",
                                               "te",         "transfer-encoding",  "upgrade",
                                               "trailer",    "proxy-authorization"};

bool isPlain(QByteArrayView text)
{
    return std::ranges::none_of(text, [](char c) { return c == '\r' || c == '\n' || c == '\0'; });
}

void appendFields(QByteArray &text, const HttpFields &fields)
{
    for (const HttpField &field : fields) {
        if (field.name.isEmpty() || !isPlain(field.name) || !isPlain(field.value))
            continue;
        text += field.name + ": " + field.value + "\r\n";
    }
    text += "\r\n";
}

} // namespace

QByteArray fieldOf(const HttpFields &fields, QByteArrayView name)
{
    const auto found = std::ranges::find(fields, name, &HttpField::name);
    return found == fields.end() ? QByteArray() : found->value;
}

QByteArray RequestHead::field(QByteArrayView name) const
{
    return fieldOf(fields, name);
}

int RequestHead::count(QByteArrayView name) const
{
    return static_cast<int>(std::ranges::count(fields, name, &HttpField::name));
}

QByteArray RequestHead::path() const
{
    const qsizetype mark = target.indexOf('?');
    return mark < 0 ? target : target.first(mark);
}

QByteArray RequestHead::query() const
{
    const qsizetype mark = target.indexOf('?');
    return mark < 0 ? QByteArray() : target.sliced(mark + 1);
}

QByteArray ResponseHead::field(QByteArrayView name) const
{
    return fieldOf(fields, name);
}

bool listHolds(QByteArrayView list, QByteArrayView word)
{
    while (!list.isEmpty()) {
        const qsizetype comma = list.indexOf(',');
        const QByteArrayView entry = (comma < 0 ? list : list.first(comma)).trimmed();
        if (entry.compare(word, Qt::CaseInsensitive) == 0)
            return true;
        list = comma < 0 ? QByteArrayView() : list.sliced(comma + 1);
    }
    return false;
}

bool isHopByHop(QByteArrayView name, QByteArrayView connection)
{
    return std::ranges::any_of(HopByHop, [&](const char *known) { return name == QByteArrayView(known); }) ||
           listHolds(connection, name);
}

const char *reasonOf(int status)
{
    const auto found = std::ranges::find(Reasons, status, &Reason::status);
    return found == Reasons.end() ? "Unknown" : found->text;
}

QByteArray serialized(const RequestHead &head)
{
    QByteArray text = head.method + ' ' + head.target + " HTTP/1.1\r\n";
    appendFields(text, head.fields);
    return text;
}

QByteArray serialized(const ResponseHead &head)
{
    QByteArray text = "HTTP/1.1 " + QByteArray::number(head.status) + ' ' + reasonOf(head.status) + "\r\n";
    appendFields(text, head.fields);
    return text;
}

} // namespace sandglass::gateway
