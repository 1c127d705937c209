// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/fakeguest.h"

namespace sandglass {

// What is inside of the sandboxes.
inline void furnish(test::FakeGuest &guest, WallTime now)
{
    for (const char *folder : {"src", "tests", "node_modules", "data"})
        guest.putFolder(QStringLiteral("/home/user/") + QLatin1StringView(folder));
    for (const char *file :
         {"README.md", "package.json", "scraper.py", "result-2026-03-01.csv", "\u62a5\u544a.txt", ".bashrc",
          "a-name-that-is-much-longer-than-others-because-a-program-made-it.json"})
        guest.put(QStringLiteral("/home/user/") + QString::fromUtf8(file),
                  QByteArray(1234 * (qstrlen(file) % 9 + 1), 'x'));
    guest.put(QStringLiteral("/home/user/notes.txt"),
              "import asyncio\n\nasync def main():\n    print('hello')\n");
    guest.console = "[    0.512345] Linux version 6.1.0\n[    0.934561] EXT4-fs (vda): mounted filesystem\n"
                    "[  OK  ] Started sandglass agent.\n[    2.511111] random: crng init done\n"
                    "[FAILED] Failed to start example.service - An example.\nwarning: clock skew detected\n"
                    "[    9.734561] Out of memory: Killed process 812 (node)\n";
    guest.apiKeys = {{.id = QStringLiteral("1"),
                      .name = QStringLiteral("scripts"),
                      .mask = QStringLiteral("e2b_01ab\u2026ef"),
                      .createdAt = now - std::chrono::hours(50),
                      .lastUsedAt = now - std::chrono::seconds(12)},
                     {.id = QStringLiteral("2"),
                      .name = QStringLiteral("nightly-evaluation"),
                      .mask = QStringLiteral("e2b_77aa\u2026 3f"),
                      .createdAt = now - std::chrono::hours(500),
                      .lastUsedAt = {}}};
    guest.seen =
        ApiTraffic{.connections = 4,
                   .clients = {{QStringLiteral("scripts"), QStringLiteral("e2b-js-sdk/2.51.0"), 124,
                                now - std::chrono::seconds(3)},
                               {QStringLiteral("nightly-evaluation"), QStringLiteral("e2b-python-sdk/2.5.0"),
                                7, now - std::chrono::seconds(80)}}};
}

// What a shell printed.
inline constexpr const char *Session =
    "\x1b[?25h\x1b]2;user@web-scraper: ~/src\a"
    "\x1b[1;32muser@web-scraper\x1b[0m:\x1b[1;34m~/src\x1b[0m$ ls --color -l\r\n"
    "total 48\r\n"
    "drwxr-xr-x 2 user user  4096 Mar  1 12:04 \x1b[1;34mdata\x1b[0m\r\n"
    "-rwxr-xr-x 1 user user  8312 Mar  1 11:58 \x1b[1;32mscraper.py\x1b[0m\r\n"
    "lrwxrwxrwx 1 user user    11 Mar  1 11:58 \x1b[1;36mlatest\x1b[0m -> \x1b[34mdata/03-01\x1b[0m\r\n"
    "-rw-r--r-- 1 user user   120 Mar  1 11:58 \xe6\x8a\xa5\xe5\x91\x8a.txt\r\n"
    "\x1b[1;32muser@web-scraper\x1b[0m:\x1b[1;34m~/src\x1b[0m$ pytest -q\r\n"
    "\x1b[32m....................\x1b[31mF\x1b[32m...........\x1b[33ms\x1b[32m......\x1b[0m  [100%]\r\n"
    "\x1b[31m\x1b[1mE   AssertionError: 404 != 200\x1b[0m  see https://example.org/issue/12\r\n"
    "\x1b[7m reverse \x1b[0m \x1b[4munderlined\x1b[0m \x1b[3mitalic\x1b[0m \x1b[9mstruck\x1b[0m "
    "\x1b[41m \x1b[42m \x1b[43m \x1b[44m \x1b[45m \x1b[46m \x1b[47m \x1b[0m "
    "\x1b[30m0\x1b[31m1\x1b[32m2\x1b[33m3\x1b[34m4\x1b[35m5\x1b[36m6\x1b[37m7\x1b[90m8\x1b[91m9\x1b[92ma\x1b["
    "93mb"
    "\x1b[94mc\x1b[95md\x1b[96me\x1b[97mf\x1b[0m\r\n"
    "\xe2\x94\x8c\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x90\r\n"
    "\xe2\x94\x82 ok \xe2\x94\x82 \xf0\x9f\x98\x80\r\n"
    "\xe2\x94\x94\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x98\r\n"
    "\x1b[1;32muser@web-scraper\x1b[0m:\x1b[1;34m~/src\x1b[0m$ ";

} // namespace sandglass
