import type { Hunt } from './hunt.ts'

const paths = [
  '/',
  '/account',
  '/contact-us',
  '/order-query',
  '/cart',
  '/checkout',
  '/gallery',
  '/rest/order',
  '/healthz',
]
const odd = [
  '',
  '/',
  '//',
  '/../',
  '/%00',
  '/%',
  '/%F0',
  '?',
  '?a=1&a=2',
  `?q=${'x'.repeat(3_000)}`,
  '#x',
  '/..%2f..%2f',
]

const hunt: Hunt = {
  promise: 'No address of a page makes the shop answer with a fault',
  hunt: async ({ ask, fault, isOver, randomAddress }) => {
    for (const path of paths) {
      for (const end of odd) {
        if (isOver()) return
        const { status } = await ask(path + end, { headers: randomAddress(), redirect: 'manual' })
        if (status >= 500) fault(`${path}${end.slice(0, 40)} answered ${status}`)
      }
    }
  },
}
export default hunt
