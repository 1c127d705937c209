// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/fleetfeed.h"
#include "backend/api/wire/sandboxcodec.h"
#include "backend/domain/launchspec.h"

namespace sandglass::wire {

// A fleet as a whole, what is launched from, and what is going on.
template<> Json Codec<Money>::encode(const Money &value);
template<> Result<Money> Codec<Money>::decode(const Json &json);
template<> Json Codec<PriceBook>::encode(const PriceBook &value);
template<> Result<PriceBook> Codec<PriceBook>::decode(const Json &json);
template<> Json Codec<Cost>::encode(const Cost &value);
template<> Result<Cost> Codec<Cost>::decode(const Json &json);
template<> Json Codec<Capabilities>::encode(const Capabilities &value);
template<> Result<Capabilities> Codec<Capabilities>::decode(const Json &json);
template<> Json Codec<ContextState>::encode(const ContextState &value);
template<> Result<ContextState> Codec<ContextState>::decode(const Json &json);
template<> Json Codec<Accelerator>::encode(const Accelerator &value);
template<> Result<Accelerator> Codec<Accelerator>::decode(const Json &json);
template<> Json Codec<AcceleratorReason>::encode(const AcceleratorReason &value);
template<> Result<AcceleratorReason> Codec<AcceleratorReason>::decode(const Json &json);
template<> Json Codec<ContextInfo>::encode(const ContextInfo &value);
template<> Result<ContextInfo> Codec<ContextInfo>::decode(const Json &json);
template<> Json Codec<JobKind>::encode(const JobKind &value);
template<> Result<JobKind> Codec<JobKind>::decode(const Json &json);
template<> Json Codec<JobState>::encode(const JobState &value);
template<> Result<JobState> Codec<JobState>::decode(const Json &json);
template<> Json Codec<Job>::encode(const Job &value);
template<> Result<Job> Codec<Job>::decode(const Json &json);
template<> Json Codec<TemplateState>::encode(const TemplateState &value);
template<> Result<TemplateState> Codec<TemplateState>::decode(const Json &json);
template<> Json Codec<TemplateInfo>::encode(const TemplateInfo &value);
template<> Result<TemplateInfo> Codec<TemplateInfo>::decode(const Json &json);
template<> Json Codec<LaunchSpec>::encode(const LaunchSpec &value);
template<> Result<LaunchSpec> Codec<LaunchSpec>::decode(const Json &json);
template<> Json Codec<FleetDelta>::encode(const FleetDelta &value);
template<> Result<FleetDelta> Codec<FleetDelta>::decode(const Json &json);

} // namespace sandglass::wire
