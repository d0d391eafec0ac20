#pragma once

namespace lockstep {

// A network of the test program's own, in which nobody from outside reaches anything and whose only
// device is loopback. To be entered before any thread is started, because a namespace of users can
// be entered only by a single one. False: the system does not allow it.
bool enterNetworkNamespace();

// A second address of that device, reserved for documentation (RFC 5737). A connection to it comes
// from it. While it is cut off nothing comes there, so neither do answers to what it sends; nobody
// who is connected is told, as with a cable that is pulled. Adding it ends that.
inline constexpr const char *secondAddress = "192.0.2.77";
bool addSecondAddress();
bool cutSecondAddressOff();
// Has to be done once before anything is cut off. False: the system does not allow it.
bool prepareToCutOff();

} // namespace lockstep
