import { expect, test } from 'vitest'
import { CallFailed, CallRefused, createCaller, sessionEndHeader } from '#contract/calls/call.ts'
import { listCoupons } from '#features/coupons/coupons.contract.ts'
import { getOrder } from '#features/orders/orders.contract.ts'
import { writeReview } from '#features/reviews/reviews.contract.ts'
import { changePassword } from '#features/sign-in/sign-in.contract.ts'

type Answered = { status?: number; body: unknown; headers?: Record<string, string> }

function callerOf({ status = 200, body, headers = {} }: Answered, token: string | null = 'abc') {
  const sent: { path: string; headers: Headers }[] = []
  const ended: string[] = []
  const call = createCaller({
    fetch: async (path, init) => {
      sent.push({ path, headers: new Headers(init.headers) })
      return Response.json(body, { status, headers })
    },
    token: () => token,
    onSessionEnd: (dead) => ended.push(dead),
  })
  return { call, sent, ended }
}

const refused = { status_code: 422, message: 'Please check the marked fields', errors: { email: ['No'] } }

test.each([200, 400, 500])(
  'recognizes a refusal with status 422 in the body, under HTTP %i and in every kind of envelope',
  async (status) => {
    const { call } = callerOf({ status, body: refused })
    for (const input of [
      call(getOrder, { orderId: 'x' }),
      call(listCoupons, { status: 1, limit: 10, language_id: 1 }),
      call(changePassword, { old_password: 'a', password: 'b' }),
    ]) {
      const error = await input.catch((one) => one)
      expect(error).toBeInstanceOf(CallRefused)
      expect(error.status).toBe(422)
      expect(error.refusal.errors).toEqual({ email: ['No'] })
    }
  },
)

const review = { order_no: 'HB2A3B4C5D6E7', product_id: 1, sku: 'A', rank: 100, content: 'Fine' }

test.each([{ data: null }, { data: false }, { data: '' }, {}, null])(
  'rejects a review whose response is %j',
  async (body) => {
    await expect(callerOf({ body }).call(writeReview, review)).rejects.toBeInstanceOf(CallRefused)
  },
)

test('accepts a review whose response contains data', async () => {
  expect(await callerOf({ body: { data: { id: 'a' } } }).call(writeReview, review)).toEqual({ id: 'a' })
})

test('reports any other server fault as a failed call', async () => {
  const { call } = callerOf({ status: 500, body: { status_code: 500, message: 'Away' } })
  await expect(call(getOrder, { orderId: 'x' })).rejects.toBeInstanceOf(CallFailed)
})

test('sends a JSON content type only with the coupon list', async () => {
  const { call, sent } = callerOf({ body: { code: 0, data: [], meta: {} } })
  await call(listCoupons, { status: 1, limit: 10, language_id: 1 })
  await call(getOrder, { orderId: 'x', email: 'ada@harbor.test' }).catch(() => undefined)
  expect(sent.map(({ headers }) => headers.get('content-type'))).toEqual(['application/json', null])
  expect(sent[1]?.path).toBe('/rest/order/x?email=ada%40harbor.test')
})

test('reports an unknown token to the owner of the token', async () => {
  const answer = { body: { data: {} }, headers: { [sessionEndHeader]: '1' } }
  const ada = callerOf(answer)
  await ada.call(getOrder, { orderId: 'x' })
  expect(ada.ended).toEqual(['abc'])
  const guest = callerOf(answer, null)
  await guest.call(getOrder, { orderId: 'x' })
  expect(guest.ended).toEqual([])
})
