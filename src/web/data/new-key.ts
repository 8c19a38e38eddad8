/** A name that nobody else has, for what must count once. `randomUUID` is missing on pages without https. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
