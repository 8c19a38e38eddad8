import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { removeDue } from '#app/retention.ts'
import { testStaff } from '#testing/staff.ts'
import { json, testShop } from '#testing/test-shop.ts'
import { recordAdvertClick } from '../adverts.contract.ts'
import { deleteAdvert, getAdvertFigures, listAdvertFigures } from '../adverts.staff.contract.ts'
import { countAdvertReport, countAdvertViews } from './advert-views.service.ts'
import { saveAdvert } from './adverts.service.ts'
import { advertClicks, advertDays } from './adverts.tables.ts'

const shop = testShop()
const staff = testStaff(shop)
const startsAt = new Date('2026-01-01T00:00:00Z')
const banner = { position: 'home', linkType: 'custom_link', imagePath: '/a.svg', linkPath: '/', startsAt } as const
let id = 500
beforeEach(async () => {
  id++
  await saveAdvert(shop.shop.db, { ...banner, id })
})

const report = (name: string, adId: unknown = id) =>
  shop.stranger().fetch('/ajax-web/event', json({ name, props: { ad_id: adId } }))
const see = (ip: string, times = 1, of = id) =>
  Promise.all(
    Array.from({ length: times }, () =>
      countAdvertReport(shop.shop, { advertId: of, isClick: false, customerId: null, ip }),
    ),
  )
const readDays = () => shop.shop.db.select().from(advertDays).where(eq(advertDays.advertId, id))

test('adds up views in memory, and writes each view once when the timer runs', async () => {
  await report('advert_impression')
  await report('coupon_impression')
  expect(await readDays()).toEqual([])
  await countAdvertViews(shop.shop)
  await countAdvertViews(shop.shop)
  await report('advert_impression')
  await countAdvertViews(shop.shop)
  expect(await readDays()).toEqual([{ advertId: id, day: '2026-06-15', shown: 3 }])
})

test('does not count reports of unknown or inactive adverts', async () => {
  await saveAdvert(shop.shop.db, { ...banner, id: 499, isActive: false })
  for (const adId of [999_999, 499, 'many', -1]) await report('advert_impression', adId)
  expect(await countAdvertViews(shop.shop)).toBe(0)
  expect(await shop.shop.db.$count(advertDays, eq(advertDays.advertId, 499))).toBe(0)
})

test('limits the number of views that one network can add in an hour', async () => {
  const max = shop.shop.bounds.advertViewsPerNetworkHour
  await see('192.0.2.1', max + 50)
  await see('192.0.2.77', 50)
  await see('198.51.100.1', 2)
  await countAdvertViews(shop.shop)
  expect(await readDays()).toMatchObject([{ shown: max + 2 }])
  shop.clock.advance(60 * 60_000)
  await see('192.0.2.1')
  await countAdvertViews(shop.shop)
  expect(await readDays()).toMatchObject([{ shown: max + 3 }])
})

test('counts one tap per person and hour, on a banner and on a widget', async () => {
  const ada = await shop.signedIn()
  const guest = shop.stranger()
  const tapWidget = () => guest.fetch('/ajax-web/event', json({ name: 'coupon_click', props: { ad_id: id } }))
  for (let tap = 0; tap < 3; tap++) {
    await guest.call(recordAdvertClick, { advertId: id })
    await tapWidget()
    await ada.call(recordAdvertClick, { advertId: id })
  }
  const countClicks = () => shop.shop.db.$count(advertClicks, eq(advertClicks.advertId, id))
  expect(await countClicks()).toBe(2)
  shop.clock.advance(61 * 60_000)
  await tapWidget()
  expect(await countClicks()).toBe(3)
})

test('shows staff the views and taps of all adverts at once, and of one advert by day', async () => {
  const mia = await staff.member('marketing')
  await see('203.0.113.9', 4)
  await countAdvertViews(shop.shop)
  await shop.stranger().call(recordAdvertClick, { advertId: id })
  const { data } = await mia.call(listAdvertFigures, { days: 3 })
  expect(data.adverts.find((one) => one.id === id)).toEqual({ id, shown: 4, clicks: 1, clicks_by_day: [0, 0, 1] })
  const { data: one } = await mia.call(getAdvertFigures, { id: String(id), days: 3 })
  const day = shop.clock.now().toISOString().slice(0, 10)
  expect(one).toEqual({ shown: 4, clicks: 1, by_day: [{ day, shown: 4, clicks: 1, shoppers: 0 }] })
})

test('deletes an advert without taps together with its daily totals, and removes old daily totals', async () => {
  const mia = await staff.member('marketing')
  await see('203.0.113.10')
  await countAdvertViews(shop.shop)
  expect((await mia.call(deleteAdvert, { id: String(id) }, { ifMatch: '*' })).data).toEqual({ outcome: 'deleted' })
  expect(await readDays()).toEqual([])
  await see('203.0.113.10')
  expect(await countAdvertViews(shop.shop)).toBe(0)
  await shop.shop.db.insert(advertDays).values({ advertId: id - 1, day: '2019-01-01', shown: 3 })
  expect(await removeDue(shop.shop, 'removeOldClicks')).toBe(1)
})
