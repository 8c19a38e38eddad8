import type { Files } from './files.ts'

const underWay = new Map<string, Promise<Uint8Array>>()

/** Returns the stored file of a key. If it is missing, creates the file once for all concurrent readers. */
export async function readCachedFile(files: Files, key: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const cached = await files.read(key)
  if (cached) return cached
  const begun = underWay.get(key) ?? makeCopy(files, key, make)
  underWay.set(key, begun)
  return begun.finally(() => underWay.delete(key))
}

async function makeCopy(files: Files, key: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const made = await make()
  await files.write(key, made)
  return made
}
