// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/result.h"
#include "backend/domain/templateinfo.h"

#include <QString>
#include <QStringList>

#include <chrono>
#include <vector>

namespace sandglass::microvm {

// The guest kernel with its initrd, as built.
struct KernelImage
{
    QString kernel;
    QString initrd;
    QStringList append; // kernel words; `{tsc_khz}` is for commandLine()
    QString hash;       // changes with every kernel, module or agent
};

// A template's root disk, as built.
struct RootImage
{
    TemplateId id;
    QString disk;
    QString format; // "raw" or "qcow2"
    std::chrono::seconds readyTimeout{300};
    QString hash; // changes with every rebuild
};

// A recipe: what a template is, whether its image exists or not.
struct Recipe
{
    TemplateInfo info; // state Missing or Cold
    TemplateId from;   // the template whose layers it stands on
    std::chrono::seconds readyTimeout{300};
};

// The images folder and the recipes beside it, read when asked (small files). Engine thread; a value.
// ImageMissing: not built yet; ImageBuildFailed: the manifest cannot be used.
class ImageStore
{
public:
    ImageStore() = default;
    ImageStore(QString imagesFolder, QString recipesFolder);

    [[nodiscard]] const QString &imagesFolder() const { return m_images; }
    [[nodiscard]] Result<KernelImage> kernel() const;
    [[nodiscard]] Result<RootImage> root(const TemplateId &id) const;
    [[nodiscard]] std::vector<Recipe> recipes() const;
    // One hash of everything that a checkpoint of this template rests on (kernel, initrd, root disk).
    [[nodiscard]] Result<QString> identity(const TemplateId &id) const;

private:
    QString m_images;
    QString m_recipes;
};

} // namespace sandglass::microvm
