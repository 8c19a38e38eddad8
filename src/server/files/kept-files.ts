import type { Files } from './files.ts'

const underWay = new Map<string, Promise<Uint8Array>>()

/** What is kept under a key, made when it is first asked for: once, however many ask at the same time. */
export async function readKeptFile(files: Files, key: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const kept = await files.read(key)
  if (kept) return kept
  const begun = underWay.get(key) ?? makeCopy(files, key, make)
  underWay.set(key, begun)
  return begun.finally(() => underWay.delete(key))
}

async function makeCopy(files: Files, key: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const made = await make()
  await files.write(key, made)
  return made
}
