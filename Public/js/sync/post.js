// Everything that a script posts goes this way, with the time and the zone of when it was done.
// Knows neither what is posted nor what an answer means.
import { moment } from "./now.js"

/**
 * @param {URLSearchParams | Record<string, unknown> | string} fields a time among them is when it was done; without one that is now
 * @param {RequestInit} [wishes]
 * @returns {Promise<Response?>} null where nothing answered
 */
export function post(address, fields, { headers, ...wishes } = {}) {
  const body = new URLSearchParams(fields)
  if (!body.has("at")) for (const [name, value] of Object.entries(moment())) body.set(name, value)
  const request = { method: "POST", keepalive: true, headers: { Accept: "application/json", ...headers }, body, ...wishes }
  return fetch(address, request).catch(() => null)
}
