import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const hash = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const text = (value: string) => {
  const bytes = Buffer.from(value)
  return Buffer.concat([head(3, bytes.length), bytes])
}
const bytes = (value: Uint8Array) => Buffer.concat([head(2, value.length), value])

/** Returns the first bytes of a CBOR value: its kind and its length. */
function head(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size])
  return size < 256 ? Buffer.from([(kind << 5) | 24, size]) : Buffer.from([(kind << 5) | 25, size >> 8, size & 255])
}

type PasskeyOptions = Record<string, unknown>
const isPresentAndVerified = 0x05
const hasNewKey = 0x40

/**
 * Creates an authenticator in software. The authenticator creates one passkey (ES256) and signs with that passkey, like
 * a phone or a security key.
 */
export function createSoftPasskey(origin: string, { isVerifying = true } = {}) {
  const { hostname } = new URL(origin)
  const id = randomBytes(32)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  let counter = 0

  const tell = (type: string, challenge: unknown, page = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: page, crossOrigin: false }))
  const state = (flags: number) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    return Buffer.concat([hash(hostname), Buffer.from([isVerifying ? flags : flags & ~0x04]), count])
  }
  const named = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' }

  return {
    id: named.id,
    /** Returns the result of `navigator.credentials.create`. */
    make({ challenge }: PasskeyOptions): PasskeyOptions {
      // {1: 2, 3: -7, -1: 1, -2: x, -3: y}: an elliptic key for ES256 on P-256.
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
        bytes(Buffer.from(x, 'base64url')),
        Buffer.from([0x22]),
        bytes(Buffer.from(y, 'base64url')),
      ])
      const idLength = Buffer.from([id.length >> 8, id.length & 255])
      const data = Buffer.concat([state(isPresentAndVerified | hasNewKey), Buffer.alloc(16), idLength, id, key])
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData'), bytes(data)],
      ])
      const response = {
        clientDataJSON: tell('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      }
      return { ...named, response, clientExtensionResults: {} }
    },
    /** Returns the result of `navigator.credentials.get` on a page. */
    sign({ challenge }: PasskeyOptions, page = origin): PasskeyOptions {
      const told = tell('webauthn.get', challenge, page)
      const authenticatorData = state(isPresentAndVerified)
      const signature = sign('sha256', Buffer.concat([authenticatorData, hash(told)]), privateKey)
      const response = {
        clientDataJSON: told.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
      }
      return { ...named, response, clientExtensionResults: {} }
    },
  }
}
