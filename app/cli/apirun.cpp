// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/apirun.h"

#include "app/cli/words.h"
#include "backend/api/wire/callcodec.h"
#include "backend/core/whenanswered.h"
#include "models/wording.h"

namespace sandglass::cli {

void ApiRun::begin()
{
    ProgramAccess *access = m_fleet.programAccess();
    if (!access)
        return finishRefused(Error(ErrorCode::Unsupported));
    switch (m_request.what) {
    case ShowApi::What::Address:
        return showAddress(*access);
    case ShowApi::What::Keys:
        return showKeys(*access);
    case ShowApi::What::Create:
        return create(*access);
    case ShowApi::What::Revoke:
        return revoke(*access);
    }
}

void ApiRun::showAddress(ProgramAccess &access)
{
    whenAnswered(access.address(), this, [this](const Result<ApiAddress> &address) {
        if (!address)
            return finishRefused(address.error());
        if (m_output.isJson()) {
            m_output.json(wire::encode(*address));
        } else {
            m_output.line(QStringLiteral("E2B_API_URL=%1").arg(address->url));
            m_output.line(QStringLiteral("E2B_SANDBOX_URL=%1").arg(address->url));
            m_output.line(QStringLiteral("E2B_API_KEY=%1").arg(address->key));
            if (!address->authorityFile.isEmpty())
                m_output.line(QStringLiteral("SANDGLASS_CA_FILE=%1").arg(address->authorityFile));
            if (address->keepsSecretsInFiles)
                m_output.fault(
                    Words::tr("There is no keyring here: this key lies in a file that only you may read."));
        }
        emit finished(ExitDone);
    });
}

void ApiRun::showKeys(ProgramAccess &access)
{
    whenAnswered(access.keys(), this, [this](const Result<QList<ApiKey>> &keys) {
        if (!keys)
            return finishRefused(keys.error());
        if (m_output.isJson()) {
            m_output.json(wire::encode(*keys));
        } else {
            QList<QStringList> rows;
            for (const ApiKey &key : *keys)
                rows.append({key.id, key.name, key.mask, wording::clockText(key.createdAt)});
            m_output.table({Words::tr("ID"), Words::tr("NAME"), Words::tr("KEY"), Words::tr("MADE")}, rows);
        }
        emit finished(ExitDone);
    });
}

void ApiRun::create(ProgramAccess &access)
{
    whenAnswered(access.createKey(m_request.name), this, [this](const Result<NewApiKey> &made) {
        if (!made)
            return finishRefused(made.error(), m_request.name);
        if (m_output.isJson())
            m_output.json(wire::encode(*made));
        else
            m_output.line(made->key);
        emit finished(ExitDone);
    });
}

void ApiRun::revoke(ProgramAccess &access)
{
    whenAnswered(access.revokeKey(m_request.name), this, [this](const Result<Done> &revoked) {
        if (!revoked)
            return finishRefused(revoked.error(), m_request.name);
        if (m_output.isJson())
            m_output.json(wire::Json::object());
        emit finished(ExitDone);
    });
}

} // namespace sandglass::cli
