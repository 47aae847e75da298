// The devices of an account: list, rename, sign out, and the recovery link that adds another.

import Figures
import HTTPTypes
import Hummingbird
import Ledger

struct DevicesPage: Page {
    static let template = "Accounts/devices"

    struct Row: Sendable {
        let id: Device.ID
        /// The address its forms post to.
        let address: String
        let name: String
        /// Shown in place of a missing name.
        let shownName: String
        let isThis: Bool
        let seen: String
        /// When it was signed in. Two devices may have one name, and be used on the same day.
        let added: String
        /// An identifier, and as it is shown where the browser has no name for it.
        let zone: String?
        let shownZone: String?
        /// Whether it is this device, and nobody can open the account once it is signed out.
        let isLastWayIn: Bool
        let renameLabel: String
        let signOutLabel: String
    }

    /// The code that adds a device.
    struct JoinCode: Sendable {
        /// The code while it works, for example KTRB-XMQV.
        let text: String
        let until: String
        /// The QR code of the page with the code filled in.
        let qrCode: QRCode
    }

    /// The recovery link.
    struct Recovery: Sendable {
        /// Shown for a few minutes after it was created; it is not stored.
        let link: String?
        let exists: Bool
        let button: String
    }

    /// Nil without one.
    let account: AccountID?
    /// Whether Fivebar signs people in itself, and so out.
    var signsIn = true
    let devices: [Row]
    let hasOthers: Bool
    /// What was done just now; nil: nothing.
    let done: String?
    /// Where to enter a code, and the button that shows one.
    let joinLead: String
    let joinButton: String
    let joinCode: JoinCode?
    /// Nil without an account, or where the web server signs people in.
    let recovery: Recovery?
    /// When the account was first opened; nil without an account.
    let since: String?
    /// Nil if there are devices.
    let empty: Emptiness?
}

struct DeviceNameForm: Decodable, Sendable {
    var name: String?
}

struct SignOutForm: Decodable, Sendable {
    /// Whether it is known that nobody can open the account afterwards: "yes".
    var forGood: String?
}

struct DevicesController: Sendable {
    let ledger: Ledger
    let links: Links
    let configuration: SiteConfiguration
    let revisions: RevisionHub

    func show(_ request: Request, _ context: PageContext) async throws -> Response {
        let words = context.words, visitor = context.visitor, zone = ClientZone(of: request)
        let devices = try visitor.map { try ledger.devices(of: $0.account) } ?? []
        // This device first, the others by last use.
        let ordered =
            devices.filter { $0.id == visitor?.device } + devices.filter { $0.id != visitor?.device }
        let hasWayIn = try visitor.map { try ledger.hasWayIn($0.account, without: $0.device) } ?? true
        let rows = ordered.map { device in
            let name = device.name.isEmpty ? words[.devicesUnnamed] : device.name
            let day = words.date(zone.day(at: device.seenAt, from: .midnight), withYear: true)
            let firstDay = words.date(zone.day(at: device.createdAt, from: .midnight), withYear: true)
            let minute = device.createdAt.minuteOfDay(zoneOffset: zone.offset(at: device.createdAt))
            let added = words(.dateTime, firstDay, words.time(minuteOfDay: minute))
            return DevicesPage.Row(
                id: device.id, address: links.device(device.id), name: device.name, shownName: name,
                isThis: device.id == visitor?.device, seen: words(.devicesSeen, day),
                added: words(.devicesAdded, added),
                zone: device.zone, shownZone: device.zone?.replacing("_", with: " "),
                isLastWayIn: !hasWayIn && device.id == visitor?.device,
                renameLabel: words(.devicesRename, name),
                signOutLabel: words(.devicesSignOutNamed, name))
        }
        let signsIn = !configuration.signsInByWebServer, owner = signsIn ? visitor : nil
        let recovery = try owner.map { try recoveryLink(of: $0.account, request, context) }
        let opening = try visitor.flatMap { try ledger.firstOpening(of: $0.account) }
        let joinCode = try owner.flatMap { try self.joinCode(of: $0.account, request, context) }
        let page = DevicesPage(
            account: visitor?.account, signsIn: signsIn, devices: rows, hasOthers: signsIn && rows.count > 1,
            done: rows.count == 1 ? signedOut(request, words) : nil,
            joinLead: words(.joinAddLead, wholeLink(links.join, request, context).withoutScheme),
            joinButton: words[joinCode == nil ? .joinMake : .joinAnew], joinCode: joinCode,
            recovery: recovery, since: opening.map { words.sentence(for: $0, in: zone) },
            empty: rows.isEmpty ? words.nothing(.devicesNone, leadingTo: links.newCounter, .counterNew) : nil)
        return try .page(page, in: context.presentation, isSecret: true)
    }

    /// How many were signed out just now, by the address; none, if they were gone already.
    private func signedOut(_ request: Request, _ words: Words) -> String? {
        guard let number = request.uri.queryParameters.get(Links.signedOut, as: Int64.self), number > 0
        else { return nil }
        return words(.devicesSignedOut, number: number)
    }

    private func recoveryLink(
        of account: AccountID, _ request: Request, _ context: PageContext
    ) throws -> DevicesPage.Recovery {
        let exists = try ledger.hasRecovery(account)
        let token = SiteCookie.recovery(base: links.base, isSecure: context.isSecure).value(in: request)
            .flatMap { SessionToken($0) }
        // It may be of the account that was open here before.
        let own = try token.flatMap { try ledger.recoverable($0.hash)?.account == account ? $0 : nil }
        return DevicesPage.Recovery(
            link: own.map { wholeLink(links.recover($0.text), request, context) },
            exists: exists, button: context.words[exists ? .recoveryAnew : .recoveryMake])
    }

    /// Makes a code that adds a device. A cookie carries it to the page of devices.
    func makeJoinCode(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await request.form(OperationStamp.self, upTo: configuration.largestForm)
        let visitor = try context.knownVisitor(in: ledger, for: form.account)
        let code = SignInCode(.join, randomBytes: configuration.randomBytes)
        try await ledger.setJoinCode(
            code.hash, of: visitor.account, by: visitor.device,
            until: Moment(
                milliseconds: configuration.now().milliseconds + Int64(Self.joinCodeLasts) * 1_000))
        var response = Response.seeOther(links.joinCode)
        let cookie = SiteCookie.joinCode(base: links.base, isSecure: context.isSecure)
        response.headers.append(cookie.field(code.letters, lifetime: Self.joinCodeLasts))
        return response
    }

    /// In seconds.
    private static let joinCodeLasts = 600

    /// The code that was made last, while it works.
    private func joinCode(
        of account: AccountID, _ request: Request, _ context: PageContext
    ) throws -> DevicesPage.JoinCode? {
        let cookie = SiteCookie.joinCode(base: links.base, isSecure: context.isSecure)
        guard let code = cookie.value(in: request).flatMap({ SignInCode(typed: $0) }),
            let end = try ledger.end(ofJoinCode: code.hash, of: account), end > configuration.now(),
            let qrCode = QRCode(wholeLink(links.join(code: code.letters), request, context))
        else { return nil }
        let minute = end.minuteOfDay(zoneOffset: ClientZone(of: request).offset(at: end))
        return DevicesPage.JoinCode(
            text: code.text, until: context.words(.joinUntil, context.words.time(minuteOfDay: minute)),
            qrCode: qrCode)
    }

    private func wholeLink(_ link: String, _ request: Request, _ context: PageContext) -> String {
        links.whole(link, of: request, isSecure: context.isSecure)
    }

    func rename(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await request.form(Stamped<DeviceNameForm>.self, upTo: configuration.largestForm)
        let visitor = try context.knownVisitor(in: ledger, for: form.stamp.account)
        let isThere = try await ledger.rename(
            deviceID(context), of: visitor.account, by: visitor.device, to: form.name ?? "")
        guard isThere else { throw HTTPError(.notFound) }
        return .seeOther(links.devices)
    }

    /// Signs one device out; its open pages are notified at once.
    func signOut(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await request.form(Stamped<SignOutForm>.self, upTo: configuration.largestForm)
        let visitor = try context.knownVisitor(in: ledger, for: form.stamp.account)
        let device = try deviceID(context)
        // The page may be from before it was the last one: now it asks.
        if device == visitor.device, form.forGood != "yes",
            try !ledger.hasWayIn(visitor.account, without: device)
        {
            return .seeOther(links.devices)
        }
        // A device that is already signed out is not an error.
        _ = try await ledger.signOut(device, of: visitor.account, by: visitor.device)
        revisions.changed(visitor.account)
        guard device == visitor.device else { return .seeOther(links.devices) }
        // Whoever signs this one out need not be told of it from then on.
        var response = Response.seeOther(links.home)
        for field in SiteCookie.session(base: links.base, isSecure: context.isSecure).deletions {
            response.headers.append(field)
        }
        return response
    }

    func signOutOthers(_ request: Request, _ context: PageContext) async throws -> Response {
        let form = try await request.form(OperationStamp.self, upTo: configuration.largestForm)
        let visitor = try context.knownVisitor(in: ledger, for: form.account)
        let number = try await ledger.signOut(allBut: visitor.device, of: visitor.account)
        revisions.changed(visitor.account)
        return .seeOther(links.devices(tellingSignedOut: number))
    }

    private func deviceID(_ context: PageContext) throws -> Device.ID {
        guard let id = context.parameters.get("id").flatMap({ Device.ID($0) }) else {
            throw HTTPError(.notFound)
        }
        return id
    }
}

extension SiteCookie {
    /// Carries a new join code to the page of devices.
    static func joinCode(base: String, isSecure: Bool) -> SiteCookie {
        SiteCookie("fivebar-join", base: base, isSecure: isSecure)
    }
}

extension String {
    /// An address as people type it.
    fileprivate var withoutScheme: String {
        split(separator: "://", maxSplits: 1).last.map(String.init) ?? self
    }
}

extension Words {
    fileprivate func sentence(for opening: FirstOpening, in zone: ClientZone) -> String {
        let beginning = date(zone.day(at: opening.moment, from: .midnight), withYear: true)
        return opening.version.map { self(.settingsSinceVersion, beginning, $0) }
            ?? self(.settingsSince, beginning)
    }
}
