// Creates operation ids: UUIDs of version 7, which sort by creation time. Does not use crypto.randomUUID, which is not
// available on plain HTTP.
import { now } from "./now.js"

/** @returns {string} */
export function newIdentifier(time = now()) {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  for (let place = 5, rest = time; place >= 0; place -= 1) {
    bytes[place] = rest % 256
    rest = Math.floor(rest / 256)
  }
  bytes[6] = 0x70 | (bytes[6] & 0x0f)
  bytes[8] = 0x80 | (bytes[8] & 0x3f)
  const digits = Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join("")
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
}
