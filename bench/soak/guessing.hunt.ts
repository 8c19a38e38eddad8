import type { Hunt } from './hunt.ts'

const owner = { email: 'shopper@harbor.test', password: 'Harbor2026' }

const hunt: Hunt = {
  promise: 'However many guess from wherever, nobody gets in, nobody is answered late, and the owner is not locked out',
  hunt: async ({ ask, fault, randomAddress, isOver }) => {
    const signIn = (headers: Record<string, string>, body: object) =>
      ask('/ajax-web/customer/login', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    let slowest = 0
    for (let round = 0; round < 60 && !isOver(); round++) {
      const guess = (at: number) => signIn(randomAddress(), { ...owner, password: `Wrong${round}x${at}` })
      const began = performance.now()
      const health = ask('/healthz').then(() => {
        slowest = Math.max(slowest, performance.now() - began)
      })
      const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => guess(at)))
      await health
      for (const { status } of answers) if (status !== 401 && status !== 429) fault(`A guess answered ${status}`)
    }
    if (slowest > 1_000) fault(`A health check waited ${Math.round(slowest)} ms`)
    const { status } = await signIn(randomAddress('198.18.0.9'), owner)
    if (status !== 200) fault(`The owner got ${status} in a network of her own`)
  },
}
export default hunt
