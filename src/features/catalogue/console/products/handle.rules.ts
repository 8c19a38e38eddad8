/**
 * Suggests a handle, such as `ebb-wrap-midi-dress` for `Ebb Wrap Midi Dress`. Returns an empty string for a name
 * without usable characters.
 */
export function suggestHandle(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 100)
    .replace(/-+$/, '')
}
