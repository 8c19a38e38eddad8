import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { toQuery } from '#contract/calls/call.ts'
import type { StaffPage } from '#contract/calls/staff-call.ts'
import { useReload } from '../data/reload-page.ts'
import { formatProblem } from '../data/use-command.ts'
import { usePageSearch } from '../data/use-page-data.ts'
import { useStaffLive } from '../data/use-staff-live.ts'
import { pickRowParameters } from './bulk/row-parameters.ts'
import { addPage, createListRows, type ListRows, mergeFirstPage } from './table/list-rows.rules.ts'

type Search = Record<string, string | undefined>

/** Returns the search of a list's address and functions that change it. The address contains all choices of a list. */
export function useListAddress(path: string) {
  const router = useRouter()
  const search = usePageSearch<Search>(path)
  const linkTo = (change: Search) => path + toQuery({ ...search, ...change })
  return {
    search,
    linkTo,
    /** A changed filter replaces the history entry, so that the browser's Back leaves the list. */
    change: (change: Search) => router.navigate({ href: linkTo(change), replace: true, resetScroll: false }),
  }
}

type ListOptions<T> = {
  /** The first page from the loader for this address. */
  first: StaffPage<T>
  search: Search
  keyOf: (row: T) => string
  read: (input: Search) => Promise<StaffPage<T>>
  /** The live topics that announce changes of rows. */
  topics?: string[]
}

export type List<T> = ListRows<T> & {
  keyOf: (row: T) => string
  more: () => Promise<void>
  isBusy: boolean
  problem: string | null
  showNewRows: () => void
  /** Updates a row with the result of a command. */
  put: (row: T) => void
}

const countTopics = ['counts']

/** Returns the loaded pages of a list, updated live without moving rows. */
export function useList<T>({ first, search, keyOf, read, topics = countTopics }: ListOptions<T>): List<T> {
  const reload = useReload()
  const which = toQuery(pickRowParameters(search))
  const [kept, setKept] = useState({ first, which, list: createListRows(first) })
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  let { list } = kept
  if (kept.first !== first) {
    list = kept.which === which ? mergeFirstPage(kept.list, first, keyOf, true) : createListRows(first)
    setKept({ first, which, list })
  }
  const setList = (change: (list: ListRows<T>) => ListRows<T>) =>
    setKept((now) => (now.which === which ? { ...now, list: change(now.list) } : now))
  useStaffLive(topics, async () => {
    const page = await read(pickRowParameters(search))
    // The response is dropped if the member has opened another list meanwhile.
    setList((now) => mergeFirstPage(now, page, keyOf, false))
  })
  async function more() {
    if (isBusy || list.next === null) return
    setBusy(true)
    setProblem(null)
    try {
      const page = await read({ ...pickRowParameters(search), after: list.next })
      setList((now) => addPage(now, page, keyOf))
    } catch (error) {
      setProblem(formatProblem(error))
    } finally {
      setBusy(false)
    }
  }
  async function showNewRows() {
    setKept((now) => ({ ...now, which: '' }))
    await reload()
  }
  const put = (row: T) =>
    setList((now) => ({ ...now, rows: now.rows.map((one) => (keyOf(one) === keyOf(row) ? row : one)) }))
  return { ...list, keyOf, more, isBusy, problem, showNewRows, put }
}
