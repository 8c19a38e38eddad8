import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { StaffProblem } from '#contract/calls/staff-call.ts'
import { dayMs } from '#contract/times/times.ts'
import { getAdvert, listWidgets, recordAdvertClick } from '#features/adverts/adverts.contract.ts'
import { bindCoupons, type CouponWidget, listCoupons } from '#features/coupons/coupons.contract.ts'
import * as coupons from '#features/coupons/coupons.staff.contract.ts'
import { couponClaims } from '#features/coupons/server/coupons.tables.ts'
import * as widgets from '#features/coupons/widgets.staff.contract.ts'
import { saveLanguages } from '#features/settings/server/save-settings.service.ts'
import { listAudit } from '#features/staff/audit.staff.contract.ts'
import { drawPicture } from '#testing/shops/pictures.ts'
import { stockShop } from '#testing/shops/stocked-shop.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import { type Person, testShop } from '#testing/test-shop.ts'
import * as adverts from '../adverts.staff.contract.ts'

const shop = testShop()
const staff = testStaff(shop)
let mia: StaffPerson
let ada: Person

beforeAll(async () => {
  await stockShop(shop.shop.db, shop.clock.now())
  await saveLanguages(shop.shop.db, [
    { id: 1, code: 'en', ownName: 'English', englishName: 'English', sort: 1 },
    { id: 4, code: 'de', ownName: 'Deutsch', englishName: 'German', sort: 2 },
    { id: 5, code: 'fr', ownName: 'Français', englishName: 'French', sort: 3 },
  ])
  ada = await shop.signedIn()
  mia = await staff.member('marketing', 'Mia')
})

const problemOf = (pending: Promise<unknown>) =>
  pending.then(
    () => null,
    (error) => (error instanceof StaffProblem ? error.problem : Promise.reject(error)),
  )
let made = 0
const addCoupon = async (more: object = {}) =>
  (await mia.call(coupons.createCoupon, { code: `LINEN${++made}`, kind: 'percent', percent: 15, ...more })).data
const dollars = (amount: number) => ({ amount, currency: 'USD' })
const inDays = (days: number) => new Date(shop.clock.now().getTime() + days * dayMs).toISOString()

describe('coupons', () => {
  test('creates coupons, finds them by code or id, and gives them to a customer with immediate effect', async () => {
    const coupon = await addCoupon({ categories: ['dresses'], products: ['scarf'], minimum: dollars(5000), stock: 5 })
    expect(coupon).toMatchObject({
      kind: 'percent',
      percent: 15,
      status: 'running',
      claimed: 0,
      possible: ['pause', 'end', 'give'],
    })
    expect((await mia.call(coupons.getStaffCoupon, { id: String(coupon.id) })).data).toEqual(coupon)
    const give = { id: coupon.code.toLowerCase(), email: ada.email }
    expect((await mia.call(coupons.giveStaffCoupon, give)).data.claimed).toBe(1)
    expect((await mia.call(coupons.giveStaffCoupon, give)).data.claimed).toBe(1)
    const { data } = await ada.call(listCoupons, {})
    expect(data).toMatchObject([{ code: coupon.code, discount: '15' }])
    const { data: list } = await mia.call(coupons.listStaffCoupons, { q: coupon.code, status: 'running' })
    expect(list).toMatchObject({ data: [{ code: coupon.code }], total: 1 })
  })

  test('rejects invalid coupons by field, and a code that is taken', async () => {
    const wrong: [object, string][] = [
      [{ kind: 'fixed' }, 'amount'],
      [{ percent: 101 }, 'percent'],
      [{ categories: ['nothing'] }, 'categories.0'],
      [{ products: ['nothing'] }, 'products.0'],
      [{ ends_at: inDays(-1) }, 'ends_at'],
      [{ link: 'https://evil.example' }, 'link'],
      [{ maximum: dollars(5), minimum: { amount: 5, currency: 'EUR' } }, 'amount'],
      [{ maximum: { amount: 5, currency: 'ZZZ' } }, 'amount'],
    ]
    for (const [change, field] of wrong) {
      expect(await problemOf(addCoupon(change))).toMatchObject({ status: 422, errors: [{ field }] })
    }
    const { code } = await addCoupon()
    expect(await problemOf(addCoupon({ code }))).toMatchObject({ status: 409, code: 'exists_already' })
  })

  test('locks the discount once a coupon is claimed, but not its dates and stock', async () => {
    const { code } = await addCoupon()
    const etag = async () => (await mia.call(coupons.getStaffCoupon, { id: code })).etag ?? ''
    const first = await etag()
    const edit = (fields: object, ifMatch: string) => mia.call(coupons.editCoupon, { id: code, ...fields }, { ifMatch })
    expect((await edit({ percent: 20 }, first)).data.percent).toBe(20)
    expect(await problemOf(edit({ percent: 25 }, first))).toMatchObject({ status: 412, current: { percent: 20 } })
    await mia.call(coupons.giveStaffCoupon, { id: code, email: ada.email })
    expect(await problemOf(edit({ percent: 5 }, await etag()))).toMatchObject({ status: 409, code: 'still_used' })
    expect((await edit({ stock: 1, ends_at: inDays(9) }, await etag())).data).toMatchObject({
      status: 'taken',
      percent: 20,
    })
    expect(await problemOf(edit({ stock: 0 }, await etag()))).toMatchObject({ status: 422 })
  })

  test('stops claims of an ended coupon and keeps existing claims', async () => {
    const { code } = await addCoupon()
    await mia.call(coupons.giveStaffCoupon, { id: code, email: ada.email })
    expect((await mia.call(coupons.endCoupon, { id: code })).data).toMatchObject({ status: 'ended', possible: [] })
    const late = mia.call(coupons.giveStaffCoupon, { id: code, email: 'late@harbor.test' })
    expect(await problemOf(late)).toMatchObject({ status: 409, code: 'coupons_gone' })
    expect((await ada.call(listCoupons, {})).data.map((one) => one.code)).toContain(code)
  })

  test('shows the marketing role only the number of claims, and the support role also who claimed', async () => {
    const { code } = await addCoupon()
    for (const name of ['one', 'two'])
      await mia.call(coupons.giveStaffCoupon, { id: code, email: `${name}@harbor.test` })
    const { data } = await mia.call(coupons.listClaims, { id: code, limit: 1 })
    expect(data).toMatchObject({ data: [{ email: null, state: 'held' }], total: 2 })
    const sam = await staff.member('support')
    const { data: rest } = await sam.call(coupons.listClaims, { id: code, after: data.next ?? '' })
    expect(rest.data).toMatchObject([{ email: expect.stringContaining('@harbor.test') }])
    const edit = sam.call(coupons.editCoupon, { id: code, percent: 1 }, { ifMatch: '*' })
    expect(await problemOf(edit)).toMatchObject({ status: 403 })
  })
})

describe('widgets and adverts', () => {
  const look = (position: 'home' | 'coupon') => ada.call(getAdvert, { pos: position })

  test('creates, places, publishes, changes and pauses a widget, each with immediate effect in the shop', async () => {
    const [one, two] = [await addCoupon(), await addCoupon()]
    const widget = (
      await mia.call(widgets.createWidget, { title: 'Linen', register: 'sign_in', coupons: [one.code, two.code] })
    ).data
    expect(widget).toMatchObject({ status: 'paused', possible: ['publish'], coupons: [one.code, two.code] })
    const advert = (await mia.call(adverts.createAdvert, { position: 'home', kind: 'widget', widget_id: widget.id }))
      .data
    const id = String(widget.id)
    const shown = async () => (await ada.call(listWidgets, { ids: String(advert.id) }))[0]?.link_detail as never
    const codes = async () =>
      ((await shown()) as { settings: { coupon: { codes: { link_id: number }[] } } }).settings.coupon.codes
    expect(await look('home')).toBeNull()
    expect((await mia.call(widgets.publishWidget, { id })).data).toMatchObject({ status: 'live', possible: ['pause'] })
    expect(await look('home')).toMatchObject({ id: advert.id, link_type: 'coupon_module' })
    const [link] = await codes()
    expect(await ada.call(bindCoupons, { code_id: String(link?.link_id) })).toEqual([link?.link_id])
    const { etag } = await mia.call(widgets.getStaffWidget, { id })
    const style = { button: { color: '#fff', background: '#0F3640', size: 14 } }
    const edited = await mia.call(widgets.editWidget, { id, coupons: [two.code], style }, { ifMatch: etag ?? '' })
    expect(edited.data).toMatchObject({
      coupons: [two.code],
      style: { button: { background: '#0F3640', bold: false } },
    })
    expect(await codes()).toHaveLength(1)
    // A coupon removed from the widget can no longer be claimed there. Existing claims stay.
    const bob = await shop.signedIn('bob')
    await expect(bob.call(bindCoupons, { code_id: String(link?.link_id) })).rejects.toMatchObject({ status: 404 })
    expect((await ada.call(listCoupons, {})).data.map((coupon) => coupon.code)).toContain(one.code)
    const late = mia.call(widgets.editWidget, { id, title: 'x' }, { ifMatch: etag ?? '' })
    expect(await problemOf(late)).toMatchObject({ status: 412 })
    const back = await mia.call(widgets.editWidget, { id, coupons: [one.code, two.code] }, { ifMatch: '*' })
    expect(back.data.coupons).toEqual([one.code, two.code])
    expect((await codes())[0]?.link_id).toBe(link?.link_id)
    await mia.call(widgets.pauseWidget, { id })
    expect(await look('home')).toBeNull()
    await expect(bob.call(bindCoupons, { code_id: String(link?.link_id) })).rejects.toMatchObject({
      refusal: { code: 'coupons_gone' },
    })
    expect((await mia.call(widgets.listStaffWidgets, {})).data.data).toMatchObject([
      { id: widget.id, status: 'paused' },
    ])
  })

  test('rejects an invalid widget and does not publish an empty one', async () => {
    const make = (more: object) => mia.call(widgets.createWidget, { title: 'x', register: 'sign_in', ...more })
    const wrong: [object, string][] = [
      [{ background_color: 'reddish' }, 'background_color'],
      [{ style: { button: { size: 400 } } }, 'style.button.size'],
      [{ style: { image: { path: 'https://evil.example/x.png', width: 1, height: 1 } } }, 'style.image.path'],
      [{ coupons: ['NOTHING'] }, 'coupons.0'],
      [{ ends_at: inDays(-1) }, 'ends_at'],
      [{ group_link: '//evil.example' }, 'group_link'],
    ]
    for (const [change, field] of wrong) {
      expect(await problemOf(make(change))).toMatchObject({ status: 422, errors: [{ field }] })
    }
    const { data } = await make({})
    expect(await problemOf(mia.call(widgets.publishWidget, { id: String(data.id) }))).toMatchObject({ status: 422 })
  })

  test('shows a banner with its picture during its period, counts taps, and deactivates a tapped banner instead of deleting it', async () => {
    const picture = (await mia.call(adverts.addPicture, { file: await drawPicture('teal') })).data
    expect(picture).toMatchObject({ path: expect.stringMatching(/^\/catalogue\/picture-/), width: 20 })
    expect((await ada.fetch(picture.path)).status).toBe(200)
    const banner = { position: 'coupon' as const, kind: 'link' as const, picture, alt: 'Swim', link: '/search?q=swim' }
    const later = (await mia.call(adverts.createAdvert, { ...banner, starts_at: inDays(1) })).data
    expect(later.status).toBe('scheduled')
    const { data, etag } = await mia.call(adverts.createAdvert, banner)
    expect(await look('coupon')).toMatchObject({ id: data.id, title: 'Swim', image_path: picture.path })
    const id = String(data.id)
    await mia.call(adverts.editAdvert, { id, alt: 'Swim now' }, { ifMatch: etag ?? '' })
    expect(await look('coupon')).toMatchObject({ title: 'Swim now' })
    expect(await problemOf(mia.call(adverts.editAdvert, { id, alt: 'x' }, { ifMatch: etag ?? '' }))).toMatchObject({
      status: 412,
    })
    await ada.call(recordAdvertClick, { advertId: data.id })
    const { data: figures } = await mia.call(adverts.getAdvertFigures, { id })
    expect(figures).toEqual({ shown: 0, clicks: 1, by_day: [{ shown: 0, day: '2026-06-15', clicks: 1, shoppers: 1 }] })
    const remove = (one: number) => mia.call(adverts.deleteAdvert, { id: String(one) }, { ifMatch: '*' })
    expect((await remove(data.id)).data).toEqual({ outcome: 'ended' })
    expect(await look('coupon')).toBeNull()
    expect((await remove(later.id)).data).toEqual({ outcome: 'deleted' })
    expect(await problemOf(remove(later.id))).toMatchObject({ status: 404 })
    const { data: list } = await mia.call(adverts.listStaffAdverts, { position: 'coupon' })
    expect(list.data).toMatchObject([{ id: data.id, status: 'off' }])
  })

  test('rejects an advert that lacks a field required by its kind', async () => {
    const picture = { path: '/catalogue/x.png', width: 1, height: 1 }
    const wrong: [object, string][] = [
      [{ kind: 'widget' }, 'widget_id'],
      [{ kind: 'widget', widget_id: 999 }, 'widget_id'],
      [{ kind: 'link', link: '/' }, 'picture'],
      [{ kind: 'link', picture }, 'link'],
      [{ kind: 'link', picture, link: 'http://evil.example' }, 'link'],
      [{ kind: 'link', picture, link: 'https://a:b@evil.example' }, 'link'],
      [{ kind: 'link', picture: { ...picture, path: '//evil.example' }, link: '/' }, 'picture.path'],
      [{ kind: 'app', picture }, 'ios_url'],
      [{ kind: 'link', picture, link: '/', ends_at: inDays(-1) }, 'ends_at'],
    ]
    for (const [change, field] of wrong) {
      const pending = mia.call(adverts.createAdvert, { position: 'home', kind: 'link', ...change })
      expect(await problemOf(pending)).toMatchObject({ status: 422, errors: [{ field }] })
    }
    const file = new File(['no picture'], 'x.png', { type: 'image/png' })
    expect(await problemOf(mia.call(adverts.addPicture, { file }))).toMatchObject({ code: 'image_wrong_type' })
  })
})

describe('paused coupons', () => {
  test('are not offered or claimed, and stay with customers who claimed them', async () => {
    const [one, other] = [await addCoupon(), await addCoupon()]
    const codes = [one.code, other.code]
    const { data: widget } = await mia.call(widgets.createWidget, { title: 'P', register: 'sign_in', coupons: codes })
    await mia.call(widgets.publishWidget, { id: String(widget.id) })
    const { data: advert } = await mia.call(adverts.createAdvert, {
      ...{ position: 'account', kind: 'widget', widget_id: widget.id },
    })
    const readCodes = async (person: Person) => {
      const [found] = await person.call(listWidgets, { ids: String(advert.id) })
      return (found?.link_detail as CouponWidget | undefined)?.settings.coupon.codes ?? []
    }
    const [link] = await readCodes(ada)
    const claim = (person: Person) => person.call(bindCoupons, { code_id: String(link?.link_id) })
    await claim(ada)
    const pause = () => mia.call(coupons.pauseCoupon, { id: one.code })
    expect((await pause()).data).toMatchObject({ status: 'paused', possible: ['resume', 'end'] })
    expect((await pause()).data.status).toBe('paused')
    const bob = await shop.signedIn('bob')
    expect((await readCodes(bob)).map(({ link_detail }) => link_detail.code)).toEqual([other.code])
    await expect(claim(bob)).rejects.toMatchObject({ refusal: { code: 'coupons_gone' } })
    const give = mia.call(coupons.giveStaffCoupon, { id: one.code, email: bob.email })
    expect(await problemOf(give)).toMatchObject({ status: 409, code: 'coupons_gone' })
    expect(await readCodes(ada)).toMatchObject([{ is_received: true, block_reason: null }, { is_received: false }])
    expect((await ada.call(listCoupons, {})).data.find(({ code }) => code === one.code)).toMatchObject({
      can_use: true,
    })
    await mia.call(coupons.pauseCoupon, { id: other.code })
    expect(await readCodes(bob)).toEqual([])
    expect((await mia.call(coupons.resumeCoupon, { id: one.code })).data.status).toBe('running')
    expect(await claim(bob)).toEqual([link?.link_id])
    await mia.call(coupons.endCoupon, { id: one.code })
    expect(await problemOf(pause())).toMatchObject({ status: 409, code: 'coupon_ended' })
  })
})

describe('translated texts of a coupon', () => {
  const german = { condition_text: 'Ab 89 $', object: 'Alle Produkte', link_name: '' }

  test("are shown in the shopper's language, with the shop's own texts as fallback", async () => {
    const { code } = await addCoupon({ condition_text: 'From $89', object: 'All of it', texts: { de: german } })
    const { data: widget } = await mia.call(widgets.createWidget, {
      title: 'T',
      register: 'subscribe',
      coupons: [code],
    })
    await mia.call(widgets.publishWidget, { id: String(widget.id) })
    const { data: advert } = await mia.call(adverts.createAdvert, {
      ...{ position: 'home', kind: 'widget', widget_id: widget.id },
    })
    const eve = await shop.signedIn('eve')
    await mia.call(coupons.giveStaffCoupon, { id: code, email: eve.email })
    const read = async (language: string) => {
      const headers = { 'accept-language': language }
      const ask = async (path: string) =>
        ((await (await eve.fetch(path, { headers })).json()) as { data: never[] }).data
      const [held] = (await ask('/ajax-web/account/coupon')) as Record<string, string>[]
      const [shown] = (await ask(`/ajax-web/coupon/widgets?ids=${advert.id}`)) as { link_detail: CouponWidget }[]
      const [offered] = shown?.link_detail.settings.coupon.codes ?? []
      return [held?.use_condition_txt, held?.object, offered?.link_detail.use_condition_txt]
    }
    expect(await read('de-AT')).toEqual(['Ab 89 $', 'Alle Produkte', 'Ab 89 $'])
    expect(await read('fr')).toEqual(['From $89', 'All of it', 'From $89'])
    await mia.call(coupons.editCoupon, { id: code, texts: { de: { condition_text: 'Ab 90 $' } } }, { ifMatch: '*' })
    expect(await read('de')).toEqual(['Ab 90 $', 'All of it', 'Ab 90 $'])
    await mia.call(coupons.editCoupon, { id: code, texts: {} }, { ifMatch: '*' })
    expect(await read('de')).toEqual(['From $89', 'All of it', 'From $89'])
  })

  test("are accepted in the shop's languages only, share the coupon's version, and can be changed after a claim", async () => {
    const { code } = await addCoupon({ texts: { de: german, fr: { condition_text: '' } } })
    const { data: coupon, etag } = await mia.call(coupons.getStaffCoupon, { id: code })
    expect(coupon.texts).toEqual({ de: german })
    const { data: listed } = await mia.call(coupons.listCouponTexts, { id: code })
    expect(listed.data.find(({ language }) => language === 'de')).toMatchObject({ ...german, is_written: true })
    expect(listed.data.find(({ language }) => language === 'fr')).toMatchObject({ object: '', is_written: false })
    expect(listed.data.map(({ language }) => language)).not.toContain('en')
    const edit = (texts: Record<string, object>) =>
      mia.call(coupons.editCoupon, { id: code, texts }, { ifMatch: etag ?? '' })
    expect(await problemOf(edit({ xx: german }))).toMatchObject({ status: 422, errors: [{ field: 'texts.xx' }] })
    expect(await problemOf(edit({ en: german }))).toMatchObject({ status: 422, errors: [{ field: 'texts.en' }] })
    await mia.call(coupons.giveStaffCoupon, { id: code, email: ada.email })
    expect((await edit({ de: { ...german, object: 'Alles' } })).data.texts.de?.object).toBe('Alles')
    expect(await problemOf(edit({}))).toMatchObject({ status: 412 })
  })
})

describe('the list of coupons', () => {
  test('filters by kind, scope and widget, and counts the views', async () => {
    const kind = 'free_shipping' as const
    const scarves = await addCoupon({ kind, percent: null, categories: ['dresses'], object: 'Evening wear' })
    const nearly = await addCoupon({ kind, percent: null, stock: 1 })
    await mia.call(coupons.giveStaffCoupon, { id: nearly.code, email: ada.email })
    const { data: widget } = await mia.call(widgets.createWidget, {
      ...{ title: 'W', register: 'subscribe', coupons: [scarves.code] },
    })
    const find = async (input: object) =>
      (await mia.call(coupons.listStaffCoupons, input)).data.data.map(({ code }) => code)
    expect(await find({ kind })).toEqual([nearly.code, scarves.code])
    expect(await find({ kind, for: 'dresses' })).toEqual([scarves.code])
    expect(await find({ kind, for: 'all' })).toEqual([nearly.code])
    expect(await find({ widget: widget.id })).toEqual([scarves.code])
    expect(await find({ q: 'evening' })).toEqual([scarves.code])
    expect(await find({ q: '%' })).toEqual([])
    expect(await find({ kind, status: 'running_out' })).toEqual([nearly.code])
    const { data } = await mia.call(widgets.listStaffWidgets, { coupon: scarves.code })
    expect(data).toMatchObject({ data: [{ id: widget.id }], total: 1 })
    const { counts } = (await mia.call(coupons.countCoupons, {})).data
    for (const status of ['running', 'scheduled', 'taken', 'paused', 'ended', 'running_out'] as const) {
      const { total } = (await mia.call(coupons.listStaffCoupons, { status, limit: 1 })).data
      expect(counts[status], status).toBe(total)
    }
    expect(counts.all).toBe((await mia.call(coupons.listStaffCoupons, { limit: 1 })).data.total)
  })

  test('shows daily uses of each coupon', async () => {
    const { db } = shop.shop
    const [used, fresh] = [await addCoupon(), await addCoupon()]
    const at = (days: number) => new Date(shop.clock.now().getTime() - days * dayMs)
    const use = (days: number, n: number) => ({
      ...{ id: `use-${n}`, couponId: used.id, email: `u${n}@harbor.test`, holder: `h${n}`, status: 2 },
      ...{ claimedAt: at(days), usedAt: at(days), orderId: `use-${n}` },
    })
    await db.transaction(async (tx) => {
      // The test needs no orders, so the foreign keys are off.
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.insert(couponClaims).values([use(0, 1), use(0, 2), use(29, 3), use(40, 4)])
    })
    const codes = `${used.code},${fresh.code.toLowerCase()},NONE`
    const { uses } = (await mia.call(coupons.listCouponUses, { codes })).data
    const of = (code: string) => uses.find((one) => one.code === code)
    expect(uses).toHaveLength(2)
    expect(of(used.code)).toMatchObject({ used: 4 })
    expect([of(used.code)?.by_day[0], of(used.code)?.by_day.at(-1), of(used.code)?.by_day.length]).toEqual([1, 2, 30])
    expect(of(fresh.code)).toEqual({ code: fresh.code, used: 0, by_day: Array.from({ length: 30 }, () => 0) })
  })

  test("stores the reason for giving a coupon, and keeps the recipient out of the coupon's audit log", async () => {
    const { code } = await addCoupon()
    const given = { id: code, email: ada.email, reason: 'The parcel came late' }
    expect((await mia.call(coupons.giveStaffCoupon, given)).data).toMatchObject({ claimed: 1, reason: given.reason })
    const viewer = await staff.member('viewer')
    const { data: log } = await viewer.call(listAudit, { about: `coupons/${code}` })
    expect(log.data[0]).toMatchObject({ call: 'POST /coupons/:id/give', after: { claimed: 1, reason: given.reason } })
    expect(JSON.stringify(log.data[0])).not.toContain(ada.email)
  })
})
