// Adds a passkey, and opens an account with one (WebAuthn): asks the browser for what the server says, and sends the answer
// with the form. What comes along with it is the form's own matter.
import { post } from "../sync/post.js"

const form = document.querySelector("[data-passkey]")
const bytes = text => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), letter => letter.charCodeAt(0))
const text = buffer => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
/** What is sent with the form. */
let answer, isUnderway = false, isSent = false

async function prepare(event) {
  // A second press would cancel the first one, whose challenge is used by then. On the way to another account, that is
  // looked after there.
  if (answer && (!isSent || form.matches("[data-joining]"))) {
    isSent = true
    return
  }
  event.preventDefault()
  event.stopImmediatePropagation()
  if (isUnderway || isSent) return
  isUnderway = true
  tell("")
  try {
    const options = await asked()
    answer = options && await (options.user ? created(options) : signed(options))
  } catch (error) {
    tell(words(error.name))
  }
  isUnderway = false
  if (answer) form.requestSubmit(event.submitter)
}

/** What to ask the browser for; nothing if the server gives none, and says why. */
async function asked() {
  if (!window.AuthenticatorAttestationResponse?.prototype.getAuthenticatorData) throw new DOMException("", "NotSupportedError")
  const { account } = form.elements
  const response = await post(form.dataset.passkey, account ? { account: account.value } : {})
  const told = await response?.json().catch(() => null)
  if (response?.ok && told?.challenge) return told
  tell(told?.problem ?? document.body.dataset.wordsUnreachable)
}

async function created(options) {
  const { user, excludeCredentials } = options
  const { response } = await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: bytes(options.challenge),
      user: { ...user, id: bytes(user.id) },
      excludeCredentials: excludeCredentials.map(known => ({ ...known, id: bytes(known.id) })),
    },
  })
  return { clientData: text(response.clientDataJSON), authenticatorData: text(response.getAuthenticatorData()) }
}

async function signed(options) {
  const { rawId, response } = await navigator.credentials.get({ publicKey: { ...options, challenge: bytes(options.challenge) } })
  return {
    credential: text(rawId),
    clientData: text(response.clientDataJSON),
    authenticatorData: text(response.authenticatorData),
    signature: text(response.signature),
    userHandle: text(response.userHandle ?? []),
  }
}

function words(error) {
  // Whoever cancels knows it.
  if (["NotAllowedError", "AbortError"].includes(error)) return ""
  return error === "InvalidStateError" ? form.dataset.wordsTaken : form.dataset.wordsImpossible
}

const tell = sentence => { form.querySelector("[data-problem]").textContent = sentence }

if (form) {
  form.addEventListener("submit", prepare)
  // Somebody may come back to the page as it was left.
  addEventListener("pageshow", () => { answer = undefined; isSent = false })
  form.addEventListener("formdata", ({ formData }) => {
    for (const [name, value] of Object.entries(answer ?? {})) formData.set(name, value)
  })
}
