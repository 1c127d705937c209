// SPDX-License-Identifier: GPL-3.0-or-later
// Uploads as forms: the parts of a body, and the values of fields that name them.
#include "backend/guest/agent/transfer/headervalue.h"
#include "backend/guest/agent/transfer/multipart.h"
#include "tests/fuzz/pieces.h"

#include <utility>
#include <vector>

using namespace sandglass::guest;
using sandglass::fuzz::require;

namespace {

struct Form
{
    struct Part
    {
        std::string name;
        std::optional<std::string> fileName;
        std::string data;

        friend bool operator==(const Part &, const Part &) = default;
    };
    std::vector<Part> parts;
    bool isComplete = false;
    std::string error;

    friend bool operator==(const Form &, const Form &) = default;
};

Form read(std::string_view boundary, std::string_view text, std::uint32_t seed, bool whole)
{
    Form form;
    bool isOpen = false;
    MultipartParser parser(boundary, {[&](const MultipartParser::Part &part) {
                                          require(!std::exchange(isOpen, true));
                                          form.parts.push_back({part.name, part.fileName, {}});
                                          return true;
                                      },
                                      [&](std::string_view data) {
                                          require(isOpen);
                                          form.parts.back().data += data;
                                          return true;
                                      },
                                      [&]() {
                                          require(std::exchange(isOpen, false));
                                          return true;
                                      }});
    if (whole)
        (void)parser.feed(text);
    else
        sandglass::fuzz::inPieces(text, seed, [&](std::string_view piece) { return parser.feed(piece); });
    form.isComplete = parser.isComplete();
    form.error = parser.error();
    require(!form.isComplete || !isOpen);
    if (!form.error.empty() && isOpen)
        form.parts.back().data.clear(); // how much of a broken part was told depends on the pieces
    return form;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size < 5)
        return 0;
    std::uint32_t seed = 0;
    for (std::size_t i = 0; i < 4; ++i)
        seed = seed << 8U | data[i];
    const std::size_t boundarySize = std::min<std::size_t>(data[4] % 4 + 1, size - 5);
    const std::string_view boundary = sandglass::fuzz::textOf(data + 5, boundarySize);
    const std::string_view text = sandglass::fuzz::textOf(data + 5 + boundarySize, size - 5 - boundarySize);
    if (!boundary.empty()) {
        const Form whole = read(boundary, text, seed, true);
        require(whole == read(boundary, text, seed, false));
        std::size_t total = 0;
        for (const Form::Part &part : whole.parts)
            total += part.data.size();
        require(total <= text.size());
    }
    if (const auto value = parseHeaderValue(text)) {
        (void)value->parameter("filename");
        (void)value->parameter("boundary");
    }
    (void)chooseCoding(text);
    const ByteRange range = parseRange(text, seed);
    require(range.kind != ByteRange::Kind::Part || (range.begin < seed && range.size <= seed - range.begin));
    return 0;
}
