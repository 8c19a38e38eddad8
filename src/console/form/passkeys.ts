/**
 * Creates a passkey in this browser. The server provides `options` in the JSON format of WebAuthn and receives the
 * result.
 */
export async function makePasskey(options: object) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON)
  return toJson(await navigator.credentials.create({ publicKey }))
}

/** Asks the browser for a passkey with `options` from the server. */
export async function askForPasskey(options: object) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON)
  return toJson(await navigator.credentials.get({ publicKey }))
}

function toJson(made: Credential | null): Record<string, unknown> {
  if (!(made instanceof PublicKeyCredential)) throw new DOMException('No passkey', 'NotAllowedError')
  return { ...made.toJSON() }
}
