import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchCode, guardNavigation } from './code-loading.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('retries code after a network failure', async () => {
  let tries = 0
  const coming = fetchCode(async () => {
    tries += 1
    if (tries < 3) throw new Error('offline')
    return 'here'
  })
  await vi.advanceTimersByTimeAsync(2_500)
  expect(await coming).toBe('here')
})

test('fails after three attempts', async () => {
  let tries = 0
  const coming = fetchCode(async () => {
    tries += 1
    throw new Error('gone')
  }).catch((error: Error) => error.message)
  await vi.advanceTimersByTimeAsync(2_500)
  expect(await coming).toBe('gone')
  expect(tries).toBe(3)
})

test('rejects a load without a response after 120,000 ms, and not before', async () => {
  const ended = vi.fn()
  fetchCode(() => new Promise(() => undefined)).catch(ended)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toHaveBeenCalledOnce()
})

test('shows the loading bar until the requested page is rendered', async () => {
  const attributes = new Set<string>()
  const toggleAttribute = (name: string, on: boolean) => (on ? attributes.add(name) : attributes.delete(name))
  vi.stubGlobal('document', { documentElement: { toggleAttribute }, querySelector: () => null })
  let resolve = () => {}
  let block = async (_: object) => false
  const router = {
    history: { block: ({ blockerFn }: { blockerFn: typeof block }) => (block = blockerFn) },
    subscribe: (_: 'onResolved', onResolved: () => void) => (resolve = onResolved),
    getMatchedRoutes: () => [[]],
  }
  guardNavigation(router as never)
  const going = block({ nextLocation: { pathname: '/cart', href: '/cart' } })
  expect([...attributes]).toEqual(['data-going'])
  await vi.advanceTimersByTimeAsync(1)
  expect(await going).toBe(false)
  expect([...attributes]).toEqual(['data-going'])
  resolve()
  expect([...attributes]).toEqual([])
  vi.unstubAllGlobals()
})
