import { whenNotGoing } from './going.ts'

/**
 * History entries of open modals. Each open modal has an entry, so that Back closes the modal and stays on the page.
 * The entry copies the state of its page and adds its depth: 1 for the first modal, 2 for one above it. The router
 * never sees these entries.
 */
const depthKey = 'modalDepth'

// 1,000: a traversal within a document takes milliseconds. Without an event for this long, the traversal did not
// happen.
const longestMoveMs = 1000

type Modal = { close: () => void }
const open: Modal[] = []
/** Calls that arrived during a traversal. */
const waiting: (() => void)[] = []
let moveTimer: ReturnType<typeof setTimeout> | undefined
let shownPage: string | undefined
let tellRouter: ((event: PopStateEvent) => void) | undefined

const readDepth = () => Number(window.history.state?.[depthKey] ?? 0)
const readPage = (): string => window.history.state?.__TSR_key ?? window.location.href

/** Adds a history entry for a modal. Back calls `close`, and the returned function removes the entry again. */
export function addModalEntry(close: () => void): () => void {
  if (shownPage === undefined) listen()
  const modal = { close }
  open.push(modal)
  settleSoon()
  return () => {
    open.splice(open.indexOf(modal), 1)
    settleSoon()
  }
}

/** Returns the window for the router, whose history has the entries of pages only. */
export function createPageWindow() {
  listen()
  const history = {
    get state() {
      return toPageState(window.history.state)
    },
    get length() {
      return window.history.length
    },
    pushState: (state: object | null, _: string, url?: string) => afterMove(() => pushPage(state, url)),
    replaceState: (state: object | null, _: string, url?: string) => afterMove(() => replacePage(state, url)),
    go: (by: number) => afterMove(() => window.history.go(by - readDepth())),
    back: () => history.go(-1),
    forward: () => history.go(1),
  }
  return {
    history,
    location: window.location,
    document,
    addEventListener(type: string, listener: (event: Event) => void, options?: AddEventListenerOptions) {
      if (type === 'popstate') tellRouter = listener
      else window.addEventListener(type, listener, options)
    },
    removeEventListener: window.removeEventListener.bind(window),
  }
}

/** Leaves the document once the entry of a modal just closed is removed. Its removal would cancel the navigation. */
export function leaveDocument(leave: () => void): void {
  // One task later the modal has left the page.
  setTimeout(() => {
    settle()
    afterMove(leave)
  })
}

function listen() {
  shownPage = readPage()
  window.addEventListener('popstate', handlePopState)
  // A page from the back/forward cache may return at the entry of a modal.
  window.addEventListener('pageshow', settleSoon)
  // After a reload all modals are closed, but the current entry may still belong to one.
  settleSoon()
}

function handlePopState(event: PopStateEvent) {
  const isOurs = moveTimer !== undefined
  const isOtherPage = readPage() !== shownPage
  shownPage = readPage()
  if (isOtherPage) tellRouter?.(event)
  else if (!isOurs) for (const { close } of open.slice(readDepth()).reverse()) close()
  if (isOurs) endMove()
  settleSoon()
}

/** Replaces the entry of a modal by the next page, so that Back from there leads to the page of the modal. */
function pushPage(state: object | null, url?: string) {
  const depth = readDepth()
  if (depth > 1) {
    waiting.unshift(() => pushPage(state, url))
    return move(1 - depth)
  }
  if (depth === 1) window.history.replaceState(toPageState(state), '', url)
  else window.history.pushState(toPageState(state), '', url)
  shownPage = readPage()
  settleSoon()
}

function replacePage(state: object | null, url?: string) {
  const depth = readDepth()
  if (depth > 0) {
    waiting.unshift(() => replacePage(state, url))
    return move(-depth)
  }
  window.history.replaceState(toPageState(state), '', url)
  shownPage = readPage()
  settleSoon()
}

function toPageState(state: object | null): object | null {
  if (!state || !(depthKey in state)) return state
  const { [depthKey]: _, ...page } = state
  return page
}

/** Settles one task later, so that a modal can hand its entry over to the next modal or to a following page. */
function settleSoon() {
  setTimeout(() => whenNotGoing(settle))
}

/** Makes the history match the open modals. */
function settle() {
  if (moveTimer !== undefined) return
  const depth = readDepth()
  if (depth > open.length) return move(open.length - depth)
  for (let next = depth + 1; next <= open.length; next += 1) {
    window.history.pushState({ ...window.history.state, [depthKey]: next }, '')
  }
}

function move(by: number) {
  moveTimer = setTimeout(endMove, longestMoveMs)
  window.history.go(by)
}

function endMove() {
  clearTimeout(moveTimer)
  moveTimer = undefined
  while (waiting.length > 0 && moveTimer === undefined) waiting.shift()?.()
  settleSoon()
}

function afterMove(work: () => void) {
  if (moveTimer === undefined) work()
  else waiting.push(work)
}
