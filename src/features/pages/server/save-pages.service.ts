import { isSafeLink, isWebLink } from '#contract/text/links.ts'
import type { Database } from '#server/database/database.ts'
import { saveRows } from '#server/database/save-rows.ts'
import { refuseFields } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { navigationItems } from './navigation.tables.ts'
import { blogPosts, informationPages, productTests } from './pages.tables.ts'

type PageToSave = Omit<typeof informationPages.$inferInsert, 'updatedAt'>

export async function saveInformationPages({ db, clock }: Shop, rows: PageToSave[]): Promise<void> {
  const updatedAt = clock.now()
  await saveRows(
    db,
    informationPages,
    [informationPages.id],
    rows.map((row) => ({ ...row, updatedAt })),
  )
}

export async function saveBlogPosts(db: Database, rows: (typeof blogPosts.$inferInsert)[]): Promise<void> {
  for (const { handle, image } of rows) refuseUnsafePicture(handle, image)
  await saveRows(db, blogPosts, [blogPosts.id], rows)
}

export async function saveProductTests(db: Database, rows: (typeof productTests.$inferInsert)[]): Promise<void> {
  for (const { title, image } of rows) refuseUnsafePicture(title, image)
  await saveRows(db, productTests, [productTests.id], rows)
}

function refuseUnsafePicture(name: string, path: string | null | undefined): void {
  if (path && !isSafeLink(path))
    throw refuseFields({ [`${name}.image`]: [`${path} must be a path of this shop or an app store link`] })
}

/**
 * Saves navigation entries, parents before children. Rejects links that are neither a path of the shop nor an https
 * link.
 */
export async function saveNavigation(db: Database, rows: (typeof navigationItems.$inferInsert)[]): Promise<void> {
  for (const { id, link } of rows) {
    if (link && !isWebLink(link))
      throw refuseFields({ [`${id}.link`]: [`${link} must be a path of this shop or an https link`] })
  }
  await saveRows(db, navigationItems, [navigationItems.id], rows)
}
