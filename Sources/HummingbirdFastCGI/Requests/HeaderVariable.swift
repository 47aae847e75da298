// The variables that stand for a request's header fields (RFC 3875 §4.1.18).

import Glibc
import HTTPTypes

/// What the variable of a header field is for.
enum HeaderVariable {
    case field(HTTPField.Name)
    /// The host that the client asked.
    case host
    /// Another variable says the same, or it must not be passed on.
    case ignored

    /// - Parameter variable: A variable's name; nil if it stands for no header field.
    init?(_ variable: UnsafeRawBufferPointer) {
        guard let start = variable.baseAddress, variable.count > Self.prefix.utf8CodeUnitCount,
            memcmp(start, Self.prefix.utf8Start, Self.prefix.utf8CodeUnitCount) == 0
        else { return nil }
        let known = Self.known.first { name, _ in
            name.utf8CodeUnitCount == variable.count && memcmp(start, name.utf8Start, variable.count) == 0
        }
        if let known {
            self = known.1
            return
        }
        let words = variable.dropFirst(Self.prefix.utf8CodeUnitCount).map {
            $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0
        }
        guard let name = HTTPField.Name(String(decoding: words, as: UTF8.self).lowercased()) else {
            return nil
        }
        self = .field(name)
    }

    private static let prefix: StaticString = "HTTP_"

    /// Those of nearly every request, so that their names need no validation, and those that are not passed on.
    private static let known: [(StaticString, HeaderVariable)] = [
        ("HTTP_HOST", .host), ("HTTP_COOKIE", .field(.cookie)), ("HTTP_ACCEPT", .field(.accept)),
        ("HTTP_ACCEPT_ENCODING", .field(.acceptEncoding)),
        ("HTTP_ACCEPT_LANGUAGE", .field(.acceptLanguage)),
        ("HTTP_CACHE_CONTROL", .field(.cacheControl)), ("HTTP_CONNECTION", .field(.connection)),
        ("HTTP_IF_NONE_MATCH", .field(.ifNoneMatch)), ("HTTP_ORIGIN", .field(.origin)),
        ("HTTP_REFERER", .field(.referer)), ("HTTP_USER_AGENT", .field(.userAgent)),
        ("HTTP_SEC_FETCH_SITE", .field(.secFetchSite)), ("HTTP_SEC_FETCH_MODE", .field(.secFetchMode)),
        ("HTTP_SEC_FETCH_DEST", .field(.secFetchDest)), ("HTTP_SEC_FETCH_USER", .field(.secFetchUser)),
        ("HTTP_UPGRADE_INSECURE_REQUESTS", .field(.upgradeInsecureRequests)),
        ("HTTP_SEC_CH_UA", .field(.secCHUA)), ("HTTP_SEC_CH_UA_MOBILE", .field(.secCHUAMobile)),
        ("HTTP_SEC_CH_UA_PLATFORM", .field(.secCHUAPlatform)), ("HTTP_PRIORITY", .field(.priority)),
        // A client's `Proxy:` header would be mistaken for the variable of that name (httpoxy).
        ("HTTP_PROXY", .ignored),
        // CONTENT_LENGTH and CONTENT_TYPE provide these two.
        ("HTTP_CONTENT_LENGTH", .ignored), ("HTTP_CONTENT_TYPE", .ignored),
    ]
}

extension HTTPField.Name {
    fileprivate static let secFetchSite = Self("sec-fetch-site")!
    fileprivate static let secFetchMode = Self("sec-fetch-mode")!
    fileprivate static let secFetchDest = Self("sec-fetch-dest")!
    fileprivate static let secFetchUser = Self("sec-fetch-user")!
    fileprivate static let upgradeInsecureRequests = Self("upgrade-insecure-requests")!
    fileprivate static let secCHUA = Self("sec-ch-ua")!
    fileprivate static let secCHUAMobile = Self("sec-ch-ua-mobile")!
    fileprivate static let secCHUAPlatform = Self("sec-ch-ua-platform")!
    fileprivate static let priority = Self("priority")!
}
