import { and, eq, sql } from 'drizzle-orm'
import { minuteMs } from '#contract/times/times.ts'
import { pendingPicturePath } from '#features/catalogue/server/pictures/pending-pictures.ts'
import { encodeProductPicture } from '#features/images/server/images.service.ts'
import { Refused } from '#server/http/refuse.ts'
import { CannotFetch } from '#server/outside/fetch-outside.ts'
import type { Shop } from '#server/shop.ts'
import { importPictures } from '../imports.tables.ts'

/** Stores which pictures an import needs. Pictures of an earlier import are used again. */
export async function queuePictures({ db, clock }: Shop, importId: string, sources: string[]): Promise<void> {
  const uniqueSources = [...new Set(sources)]
  await db.execute(sql`
    insert into import_pictures (import_id, source, state, next_try_at)
    select ${importId}, w.source,
      case when w.source like 'http%' and exists (select from import_pictures p where p.source = w.source and p.state = 'here') then 'here' else 'waiting' end,
      ${clock.now()}::timestamptz
    from unnest(${sql.param(uniqueSources)}::text[]) as w (source)
    on conflict do nothing`)
}

const leaseMs = 5 * minuteMs
const maxTries = 3

/** Fetches the missing pictures of imports that have run, a few at a time. */
export async function fetchImportPictures(shop: Shop): Promise<number> {
  let fetched = 0
  for (;;) {
    const sources = await claimWaitingPictures(shop)
    if (sources.length === 0) return fetched
    await Promise.all(
      sources.map(async ({ import_id, source, tries }) => {
        const problem = await fetchOne(shop, source)
        if (problem === null) fetched++
        await recordResult(shop, import_id, source, problem, tries)
      }),
    )
  }
}

/**
 * Claims pictures for some minutes, so that this process can fetch them. After a crash, another process can claim the
 * same pictures.
 */
async function claimWaitingPictures({ db, clock, bounds }: Shop) {
  const now = clock.now()
  const { rows } = await db.execute<{ import_id: string; source: string; tries: number }>(sql`
    update import_pictures p set tries = p.tries + 1, next_try_at = ${new Date(now.getTime() + leaseMs)}::timestamptz
    from (
      select w.import_id, w.source from import_pictures w join imports i on i.id = w.import_id
      where w.state = 'waiting' and w.next_try_at <= ${now}::timestamptz and w.source like 'http%' and i.run_at is not null
        and i.status in ('running', 'stopped', 'done')
      order by w.next_try_at limit ${bounds.importPicturesAtOnce} for update of w skip locked
    ) taken
    where p.import_id = taken.import_id and p.source = taken.source returning p.import_id, p.source, p.tries`)
  return rows
}

async function fetchOne(shop: Shop, source: string): Promise<string | null> {
  const { importPictureBytes: maxBytes, importPictureSeconds } = shop.bounds
  try {
    const accept = 'image/jpeg, image/png'
    const bytes = await shop.fetchOutside(source, { maxBytes, maxMs: importPictureSeconds * 1000, accept })
    await storePicture(shop, source, bytes)
    return null
  } catch (error) {
    if (error instanceof CannotFetch || error instanceof Refused) return error.message
    throw error
  }
}

/** Stores a picture under the path that products already refer to. */
export async function storePicture(shop: Shop, source: string, bytes: Uint8Array): Promise<void> {
  const { data, width, height } = await encodeProductPicture(bytes)
  const path = pendingPicturePath(source)
  await shop.files.write(path.slice(1), data)
  await shop.db.execute(sql`update product_images set width = ${width}, height = ${height} where path = ${path}`)
}

async function recordResult(
  { db, clock }: Shop,
  importId: string,
  source: string,
  problem: string | null,
  tries: number,
) {
  const isMatch = and(eq(importPictures.importId, importId), eq(importPictures.source, source))
  if (problem === null) return db.update(importPictures).set({ state: 'here', problem: null }).where(isMatch)
  const nextTryAt = new Date(clock.now().getTime() + tries * 10 * minuteMs)
  const state = tries >= maxTries ? 'failed' : 'waiting'
  return db.update(importPictures).set({ state, problem, nextTryAt }).where(isMatch)
}

/** Removes the files of an undone import that no product uses. */
export async function removeUnusedPictures({ db, files }: Shop, importId: string): Promise<void> {
  const { rows } = await db.execute<{ source: string }>(
    sql`select source from import_pictures where import_id = ${importId} and state = 'here'`,
  )
  const paths = rows.map(({ source }) => pendingPicturePath(source))
  for (let at = 0; at < paths.length; at += 1000) {
    const { rows: unused } = await db.execute<{ path: string }>(sql`
      select p.path from unnest(${sql.param(paths.slice(at, at + 1000))}::text[]) as p (path)
      where not exists (select from product_images i where i.path = p.path)
        and not exists (select from skus s where s.image = p.path)`)
    for (const { path } of unused) await files.remove(path.slice(1))
  }
  await db.delete(importPictures).where(eq(importPictures.importId, importId))
}
