// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/wire/codec.h"

namespace sandglass::wire {

// Reads the fields of one object into a value. The first fault is kept, the rest is skipped, and `into` then
// answers the fault instead of the value. A field that is not there reads as null, so only optional ones may
// be missing. Lives on the stack of one decode().
class Fields
{
public:
    explicit Fields(const Json &object) : m_object(object)
    {
        if (!object.is_object())
            m_fault = Error(ErrorCode::ProtocolViolation, QStringLiteral("no object"));
    }

    template<typename T> Fields &read(const char *name, T &into)
    {
        if (m_fault)
            return *this;
        const auto found = m_object.find(name);
        Result<T> value = wire::decode<T>(found == m_object.end() ? Json(nullptr) : *found);
        if (value)
            into = std::move(*value);
        else
            m_fault = wrongField(name, value.error()).value();
        return *this;
    }

    // A missing field leaves what is there.
    template<typename T> Fields &readIfThere(const char *name, T &into)
    {
        return m_fault || !m_object.contains(name) ? *this : read(name, into);
    }

    template<typename T> [[nodiscard]] Result<T> into(T value) const
    {
        if (m_fault)
            return fail(*m_fault);
        return value;
    }

    // For rules between fields.
    void refuse(const char *why)
    {
        if (!m_fault)
            m_fault = Error(ErrorCode::ProtocolViolation, QString::fromLatin1(why));
    }

private:
    const Json &m_object;
    std::optional<Error> m_fault;
};

} // namespace sandglass::wire
