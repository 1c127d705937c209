// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/images/imagestore.h"

#include "backend/microvm/images/recipefile.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace sandglass::microvm {

namespace {

using nlohmann::json;

constexpr qint64 MaxManifest = 4 * 1024 * 1024;
constexpr qint64 MaxRecipe = 256 * 1024;
constexpr qsizetype MaxWords = 64;
constexpr qint64 KnownFormat = 1;

Error broken(const QString &path, const char *what)
{
    return Error(ErrorCode::ImageBuildFailed, QStringLiteral("%1: %2").arg(path, QLatin1StringView(what)));
}

Result<json> readManifest(const QString &folder)
{
    const QString path = folder + QStringLiteral("/manifest.json");
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return fail(ErrorCode::ImageMissing, path);
    if (file.size() > MaxManifest)
        return fail(broken(path, "too long"));
    const QByteArray text = file.readAll();
    json value = json::parse(text.begin(), text.end(), nullptr, false);
    if (!value.is_object())
        return fail(broken(path, "not a JSON object"));
    const auto format = value.find("format");
    if (format == value.end() || !format->is_number_integer() || format->get<qint64>() != KnownFormat)
        return fail(broken(path, "of an unknown format"));
    return value;
}

QString textOf(const json &object, const char *key)
{
    const auto found = object.find(key);
    if (found == object.end() || !found->is_string())
        return {};
    return QString::fromStdString(found->get_ref<const std::string &>());
}

// A product that the manifest names: a plain file name inside its own folder.
Result<QString> product(const json &manifest, const char *key, const QString &folder)
{
    const QString name = textOf(manifest, key);
    if (name.isEmpty() || name.contains(QLatin1Char('/')) || name.startsWith(QLatin1Char('.')))
        return fail(broken(folder, key));
    QString path = folder + QLatin1Char('/') + name;
    if (!QFileInfo(path).isFile())
        return fail(ErrorCode::ImageMissing, path);
    return path;
}

Result<QStringList> wordsOf(const json &manifest, const char *key, const QString &folder)
{
    const auto list = manifest.find(key);
    if (list == manifest.end() || !list->is_array() || list->size() > size_t(MaxWords))
        return fail(broken(folder, key));
    QStringList words;
    for (const json &word : *list) {
        if (!word.is_string())
            return fail(broken(folder, key));
        words.append(QString::fromStdString(word.get_ref<const std::string &>()));
    }
    return words;
}

QString digest(const QStringList &parts)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const QString &part : parts) {
        hash.addData(part.toUtf8());
        hash.addData(QByteArrayLiteral("\0"));
    }
    return QString::fromLatin1(hash.result().toHex().first(16));
}

qint64 numberOr(const RecipeFile &file, const char *key, qint64 otherwise, qint64 least, qint64 most)
{
    return std::clamp(file.numbers.value(QLatin1StringView(key), otherwise), least, most);
}

std::optional<Recipe> recipeOf(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    const RecipeFile parsed = parseRecipeFile(QString::fromUtf8(file.read(MaxRecipe)));
    const auto kind = kindFromName(parsed.texts.value(QStringLiteral("kind")));
    const QString name = parsed.texts.value(QStringLiteral("name"));
    // What stands on nothing (the base system, the kernel) is no template.
    if (!kind || name != QFileInfo(path).completeBaseName() || !parsed.texts.contains(QStringLiteral("from")))
        return std::nullopt;

    Recipe recipe;
    recipe.from = TemplateId(parsed.texts.value(QStringLiteral("from")));
    recipe.readyTimeout = std::chrono::seconds(numberOr(parsed, "ready_timeout_s", 300, 1, 3600));
    TemplateInfo &info = recipe.info;
    info.id = TemplateId(name);
    info.kind = *kind;
    info.summary = parsed.summary.isEmpty() ? parsed.texts.value(QStringLiteral("title")) : parsed.summary;
    info.defaults.vcpus = static_cast<int>(numberOr(parsed, "vcpu", 1, 1, info.maxVcpus));
    info.defaults.memory = Bytes::fromMiB(numberOr(parsed, "memory_mib", 512, 128, info.maxMemory.toMiB()));
    info.defaults.disk = Bytes::fromMiB(numberOr(parsed, "disk_mib", 0, 0, 1024 * 1024));
    info.minMemory =
        Bytes::fromMiB(numberOr(parsed, "min_memory_mib", 256, 64, info.defaults.memory.toMiB()));
    constexpr qint64 MaxSide = 8192;
    const QSize screen(static_cast<int>(numberOr(parsed, "screen.width", 0, 0, MaxSide)),
                       static_cast<int>(numberOr(parsed, "screen.height", 0, 0, MaxSide)));
    if (!screen.isEmpty())
        info.screen = screen;
    return recipe;
}

} // namespace

ImageStore::ImageStore(QString imagesFolder, QString recipesFolder)
    : m_images(std::move(imagesFolder)), m_recipes(std::move(recipesFolder))
{}

Result<KernelImage> ImageStore::kernel() const
{
    const QString folder = m_images + QStringLiteral("/kernel");
    const Result<json> manifest = readManifest(folder);
    if (!manifest)
        return fail(manifest.error());
    Result<QString> kernel = product(*manifest, "vmlinux", folder);
    if (!kernel)
        return fail(kernel.error());
    Result<QString> initrd = product(*manifest, "initrd", folder);
    if (!initrd)
        return fail(initrd.error());
    Result<QStringList> append = wordsOf(*manifest, "append", folder);
    if (!append)
        return fail(append.error());
    const QString hash = digest(QStringList{textOf(*manifest, "recipe_hash"),
                                            textOf(*manifest, "initrd_hash"), textOf(*manifest, "vmlinux")} +
                                *append);
    return KernelImage{*kernel, *initrd, *append, hash};
}

Result<RootImage> ImageStore::root(const TemplateId &id) const
{
    const QString folder = m_images + QLatin1Char('/') + id.toString();
    const Result<json> manifest = readManifest(folder);
    if (!manifest)
        return fail(manifest.error());
    Result<QString> disk = product(*manifest, "root", folder);
    if (!disk)
        return fail(disk.error());
    RootImage image{.id = id, .disk = *disk, .format = textOf(*manifest, "root_format"), .hash = {}};
    if (image.format != QLatin1StringView("raw") && image.format != QLatin1StringView("qcow2"))
        return fail(broken(folder, "root_format"));
    if (const auto limit = manifest->find("ready_timeout_s");
        limit != manifest->end() && limit->is_number_integer())
        image.readyTimeout = std::chrono::seconds(std::clamp<qint64>(limit->get<qint64>(), 1, 3600));
    // A rebuild of the same recipe with other packages is another image.
    image.hash =
        digest({textOf(*manifest, "recipe_hash"), textOf(*manifest, "created"), QFileInfo(*disk).fileName()});
    return image;
}

std::vector<Recipe> ImageStore::recipes() const
{
    std::vector<Recipe> recipes;
    const QDir folder(m_recipes);
    for (const QString &name : folder.entryList({QStringLiteral("*.toml")}, QDir::Files, QDir::Name)) {
        std::optional<Recipe> recipe = recipeOf(folder.filePath(name));
        if (!recipe)
            continue;
        const Result<QString> image = identity(recipe->info.id);
        if (image) {
            recipe->info.state = TemplateState::Cold;
        } else if (image.error().code() != ErrorCode::ImageMissing) {
            recipe->info.state = TemplateState::Broken;
            recipe->info.error = image.error();
        }
        recipes.push_back(*std::move(recipe));
    }
    return recipes;
}

Result<QString> ImageStore::identity(const TemplateId &id) const
{
    const Result<KernelImage> kernelImage = kernel();
    if (!kernelImage)
        return fail(kernelImage.error());
    const Result<RootImage> rootImage = root(id);
    if (!rootImage)
        return fail(rootImage.error());
    return digest({kernelImage->hash, rootImage->hash});
}

} // namespace sandglass::microvm
