import { drawIdsFrom } from '#server/database/ids.ts'
import { deliverMails } from '#server/mail/send-mail.ts'
import type { Shop } from '#server/shop.ts'
import { loadAdvertsDemo } from './adverts.demo.ts'
import { loadCatalogue, loadCatalogueChanges } from './catalogue.demo.ts'
import { loadContactDemo } from './contact.demo.ts'
import { loadCouponsDemo } from './coupons.demo.ts'
import { createDemo, type Demo } from './demo.ts'
import { loadOrdersDemo } from './orders.demo.ts'
import { loadPages } from './pages.demo.ts'
import { loadPeople } from './people.demo.ts'
import { createRandom } from './random.ts'
import { loadReturnsDemo } from './returns.demo.ts'
import { loadReviewsDemo } from './reviews.demo.ts'
import { loadSettings } from './settings.demo.ts'
import { loadStaffDemo } from './staff.demo.ts'
import { loadWishlistDemo } from './wishlist.demo.ts'

type Loader = (demo: Demo) => Promise<void>

// Each loader needs the loaders before it, so the order is fixed: coupons and adverts, orders, returns, reviews,
// contact.
const loaders: Loader[] = [
  loadSettings,
  loadCatalogue,
  loadPages,
  loadPeople,
  loadCouponsDemo,
  loadAdvertsDemo,
  loadOrdersDemo,
  loadReturnsDemo,
  loadReviewsDemo,
  loadContactDemo,
  loadWishlistDemo,
  loadCatalogueChanges,
  loadStaffDemo,
]

/**
 * Loads the demo into an empty shop, completely or not at all. Relative to the moment of the load, the result is always
 * the same.
 */
export async function loadDemo(shop: Shop): Promise<void> {
  const random = createRandom(1)
  await drawIdsFrom(
    (below) => random.int(0, below - 1),
    () =>
      shop.db.transaction(async (db) => {
        const demo = createDemo({ ...shop, db })
        for (const load of loaders) await load(demo)
        // Marks the mails of the past as sent. Their texts are discarded.
        demo.ago({})
        await deliverMails(demo.shop)
      }),
  )
}
