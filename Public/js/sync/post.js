// Posts what a script has to post, with the time and the zone of when it was done.
import { moment } from "./now.js"

/** @param fields with a time among them, or done now @param {RequestInit} [wishes]
    @returns {Promise<Response?>} null where nothing answered */
export function post(address, fields, { headers, ...wishes } = {}) {
  const body = new URLSearchParams(fields)
  if (!body.has("at")) for (const [name, value] of Object.entries(moment())) body.set(name, value)
  const request = { method: "POST", keepalive: true, headers: { Accept: "application/json", ...headers }, body, ...wishes }
  return fetch(address, request).catch(() => null)
}
