import { whenNothingPending } from './pending-requests.ts'

/**
 * History entries of open modals. Each open modal has an entry, so that Back closes the modal and stays on the page.
 * The entry copies the state of its page and adds its depth: 1 for the first modal, 2 for a modal above it. The router
 * never sees these entries.
 */
const depthKey = 'modalDepth'

// 1,000: a traversal within a document takes milliseconds. Without an event for this long, the traversal did not
// happen.
const maxTraversalMs = 1000

type Modal = { close: () => void }
const open: Modal[] = []
/** Calls that arrived during a traversal. */
const queuedCalls: (() => void)[] = []
let traversalTimer: ReturnType<typeof setTimeout> | undefined
let currentPage: string | undefined
let notifyRouter: ((event: PopStateEvent) => void) | undefined

const readDepth = () => Number(window.history.state?.[depthKey] ?? 0)
const readPage = (): string => window.history.state?.__TSR_key ?? window.location.href

/** Adds a history entry for a modal. Back calls `close`, and the returned function removes the entry again. */
export function addModalEntry(close: () => void): () => void {
  if (currentPage === undefined) listen()
  const modal = { close }
  open.push(modal)
  scheduleMatch()
  return () => {
    open.splice(open.indexOf(modal), 1)
    scheduleMatch()
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
    pushState: (state: object | null, _: string, url?: string) => afterTraversal(() => pushPage(state, url)),
    replaceState: (state: object | null, _: string, url?: string) => afterTraversal(() => replacePage(state, url)),
    go: (by: number) => afterTraversal(() => window.history.go(by - readDepth())),
    back: () => history.go(-1),
    forward: () => history.go(1),
  }
  return {
    history,
    location: window.location,
    document,
    addEventListener(type: string, listener: (event: Event) => void, options?: AddEventListenerOptions) {
      if (type === 'popstate') notifyRouter = listener
      else window.addEventListener(type, listener, options)
    },
    removeEventListener: window.removeEventListener.bind(window),
  }
}

/**
 * Leaves the document once the history entry of a modal just closed is removed. Removing the entry later would cancel
 * the navigation.
 */
export function leaveDocument(leave: () => void): void {
  // One task later the modal has left the page.
  setTimeout(() => {
    matchEntriesToModals()
    afterTraversal(leave)
  })
}

function listen() {
  currentPage = readPage()
  window.addEventListener('popstate', handlePopState)
  // A page from the back/forward cache may return at the entry of a modal.
  window.addEventListener('pageshow', scheduleMatch)
  // After a reload all modals are closed, but the current entry may still belong to a modal.
  scheduleMatch()
}

function handlePopState(event: PopStateEvent) {
  const isOwnTraversal = traversalTimer !== undefined
  const isOtherPage = readPage() !== currentPage
  currentPage = readPage()
  if (isOtherPage) notifyRouter?.(event)
  else if (!isOwnTraversal) for (const { close } of open.slice(readDepth()).reverse()) close()
  if (isOwnTraversal) endTraversal()
  scheduleMatch()
}

/** Replaces the entry of a modal by the next page, so that Back from there leads to the page of the modal. */
function pushPage(state: object | null, url?: string) {
  const depth = readDepth()
  if (depth > 1) {
    queuedCalls.unshift(() => pushPage(state, url))
    return traverse(1 - depth)
  }
  if (depth === 1) window.history.replaceState(toPageState(state), '', url)
  else window.history.pushState(toPageState(state), '', url)
  currentPage = readPage()
  scheduleMatch()
}

function replacePage(state: object | null, url?: string) {
  const depth = readDepth()
  if (depth > 0) {
    queuedCalls.unshift(() => replacePage(state, url))
    return traverse(-depth)
  }
  window.history.replaceState(toPageState(state), '', url)
  currentPage = readPage()
  scheduleMatch()
}

function toPageState(state: object | null): object | null {
  if (!state || !(depthKey in state)) return state
  const { [depthKey]: _, ...page } = state
  return page
}

/**
 * Schedules the match one task later, so that a modal can hand its entry over to the next modal or to a following page.
 */
function scheduleMatch() {
  setTimeout(() => whenNothingPending(matchEntriesToModals))
}

/** Makes the history match the open modals. */
function matchEntriesToModals() {
  if (traversalTimer !== undefined) return
  const depth = readDepth()
  if (depth > open.length) return traverse(open.length - depth)
  for (let next = depth + 1; next <= open.length; next += 1) {
    window.history.pushState({ ...window.history.state, [depthKey]: next }, '')
  }
}

function traverse(by: number) {
  traversalTimer = setTimeout(endTraversal, maxTraversalMs)
  window.history.go(by)
}

function endTraversal() {
  clearTimeout(traversalTimer)
  traversalTimer = undefined
  while (queuedCalls.length > 0 && traversalTimer === undefined) queuedCalls.shift()?.()
  scheduleMatch()
}

function afterTraversal(work: () => void) {
  if (traversalTimer === undefined) work()
  else queuedCalls.push(work)
}
