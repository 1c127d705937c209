// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

// What a stream of process.Process has told so far.
struct Events
{
    std::int64_t pid = -1;
    std::string out;
    std::string err;
    std::string terminal;
    int keepalives = 0;
    nlohmann::json end;
    nlohmann::json last; // the end frame, null when it has not come
    bool startFirst = true;
    bool nothingAfterEnd = true;
};

Events readEvents(const std::string &body);

// The whole messages of a server stream, without its end.
std::vector<nlohmann::json> readMessages(const std::string &body);

// A Start of /bin/sh with a script, tagged "t".
std::string shell(const std::string &script, bool openInput = false, const nlohmann::json &more = {});
