// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/gateway/e2b/e2bgateway.h"

#include "backend/core/logging.h"
#include "backend/gateway/e2b/control/controlapi.h"
#include "backend/gateway/e2b/control/postbox.h"
#include "backend/gateway/e2b/frontdoor.h"
#include "backend/gateway/e2b/keys/apikeys.h"
#include "backend/gateway/e2b/keys/clientbook.h"

namespace sandglass::gateway {

struct E2bGateway::Data
{
    Fleet &fleet;
    E2bOptions options;
    const Clock &clock;
    ApiKeys keys;
    ClientBook clients;
    Tokens tokens;
    Roster roster;
    std::unique_ptr<ControlApi> api;
    std::shared_ptr<Postbox> box;
    std::shared_ptr<ControlParts> control = std::make_shared<ControlParts>();
    std::shared_ptr<ProxyParts> proxy = std::make_shared<ProxyParts>();
    std::unique_ptr<HttpServer> server;
    quint16 port = 0;

    Data(E2bGateway *gateway, Fleet &f, E2bOptions o, const Clock &c)
        : fleet(f), options(std::move(o)), clock(c), keys(options.folder, c), clients(c),
          roster(f.feed(), options.folder + QStringLiteral("/sandboxes")),
          box(std::make_shared<Postbox>(gateway))
    {}

    void makeServer();
    void wireControl();
    void wireProxy();
    [[nodiscard]] Result<Done> listen();
    [[nodiscard]] Door doorOf(const SandboxView &view) const;
};

void E2bGateway::Data::makeServer()
{
    const FrontDoor door(control, proxy);
    server = std::make_unique<HttpServer>(
        options.limits, [door](const std::shared_ptr<Exchange> &exchange) { return door.open(exchange); });
    wireControl();
    wireProxy();
}

// The parts are filled before the server listens; from then on they are its thread's.
void E2bGateway::Data::wireControl()
{
    control->post = server->poster();
    control->ask = [this, to = box](const ApiRequest &request,
                                    const std::function<void(const ApiAnswer &)> &reply) {
        to->post([this, request, reply] {
            if (!request.keyId.isEmpty()) {
                keys.used(request.keyId);
                clients.called(request.keyId, request.program);
            }
            api->handle(request, reply);
        });
    };
}

void E2bGateway::Data::wireProxy()
{
    proxy->http = fleet.guestHttp();
    proxy->post = server->poster();
    proxy->after = [this](std::chrono::milliseconds wait, std::function<void()> act) {
        server->after(wait, std::move(act));
    };
    proxy->wake = [this, to = box, post = server->poster()](const SandboxId &id,
                                                            const std::function<void(bool)> &reply) {
        to->post([this, post, id, reply] {
            api->wake(id, [post, reply](const Result<Done> &woken) {
                post([reply, runs = woken.has_value()] { reply(runs); });
            });
        });
    };
}

Result<Done> E2bGateway::Data::listen()
{
    Result<quint16> bound = server->listen(options.port);
    if (!bound && bound.error().code() == ErrorCode::AlreadyExists && options.anyPortIfTaken) {
        qCWarning(lcGateway, "port %d is taken; the API takes another", options.port);
        bound = server->listen(0);
    }
    if (!bound)
        return fail(bound.error());
    port = *bound;
    return Done{};
}

Door E2bGateway::Data::doorOf(const SandboxView &view) const
{
    const SandboxId &id = view.sandbox.key.id;
    Door door{.id = id, .status = view.sandbox.status, .autoResume = view.note.autoResume};
    if (view.note.secured)
        door.accessToken = tokens.access(id);
    if (!view.note.network.allowPublicTraffic)
        door.trafficToken = tokens.traffic(id);
    door.maskHost = view.note.network.maskRequestHost.toLatin1();
    return door;
}

E2bGateway::E2bGateway(Fleet &fleet, E2bOptions options, const Clock &clock)
    : d(std::make_unique<Data>(this, fleet, std::move(options), clock))
{}

E2bGateway::~E2bGateway()
{
    // First the thread that calls into this one, then what it called.
    d->server.reset();
    d->box->close();
}

Result<Done> E2bGateway::start()
{
    if (auto loaded = d->keys.load(); !loaded)
        return loaded;
    const Result<Tokens> tokens = Tokens::load(d->options.folder);
    if (!tokens)
        return fail(tokens.error());
    d->tokens = *tokens;
    if (auto begun = d->roster.begin(); !begun)
        return begun;
    d->makeServer();
    connect(&d->roster, &Roster::changed, this, &E2bGateway::publishDoor);
    publishKeys();
    if (auto listening = d->listen(); !listening)
        return listening;
    const ServiceFacts facts{.domain = QStringLiteral("localhost:%1").arg(d->port), .tokens = d->tokens};
    d->api = std::make_unique<ControlApi>(d->fleet, d->roster, facts, d->clock);
    const QList<SandboxView> views = d->roster.all();
    for (const SandboxView &view : views)
        publishDoor(view.sandbox.key.id);
    qCInfo(lcGateway, "the API answers at %s", qUtf8Printable(url()));
    return Done{};
}

QString E2bGateway::url() const
{
    return d->port == 0 ? QString() : QStringLiteral("http://127.0.0.1:%1").arg(d->port);
}

int E2bGateway::connectionCount() const
{
    return d->server ? d->server->connectionCount() : 0;
}

void E2bGateway::publishKeys()
{
    d->server->post([control = d->control, ring = d->keys.ring()] { control->keys = ring; });
}

void E2bGateway::publishDoor(const SandboxId &id)
{
    const auto view = d->roster.find(id);
    if (view && apiStateOf(view->sandbox.status) != ApiState::Hidden) {
        d->server->post([proxy = d->proxy, door = d->doorOf(*view)] { proxy->doors.insert(door.id, door); });
    } else {
        d->server->post([proxy = d->proxy, id] { proxy->doors.remove(id); });
    }
}

Pending<ApiAddress> E2bGateway::address()
{
    const Result<QString> key = d->keys.scriptKey();
    if (!key)
        return refused<ApiAddress>(key.error());
    publishKeys();
    return answered<ApiAddress>(ApiAddress{url(), *key});
}

Pending<QList<ApiKey>> E2bGateway::keys()
{
    return answered<QList<ApiKey>>(d->keys.list());
}

Pending<NewApiKey> E2bGateway::createKey(const QString &name)
{
    Result<NewApiKey> made = d->keys.create(name);
    publishKeys();
    return answered<NewApiKey>(std::move(made));
}

Pending<Done> E2bGateway::revokeKey(const QString &id)
{
    Result<Done> revoked = d->keys.revoke(id);
    publishKeys();
    return answered<Done>(std::move(revoked));
}

Pending<ApiTraffic> E2bGateway::traffic()
{
    const QList<ApiKey> known = d->keys.list();
    const auto nameOf = [&known](const QString &id) {
        const auto key = std::ranges::find(known, id, &ApiKey::id);
        return key == known.end() ? QString() : key->name;
    };
    return answered<ApiTraffic>(ApiTraffic{connectionCount(), d->clients.recent(nameOf)});
}

} // namespace sandglass::gateway
