#pragma once

namespace lockstep {

// A network of the test program's own, in which nobody from outside reaches anything and whose only
// device is loopback. To be entered before any thread is started, because a namespace of users can
// be entered only by a single one. False: the system does not allow it.
bool enterNetworkNamespace();

// A second address of that device, reserved for documentation (RFC 5737). A connection to it comes
// from it. Where it is taken away nothing comes there or from there any more, without a word to
// whoever is connected, as with a cable that is pulled.
inline constexpr const char *secondAddress = "192.0.2.77";
bool addSecondAddress();
bool removeSecondAddress();

} // namespace lockstep
