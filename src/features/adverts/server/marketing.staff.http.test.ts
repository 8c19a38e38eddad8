import { beforeAll, describe, expect, test } from 'vitest'
import { StaffProblem } from '#contract/staff-call.ts'
import { dayMs } from '#contract/times.ts'
import { getAdvert, listWidgets, recordAdvertClick } from '#features/adverts/adverts.contract.ts'
import { bindCoupons, listCoupons } from '#features/coupons/coupons.contract.ts'
import * as coupons from '#features/coupons/coupons.staff.contract.ts'
import * as widgets from '#features/coupons/widgets.staff.contract.ts'
import { drawPicture } from '#testing/pictures.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import { stockShop } from '#testing/stocked-shop.ts'
import { type Person, testShop } from '#testing/test-shop.ts'
import * as adverts from '../adverts.staff.contract.ts'

const shop = testShop()
const staff = testStaff(shop)
let mia: StaffPerson
let ada: Person

beforeAll(async () => {
  await stockShop(shop.shop.db, shop.clock.now())
  ada = await shop.signedIn()
  mia = await staff.member('marketing', 'Mia')
})

const problemOf = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error) => (error instanceof StaffProblem ? error.problem : Promise.reject(error)),
  )
let made = 0
const addCoupon = async (more: object = {}) =>
  (await mia.call(coupons.createCoupon, { code: `LINEN${++made}`, kind: 'percent', percent: 15, ...more })).data
const dollars = (amount: number) => ({ amount, currency: 'USD' })
const inDays = (days: number) => new Date(shop.clock.now().getTime() + days * dayMs).toISOString()

describe('coupons', () => {
  test('are added, found by code or id, and given to somebody who has it at once', async () => {
    const coupon = await addCoupon({ categories: ['dresses'], products: ['scarf'], minimum: dollars(5000), stock: 5 })
    expect(coupon).toMatchObject({
      kind: 'percent',
      percent: 15,
      status: 'running',
      claimed: 0,
      possible: ['end', 'give'],
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

  test('that make no sense are named, and one code is one coupon', async () => {
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

  test('what it gives stays as soon as somebody holds it; days and stock may change', async () => {
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

  test('one that is ended is claimed by nobody, and stays with whoever holds it', async () => {
    const { code } = await addCoupon()
    await mia.call(coupons.giveStaffCoupon, { id: code, email: ada.email })
    expect((await mia.call(coupons.endCoupon, { id: code })).data).toMatchObject({ status: 'ended', possible: [] })
    const late = mia.call(coupons.giveStaffCoupon, { id: code, email: 'late@harbor.test' })
    expect(await problemOf(late)).toMatchObject({ status: 409, code: 'coupons_gone' })
    expect((await ada.call(listCoupons, {})).data.map((one) => one.code)).toContain(code)
  })

  test('marketing sees how many hold it, support also who', async () => {
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

  test('a widget is made, placed, published, claimed from, changed and paused, and shows so at once', async () => {
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
    // What left the widget cannot be claimed there any more, and is still whose it was.
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

  test('a widget that makes no sense is refused, and an empty one is not published', async () => {
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

  test('a banner runs on its days with its picture, counts taps, and is switched off rather than deleted then', async () => {
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
    expect(figures).toEqual({ clicks: 1, by_day: [{ day: '2026-06-15', clicks: 1, shoppers: 1 }] })
    const remove = (one: number) => mia.call(adverts.deleteAdvert, { id: String(one) }, { ifMatch: '*' })
    expect((await remove(data.id)).data).toEqual({ outcome: 'ended' })
    expect(await look('coupon')).toBeNull()
    expect((await remove(later.id)).data).toEqual({ outcome: 'deleted' })
    expect(await problemOf(remove(later.id))).toMatchObject({ status: 404 })
    const { data: list } = await mia.call(adverts.listStaffAdverts, { position: 'coupon' })
    expect(list.data).toMatchObject([{ id: data.id, status: 'off' }])
  })

  test('an advert without what its kind needs is refused', async () => {
    const picture = { path: '/catalogue/x.png', width: 1, height: 1 }
    const wrong: [object, string][] = [
      [{ kind: 'widget' }, 'widget_id'],
      [{ kind: 'widget', widget_id: 999 }, 'widget_id'],
      [{ kind: 'link', link: '/' }, 'picture'],
      [{ kind: 'link', picture }, 'link'],
      [{ kind: 'link', picture, link: 'https://evil.example' }, 'link'],
      [{ kind: 'link', picture: { ...picture, path: '//evil.example' }, link: '/' }, 'picture.path'],
      [{ kind: 'app', picture }, 'ios_url'],
      [{ kind: 'link', picture, link: '/', ends_at: inDays(-1) }, 'ends_at'],
    ]
    for (const [change, field] of wrong) {
      const asked = mia.call(adverts.createAdvert, { position: 'home', kind: 'link', ...change })
      expect(await problemOf(asked)).toMatchObject({ status: 422, errors: [{ field }] })
    }
    const file = new File(['no picture'], 'x.png', { type: 'image/png' })
    expect(await problemOf(mia.call(adverts.addPicture, { file }))).toMatchObject({ code: 'image_wrong_type' })
  })
})
