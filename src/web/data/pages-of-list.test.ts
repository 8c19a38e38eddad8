import { expect, test } from 'vitest'
import { createPages } from './pages-of-list.ts'

type PageRequest = { filter: string; page: number; pagesAtOnce: number }

const pageOf = (items: string[], page: number, limit: number) => ({
  data: items.slice((page - 1) * limit, page * limit),
  meta: { pagination: { current_page: page, total_pages: Math.ceil(items.length / limit), total: items.length } },
})

/** Opens a list of words, two per page. The filter is the first letter of a word. */
function openList(words: string[]) {
  const requests: PageRequest[] = []
  const line = { isDown: false, gate: Promise.resolve() }
  const load = async (filter: string, page: number, pagesAtOnce: number) => {
    requests.push({ filter, page, pagesAtOnce })
    const answer = pageOf(
      words.filter((word) => word.startsWith(filter)),
      page,
      2 * pagesAtOnce,
    )
    await line.gate
    if (line.isDown) throw new Error('no answer')
    return answer
  }
  const everything: string = ''
  const pages = createPages(pageOf(words, 1, 2), everything, load)
  return { ...pages, words, requests, line, read: pages.state.read }
}

const five = ['ant', 'bee', 'asp', 'bug', 'ape']

test('grows page by page up to the last page', async () => {
  const list = openList(five)
  expect(list.read()).toMatchObject({ items: ['ant', 'bee'], hasMore: true, isBusy: false })
  await list.loadMore()
  expect(list.read()).toMatchObject({ items: ['ant', 'bee', 'asp', 'bug'], pages: 2, hasMore: true })
  await list.loadMore()
  expect(list.read()).toMatchObject({ items: five, pages: 3, hasMore: false, isBusy: false })
  expect(list.requests.map(({ page }) => page)).toEqual([2, 3])
})

test('starts over with another filter, and continues with that filter', async () => {
  const list = openList(five)
  await list.loadMore()
  await list.changeFilter('a')
  expect(list.read()).toMatchObject({ filter: 'a', items: ['ant', 'asp'], pages: 1, hasMore: true })
  await list.loadMore()
  expect(list.read()).toMatchObject({ items: ['ant', 'asp', 'ape'], hasMore: false })
})

test('ignores a late response to an older request', async () => {
  const list = openList(five)
  let open = () => {}
  list.line.gate = new Promise((resolve) => {
    open = resolve
  })
  const older = list.changeFilter('a')
  list.line.gate = Promise.resolve()
  await list.changeFilter('b')
  open()
  await older
  expect(list.read()).toMatchObject({ filter: 'b', items: ['bee', 'bug'], isBusy: false })
})

test('keeps the shown items after a failure and can retry', async () => {
  const list = openList(five)
  list.line.isDown = true
  await list.loadMore()
  expect(list.read()).toMatchObject({ items: ['ant', 'bee'], hasMore: true, isBusy: false, hasFailed: true })
  list.line.isDown = false
  await list.loadMore()
  expect(list.read()).toMatchObject({ items: ['ant', 'bee', 'asp', 'bug'], hasFailed: false })
})

test('reloads all shown items in one call', async () => {
  const list = openList([...five])
  await list.loadMore()
  list.words.unshift('new')
  await list.reload()
  expect(list.requests.at(-1)).toEqual({ filter: '', page: 1, pagesAtOnce: 2 })
  expect(list.read()).toMatchObject({ items: ['new', 'ant', 'bee', 'asp'], pages: 2, hasMore: true })
  await list.loadMore()
  expect(list.read()).toMatchObject({ items: ['new', ...five], hasMore: false })
})

test('does not show a failed reload as a failure', async () => {
  const list = openList(five)
  list.line.isDown = true
  await list.reload()
  expect(list.read()).toMatchObject({ items: ['ant', 'bee'], hasFailed: false })
})

test('ignores a reload that finishes after another request', async () => {
  const list = openList(five)
  let open = () => {}
  list.line.gate = new Promise((resolve) => {
    open = resolve
  })
  const reload = list.reload()
  list.line.gate = Promise.resolve()
  await list.loadMore()
  open()
  await reload
  expect(list.read()).toMatchObject({ items: ['ant', 'bee', 'asp', 'bug'], pages: 2 })
})

test('reloads at most ten pages at once', async () => {
  const list = openList(Array.from({ length: 30 }, (_, index) => `word ${index}`))
  for (let page = 2; page <= 12; page++) await list.loadMore()
  await list.reload()
  expect(list.requests.at(-1)).toMatchObject({ page: 1, pagesAtOnce: 10 })
  expect(list.read()).toMatchObject({ pages: 10, hasMore: true })
  expect(list.read().items).toHaveLength(20)
})
