/** Returns a unique key for an action that must happen only once. `randomUUID` is missing on pages without https. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
