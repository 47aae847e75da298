// A server that cannot start, or not go on, says why in a sentence, and lets systemd's socket live.

import ArgumentParser
import Foundation
import HummingbirdFastCGI
import Ledger
import Site

/// Why a server does not start.
enum StartFault {
    /// For a fault that stays until somebody mends it (sysexits.h, EX_CONFIG): the unit does not start again by itself.
    private static let configuration = ExitCode(78)
    /// For one that may pass, such as a full disk.
    private static let passing = ExitCode(1)

    /// Tells the operator, and answers the code to end with.
    ///
    /// - Parameter isInherited: Whether systemd holds the socket. It would start the service again for each waiting
    ///   connection, until it gave up on both. So they are turned away for a while: the web server has a page for that.
    static func told(_ error: any Error, isInherited: Bool) -> ExitCode {
        // The log has it, and the next start takes the file that lies there now.
        if error as? StorageFault == .replaced { return passing }
        var sentence = (error as? ValidationError)?.message ?? "\(error)"
        if error is ListeningError {
            sentence +=
                isInherited
                ? " Or --listen names a place to listen on."
                : " End what listens there or stands in the way, or name another place with --listen, another group with --group."
        } else if let fault = error as? SiteFault {
            sentence = fault.advice().description
        }
        FileHandle.standardError.write(Data("Error: \(sentence)\n".utf8))
        // Five starts in ten seconds are too many for systemd.
        if isInherited { FastCGIAddress.turnAway(for: .seconds(3)) }
        return (error as? CommandFailure)?.mayPass == true ? passing : configuration
    }
}
