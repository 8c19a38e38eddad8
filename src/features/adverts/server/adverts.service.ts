import { and, asc, desc, eq, gt, isNull, lte, or } from 'drizzle-orm'
import type { Visitor } from '#server/http.ts'
import type { Shop } from '#server/shop.ts'
import type { AdPosition, Advert } from '../adverts.contract.ts'
import { adverts, advertTexts } from './adverts.tables.ts'

/** The short promotional line now running at a place. */
export async function findAdvertText({ db, clock }: Shop, position: string): Promise<string | null> {
  const now = clock.now()
  const [found] = await db
    .select({ text: advertTexts.text })
    .from(advertTexts)
    .where(
      and(
        eq(advertTexts.position, position),
        lte(advertTexts.startsAt, now),
        or(isNull(advertTexts.endsAt), gt(advertTexts.endsAt, now)),
      ),
    )
    .orderBy(desc(advertTexts.startsAt))
    .limit(1)
  return found?.text ?? null
}

export async function findAdvert({ db, clock }: Shop, _asker: Visitor, position: AdPosition): Promise<Advert | null> {
  const now = clock.now()
  const [found] = await db
    .select()
    .from(adverts)
    .where(
      and(
        eq(adverts.position, position),
        eq(adverts.isActive, true),
        lte(adverts.startsAt, now),
        or(isNull(adverts.endsAt), gt(adverts.endsAt, now)),
      ),
    )
    .orderBy(asc(adverts.sort), asc(adverts.id))
    .limit(1)
  if (!found) return null
  return {
    id: found.id,
    link_type: found.linkType,
    title: found.alt,
    image_path: found.imagePath,
    image_width: found.imageWidth,
    image_height: found.imageHeight,
    link_path: found.linkPath,
    link_detail: found.linkType === 'down' ? { ios_url: found.iosUrl, google_url: found.googleUrl } : null,
  }
}
