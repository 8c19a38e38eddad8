import { asc, eq } from 'drizzle-orm'
import { isWebLink } from '#contract/text/links.ts'
import type { NavigationItem } from '#features/settings/settings.contract.ts'
import { findNavigationPath } from '#features/settings/settings.rules.ts'
import { cacheValue } from '#server/cache/cached-values.ts'
import type { Database } from '#server/database/database.ts'
import { navigationItems } from './navigation.tables.ts'
import { blogPosts, informationPages } from './pages.tables.ts'

/**
 * Returns a link if the link is safe, or null. Links are validated on save, and checked here again because links can be
 * stored another way.
 */
const toSafeLink = (link: string): string | null => (isWebLink(link) ? link : null)

const readItems = cacheValue([navigationItems, informationPages, blogPosts], (db) =>
  db
    .select({ item: navigationItems, title: informationPages.title, handle: blogPosts.handle })
    .from(navigationItems)
    .leftJoin(informationPages, eq(informationPages.id, navigationItems.informationPageId))
    .leftJoin(blogPosts, eq(blogPosts.id, navigationItems.blogPostId))
    .where(eq(navigationItems.isVisible, true))
    .orderBy(asc(navigationItems.sort), asc(navigationItems.id)),
)

/** Returns whether a tap on the entry opens a page or a list of entries. */
const hasTarget = (item: NavigationItem) => item.children.length > 0 || findNavigationPath(item) !== null

/**
 * Returns the entries below `parentId`, or the top entries, each with its children. An entry that has a target but no
 * children is its own list. Below a parent, entries without a target are left out, because such entries would open an
 * empty list.
 */
export async function getNavigation(db: Database, parentId: number | null): Promise<NavigationItem[]> {
  const rows = await readItems(db)
  const toItems = (found: typeof rows): NavigationItem[] =>
    found.map(({ item: { link, ...item }, title, handle }) => ({
      id: item.id,
      name: item.name,
      children: listChildren(item.id),
      link_type: item.linkType,
      link_id: item.informationPageId ?? item.blogPostId ?? item.productTestId,
      link_detail: item.productTestId || link ? { id: item.productTestId, link: link && toSafeLink(link) } : null,
      blog: handle === null ? null : { handle },
      term_service: title === null ? null : { title },
    }))
  const listEntries = (id: number | null) => toItems(rows.filter(({ item }) => item.parentId === id))
  const listChildren = (id: number) => listEntries(id).filter(hasTarget)
  if (parentId === null) return listEntries(null)
  const subentries = listChildren(parentId)
  if (subentries.length > 0) return subentries
  return toItems(rows.filter(({ item }) => item.id === parentId)).filter(hasTarget)
}
