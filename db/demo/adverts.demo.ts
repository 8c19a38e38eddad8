import { msg, withFigure } from '#contract/text/translate.ts'
import { keysOf } from '#contract/values.ts'
import { saveAdvert, saveAdvertText } from '#features/adverts/server/adverts.service.ts'
import type { adverts } from '#features/adverts/server/adverts.tables.ts'
import { type BannerName, bannerHeightOf, bannerWidth } from './art/banners.ts'
import { type DemoWidget, demoWidgets, widgetIdOf } from './coupons.demo.ts'
import type { Demo } from './demo.ts'
import { findSeason, type Season } from './season.ts'

type Position = (typeof adverts.$inferInsert)['position']

/**
 * The positions of the widgets. A widget without a position is shown only by `<harbor-coupons>` with the id of its
 * advert.
 */
const places: Partial<Record<DemoWidget, Position>> = { claim: 'account', swim: 'coupon' }
const firstBannerId = 101

type SeasonalBanner = { picture: BannerName; alt: string; linkPath: string }
const swim = { picture: 'swim', alt: withFigure(msg('Back in the water. Swim from {figure}'), '$48.') } as const
const coat = { picture: 'coat', alt: msg('The Quay coat is back') } as const

/**
 * The banners for the season in which the demo is loaded: on the home page, beside orders and coupons, and for a single
 * product.
 */
const seasonalBanners: Record<Season, Record<'home' | 'aside' | 'product', SeasonalBanner>> = {
  warm: {
    home: {
      picture: 'linen',
      alt: msg('The linen months: dresses, shirts and soft trousers'),
      linkPath: '/search?q=linen',
    },
    aside: { ...swim, linkPath: '/search?q=swim' },
    product: { ...swim, linkPath: '/products/cove-tie-shoulder-swimsuit' },
  },
  cold: {
    home: { ...coat, linkPath: '/search?q=coat' },
    aside: {
      picture: 'knit',
      alt: withFigure(msg('For cold mornings. Cable knits from {figure}'), '$89.'),
      linkPath: '/search?q=knit',
    },
    product: { ...coat, linkPath: '/products/quay-belted-wool-coat' },
  },
}

export async function loadAdvertsDemo(demo: Demo): Promise<void> {
  const { shop, daysFromLoad } = demo
  const startsAt = daysFromLoad(-60)
  for (const name of keysOf(demoWidgets)) {
    await saveAdvert(shop.db, {
      id: widgetIdOf(name),
      // Every advert needs a position. Widgets for pages outside of the shop's screens come last in their position.
      position: places[name] ?? 'home',
      sort: places[name] ? 0 : 50,
      linkType: 'coupon_module',
      couponWidgetId: widgetIdOf(name),
      alt: demoWidgets[name].name,
      startsAt,
    })
  }
  const banner = (index: number, picture: BannerName, position: Position, more: Partial<typeof adverts.$inferInsert>) =>
    saveAdvert(shop.db, {
      id: firstBannerId + index,
      position,
      linkType: 'custom_link',
      imagePath: demo.imageOf(`banner-${picture}`),
      imageWidth: bannerWidth,
      imageHeight: bannerHeightOf(picture),
      startsAt,
      sort: index,
      ...more,
    })
  const { home, aside, product } = seasonalBanners[findSeason(demo.loadedAt)]
  await banner(1, home.picture, 'home', { alt: home.alt, linkPath: home.linkPath })
  await banner(2, aside.picture, 'order_detail', { alt: aside.alt, linkPath: aside.linkPath })
  await banner(3, product.picture, 'order_list', {
    linkType: 'product',
    alt: product.alt,
    linkPath: product.linkPath,
  })
  const stores = {
    linkType: 'down',
    iosUrl: 'https://apps.apple.com/app/harbor/id6480000000',
    googleUrl: 'https://play.google.com/store/apps/details?id=test.harbor',
  }
  const inYourPocket = { ...stores, alt: msg('Harbor, in your pocket. Get the app.') }
  await banner(4, 'app', 'order_list', { ...inYourPocket, device: 'ios', sort: 0 })
  await banner(5, 'app', 'order_list', { ...inYourPocket, device: 'android', sort: 0 })
  await banner(6, aside.picture, 'coupon', { alt: aside.alt, linkPath: aside.linkPath })
  // One banner has expired and one starts in the future. Neither banner may be shown.
  await banner(7, 'linen', 'account', { alt: 'Last season', linkPath: '/', sort: 0, endsAt: daysFromLoad(-30) })
  await banner(8, 'coat', 'account', { alt: 'Next season', linkPath: '/', sort: 0, startsAt: daysFromLoad(40) })
  await saveAdvertText(shop.db, {
    id: 1,
    position: 'register',
    text: withFigure(msg('{figure} off your first order when you register'), '15%'),
    startsAt,
  })
}
