/**
 * Suggests a handle, such as `ebb-wrap-midi-dress` for `Ebb Wrap Midi Dress`. Returns an empty string if no character
 * of the name can be used.
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
