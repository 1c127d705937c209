// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/query/wildcard.h"

namespace sandglass::query {

namespace {

bool same(QChar a, QChar b, Qt::CaseSensitivity sensitivity)
{
    return a == b || (sensitivity == Qt::CaseInsensitive && a.toCaseFolded() == b.toCaseFolded());
}

} // namespace

QString escaped(QStringView text)
{
    QString answer;
    answer.reserve(text.size());
    for (const QChar c : text) {
        if (c == u'*' || c == u'?' || c == u'\\')
            answer += u'\\';
        answer += c;
    }
    return answer;
}

bool fitsPattern(QStringView text, QStringView pattern, Qt::CaseSensitivity sensitivity)
{
    qsizetype t = 0;
    qsizetype p = 0;
    qsizetype star = -1; // the last '*' seen, and where the text stood then: only it may take more
    qsizetype resume = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == u'*') {
            star = p++;
            resume = t;
            continue;
        }
        const bool quoted = p + 1 < pattern.size() && pattern[p] == u'\\';
        const bool fits = p < pattern.size() && ((!quoted && pattern[p] == u'?') ||
                                                 same(pattern[quoted ? p + 1 : p], text[t], sensitivity));
        if (fits) {
            p += quoted ? 2 : 1;
            ++t;
        } else if (star >= 0) {
            p = star + 1;
            t = ++resume;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == u'*')
        ++p;
    return p == pattern.size();
}

} // namespace sandglass::query
