/** Makes a passkey in this browser. `options` come from the shop, in the JSON of WebAuthn, and the answer goes back to it. */
export async function makePasskey(options: object) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON)
  return toJson(await navigator.credentials.create({ publicKey }))
}

/** Asks for a passkey of this browser, with `options` of the shop. */
export async function askForPasskey(options: object) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON)
  return toJson(await navigator.credentials.get({ publicKey }))
}

function toJson(made: Credential | null): Record<string, unknown> {
  if (!(made instanceof PublicKeyCredential)) throw new DOMException('No passkey', 'NotAllowedError')
  return { ...made.toJSON() }
}
