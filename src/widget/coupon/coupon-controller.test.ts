import { beforeAll, expect, test, vi } from 'vitest'
import type { MakeCall } from '#contract/calls/call.ts'
import { type Advert, listWidgets } from '#features/adverts/adverts.contract.ts'
import { saveAdvert } from '#features/adverts/server/adverts.service.ts'
import { bindCoupons, type CouponWidget, type WidgetCode } from '#features/coupons/coupons.contract.ts'
import { saveTestCoupon, saveTestCurrencies, saveTestWidget } from '#testing/shops/test-offers.ts'
import { type Person, testShop } from '#testing/test-shop.ts'
import type { Host } from '../host.ts'
import { createCouponController } from './coupon-controller.ts'
import { createStates } from './states.ts'

const shop = testShop()
beforeAll(() => saveTestCurrencies(shop.shop.db))
let lastId = 5000

type Setting = Parameters<typeof saveTestWidget>[2] & { jumpUrl?: string; stock?: number; coupons?: number }

/** Opens a widget on a page that records the widget's requests. */
async function openWidget(
  visitor: Person,
  setting: Setting = {},
  answers: { email?: string | null; signsInAs?: Person; listsHeld?: boolean } = {},
) {
  let who = visitor
  const { db } = shop.shop
  const { jumpUrl = '/coats', stock = 10, coupons = 1, ...widgetSetting } = setting
  const ids: number[] = []
  for (let made = 0; made < coupons; made++) ids.push(await saveTestCoupon(db, { jumpUrl, stockTotal: stock }))
  const { id: couponWidgetId } = await saveTestWidget(db, ids, widgetSetting)
  const advertId = ++lastId
  const startsAt = new Date('2026-01-01')
  await saveAdvert(db, { id: advertId, position: 'home', linkType: 'coupon_module', couponWidgetId, startsAt })
  const [advert] = await who.call(listWidgets, { ids: String(advertId) })
  if (!advert) throw new Error('the advert does not run')
  const log: string[] = []
  const requests: string[] = []
  let email = who.email || null
  let visit = 'here'
  // A guest's browser keeps one id for all calls. A shopper is identified by the token.
  const guest = shop.browser()
  const call: MakeCall = (made, input, options) => {
    requests.push(made.path.replace('/ajax-web/coupon/', ''))
    return (who.token ? who : guest).call(made, input, options)
  }
  const host: Host = {
    call,
    session: { token: () => who.token, isSignedIn: () => who.token !== null, email: () => email },
    t: (id) => id,
    here: () => ({ origin: 'http://harbor.test', pathname: '/' }),
    showToast: (text) => log.push(text),
    signIn: async () => {
      log.push('sign in?')
      who = answers.signsInAs ?? who
      email = who.email || null
      return who.token !== null
    },
    subscribe: async () => {
      log.push('subscribe?')
      email = answers.email ?? null
      return email
    },
    congratulate: async () => {
      log.push('Congratulations!')
      return true
    },
    go: (href) => log.push(`go ${href}`),
    visit: () => visit,
    removeSession: () => {
      log.push('session over')
      who = shop.stranger()
      email = null
    },
    onClaim: answers.listsHeld ? () => log.push('claimed') : undefined,
  }
  const states = createStates(call, null)
  const controller = createCouponController(advert, advert.link_detail as CouponWidget, host, states)
  const changes: (number | 'all' | null)[] = []
  const leave = controller.state.follow(() => changes.push(controller.state.read().busy))
  return {
    controller,
    log,
    requests,
    codes: () => controller.state.read().codes,
    leave,
    goElsewhere: () => {
      visit = 'there'
    },
  }
}

/** Returns the widget of an advert with other coupons. */
function withCodes({ link_detail }: Advert, codes: WidgetCode[]): CouponWidget {
  const widget = link_detail as CouponWidget
  return { ...widget, settings: { ...widget.settings, coupon: { ...widget.settings.coupon, codes } } }
}

const first = ({ codes }: Awaited<ReturnType<typeof openWidget>>) => codes()[0]?.link_id ?? 0

test('claims, confirms and redirects, then uses the claimed coupon', async () => {
  const widget = await openWidget(await shop.signedIn())
  await widget.controller.tap(first(widget))
  expect(widget.log).toEqual(['Received Successfully', 'go http://harbor.test/coats'])
  expect(widget.codes()).toMatchObject([{ is_received: true }])
  await widget.controller.tap(first(widget))
  expect(widget.log.slice(2)).toEqual(['go http://harbor.test/coats'])
})

test('shows a pop-up instead of a toast, and redirects one second after USE', async () => {
  const widget = await openWidget(await shop.signedIn(), { hasPopup: true })
  const tapped = widget.controller.tap(first(widget))
  await vi.waitFor(() => expect(widget.log).toEqual(['Congratulations!']))
  const used = performance.now()
  await tapped
  expect(performance.now() - used).toBeGreaterThan(900)
  expect(widget.log).toEqual(['Congratulations!', 'go http://harbor.test/coats'])
})

test('does not redirect a shopper who has gone elsewhere meanwhile', async () => {
  const ada = await shop.signedIn()
  const [left, gone, popped] = [await openWidget(ada), await openWidget(ada), await openWidget(ada, { hasPopup: true })]
  const taps = [left, gone, popped].map((widget) => widget.controller.tap(first(widget)))
  await vi.waitFor(() => expect([...left.log, ...gone.log, ...popped.log]).toHaveLength(3))
  left.leave()
  gone.goElsewhere()
  popped.goElsewhere()
  await Promise.all(taps)
  expect([...left.log, ...gone.log]).toEqual(['Received Successfully', 'Received Successfully'])
  expect(popped.log).toEqual(['Congratulations!'])
})

test('reports a claim to a page that lists coupons, and stays there while more can be claimed', async () => {
  const ada = await shop.signedIn()
  const several = await openWidget(ada, { coupons: 2 }, { listsHeld: true })
  await several.controller.tap(first(several))
  expect(several.log).toEqual(['claimed', 'Received Successfully'])
  const one = await openWidget(ada, {}, { listsHeld: true })
  await one.controller.tap(first(one))
  expect(one.log).toEqual(['claimed', 'Received Successfully', 'go http://harbor.test/coats'])
})

test('shows a message on the home page for a coupon on all products', async () => {
  const widget = await openWidget(await shop.signedIn(), { jumpUrl: '/' })
  await widget.controller.tap(first(widget))
  expect(widget.log).toEqual(['Received Successfully', 'The coupon is valid for all products'])
})

test('claims nothing when a guest cancels the subscription', async () => {
  const widget = await openWidget(shop.stranger(), {}, { email: null })
  await widget.controller.tap(first(widget))
  expect(widget.log).toEqual(['subscribe?'])
  expect(widget.codes()).toMatchObject([{ is_received: false }])
  expect(widget.controller.state.read().busy).toBe(null)
})

test('claims right after a guest subscribes', async () => {
  const widget = await openWidget(shop.stranger(), { coupons: 2, bundleReceive: 1 }, { email: 'breath@harbor.test' })
  await widget.controller.tap('all')
  expect(widget.log).toEqual(['subscribe?', 'Received Successfully', 'go http://harbor.test/coats'])
  expect(widget.codes()).toMatchObject([{ is_received: true }, { is_received: true }])
})

test('asks a guest to sign in, and stops when the guest cancels', async () => {
  const widget = await openWidget(shop.stranger(), { registerType: 2 })
  await widget.controller.tap(first(widget))
  expect(widget.log).toEqual(['sign in?'])
})

test('uses a coupon that the shopper turns out to hold after signing in, without a second claim', async () => {
  const ada = await shop.signedIn()
  const widget = await openWidget(shop.stranger(), { registerType: 2, coupons: 2 }, { signsInAs: ada })
  await ada.call(bindCoupons, { code_id: String(first(widget)) })
  await widget.controller.tap(first(widget))
  expect(widget.log).toEqual(['sign in?', 'go http://harbor.test/coats'])
  expect(widget.requests).toEqual(['widgets'])
  expect(widget.codes()).toMatchObject([{ is_received: true }, { is_received: false }])
  // The other coupon is claimed as usual.
  await widget.controller.tap(widget.codes()[1]?.link_id ?? 0)
  expect(widget.requests).toContain('bind')
})

test.each([
  [2, 'sign in?'],
  [1, 'subscribe?'],
])(
  'with register type %i, asks the visitor (%s) instead of failing after the session was ended elsewhere',
  async (type, question) => {
    const ada = await shop.signedIn()
    const bob = await shop.signedIn('bob')
    const ended = { ...ada, call: shop.stranger().call }
    const answers = { signsInAs: bob, email: `ended-${type}@harbor.test` }
    const widget = await openWidget(ended, { registerType: type }, answers)
    await widget.controller.tap(first(widget))
    expect(widget.log).toEqual(['session over', question, 'Received Successfully', 'go http://harbor.test/coats'])
  },
)

test('does nothing for a claimed coupon that cannot be used', async () => {
  const widget = await openWidget(await shop.signedIn())
  const [code] = widget.codes()
  const advert = { id: 1, link_detail: { settings: { coupon: { codes: [] } } } } as unknown as Advert
  const held = { ...code, is_received: true, block_reason: 'coupon_reserved' } as WidgetCode
  widget.controller.apply({ ...advert, link_detail: withCodes(advert, [held]) })
  await widget.controller.tap(first(widget))
  expect(widget.log).toEqual([])
  expect(widget.requests).toEqual([])
})

test('sends no claim for a shopper outside of the user group, but shows a message and reloads the widget', async () => {
  const ada = await shop.signedIn()
  const call = vi.fn(ada.call) as unknown as Person['call']
  const widget = await openWidget({ ...ada, call }, { userGroup: 3 })
  await widget.controller.tap(first(widget))
  expect(widget.log).toEqual(['Sorry, you are not eligible for the coupon'])
  const listPaths = () => vi.mocked(call).mock.calls.map(([made]) => made.path)
  await vi.waitFor(() => expect(listPaths().at(-1)).toBe('/ajax-web/coupon/widgets'))
  expect(listPaths()).not.toContain('/ajax-web/coupon/bind')
})

test("shows the server's message when the last coupon is gone, and reloads the widget state", async () => {
  const ada = await shop.signedIn()
  const widget = await openWidget(ada, { stock: 1 })
  const other = await shop.signedIn('bob')
  await other.fetch('/ajax-web/coupon/bind', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code_id: String(first(widget)) }),
  })
  await widget.controller.tap(first(widget))
  expect(widget.log).toEqual(['The coupons have been snapped up'])
  await vi.waitFor(() => expect(widget.codes()).toMatchObject([{ is_available: false }]))
  await widget.controller.tap(first(widget))
  expect(widget.log).toEqual(['The coupons have been snapped up', 'The coupons have been snapped up'])
})

test('reports a failure when a claim gets no response', async () => {
  const ada = await shop.signedIn()
  const widget = await openWidget(ada)
  const broken = await openWidget({
    ...ada,
    call: async (made, input, options) => {
      if (made.path.endsWith('/bind')) throw new TypeError('the network broke')
      return ada.call(made, input, options)
    },
  })
  await broken.controller.tap(first(broken))
  expect(broken.log).toEqual(['Received failed'])
  expect(widget.log).toEqual([])
})

test('makes one claim for fifty simultaneous taps', async () => {
  const ada = await shop.signedIn()
  let binds = 0
  const widget = await openWidget({
    ...ada,
    call: (made, input, options) => {
      if (made.path.endsWith('/bind')) binds++
      return ada.call(made, input, options)
    },
  })
  await Promise.all(Array.from({ length: 50 }, () => widget.controller.tap(first(widget))))
  expect(binds).toBe(1)
})
