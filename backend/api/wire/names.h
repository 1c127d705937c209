// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/wire/codec.h"

#include <array>

namespace sandglass::wire {

// A closed set and its names on the wire; one row a value.
template<typename E> struct Name
{
    E value;
    const char *name;
};

template<typename E, std::size_t N> Json encodeName(const std::array<Name<E>, N> &rows, E value)
{
    for (const Name<E> &row : rows) {
        if (row.value == value)
            return row.name;
    }
    return nullptr;
}

template<typename E, std::size_t N> Result<E> decodeName(const std::array<Name<E>, N> &rows, const Json &json)
{
    if (json.is_string()) {
        for (const Name<E> &row : rows) {
            if (json.get_ref<const std::string &>() == row.name)
                return row.value;
        }
    }
    return fail(ErrorCode::ProtocolViolation, QStringLiteral("unknown name"));
}

// The same by a function such as statusFromName.
template<typename E> Result<E> decodeNameBy(std::optional<E> (*fromName)(QStringView), const Json &json)
{
    const Result<QString> name = wire::decode<QString>(json);
    const std::optional<E> value = name ? fromName(*name) : std::nullopt;
    if (!value)
        return fail(ErrorCode::ProtocolViolation, QStringLiteral("unknown name"));
    return *value;
}

} // namespace sandglass::wire
