import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { and, eq, sql } from 'drizzle-orm'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { Refused, refuse, refuseFields } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { importPictures } from '../imports.tables.ts'
import { storePicture } from './import-pictures.service.ts'
import { limitBytes } from './read-file.ts'

/** Extracts the pictures that the products of an import refer to. Other files of the ZIP are ignored. */
export async function storePicturesFromZip(
  shop: Shop,
  importId: string,
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { bounds } = shop
  const folder = await mkdtemp(join(tmpdir(), 'harbor-zip-'))
  try {
    // A ZIP has its directory at the end, so the file must be complete before extraction.
    const file = join(folder, 'pictures.zip')
    const bytes = limitBytes(body, bounds.importZipBytes, () =>
      refuse('too_large', {
        message: `A ZIP file can have at most ${bounds.importZipBytes} bytes. Send several ZIP files.`,
      }),
    )
    await pipeline(Readable.from(bytes), createWriteStream(file))
    await storeAll(shop, importId, file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function storeAll(shop: Shop, importId: string, file: string): Promise<void> {
  const zip = await yauzl.openPromise(file, { lazyEntries: true, autoClose: false }).catch(() => {
    throw refuseFields({ file: ['This is not a ZIP file'] })
  })
  try {
    if (zip.entryCount > shop.bounds.importZipFiles) {
      throw refuse('too_large', {
        message: `A ZIP file can contain at most ${shop.bounds.importZipFiles} files. Send several ZIP files.`,
      })
    }
    const sourcesByFile = await readWanted(shop, importId)
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue
      const sources = sourcesByFile.get(entry.fileName) ?? sourcesByFile.get(posix.basename(entry.fileName)) ?? []
      for (const source of sources) await storeOne(shop, importId, source, zip, entry)
    }
  } catch (error) {
    if (error instanceof Refused) throw error
    throw refuseFields({ file: ['This ZIP file is damaged'] })
  } finally {
    zip.close()
  }
}

/** Returns the wanted files and their products. A source is the handle, a slash and the file name. */
async function readWanted({ db }: Shop, importId: string): Promise<Map<string, string[]>> {
  const rows = await db
    .select({ source: importPictures.source })
    .from(importPictures)
    .where(and(eq(importPictures.importId, importId), sql`${importPictures.source} not like 'http%'`))
  return new Map(
    Object.entries(Object.groupBy(rows, ({ source }) => source.slice(source.indexOf('/') + 1))).map(([name, found]) => [
      name,
      (found ?? []).map(({ source }) => source),
    ]),
  )
}

async function storeOne(shop: Shop, importId: string, source: string, zip: ZipFile, entry: Entry): Promise<void> {
  const problem = await unpack(shop, source, zip, entry, shop.bounds.importPictureBytes)
  const state = problem === null ? 'here' : 'failed'
  const isMatch = and(eq(importPictures.importId, importId), eq(importPictures.source, source))
  await shop.db.update(importPictures).set({ state, problem }).where(isMatch)
}

/** Extracts one picture, up to the allowed size of a picture. The size declared in the ZIP is not trusted. */
async function unpack(shop: Shop, source: string, zip: ZipFile, entry: Entry, max: number): Promise<string | null> {
  if (entry.uncompressedSize > max) return `is larger than ${max} bytes`
  const chunks: Uint8Array[] = []
  try {
    const stream = await zip.openReadStreamPromise(entry)
    for await (const chunk of limitBytes(stream, max, () => refuse('image_too_big'))) chunks.push(chunk)
    await storePicture(shop, source, Buffer.concat(chunks))
    return null
  } catch (error) {
    if (error instanceof Refused) return error.message
    throw error
  }
}
