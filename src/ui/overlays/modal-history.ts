import { whenNotGoing } from './going.ts'

/**
 * Each open modal has a history entry of its own, so that the Back gesture closes the modal and stays on the page. The entry copies
 * the state of its page and adds its depth: 1 for the first modal, 2 for one above it. The router never sees these entries.
 */
const depthKey = 'modalDepth'

// A traversal inside of a document takes milliseconds. Without an answer for this long it did not happen.
const longestMoveMs = 1000

type Modal = { close: () => void }
const open: Modal[] = []
/** Calls that arrived while a traversal of ours was under way. */
const waiting: (() => void)[] = []
let moveTimer: ReturnType<typeof setTimeout> | undefined
let shownPage: string | undefined
let tellRouter: ((event: PopStateEvent) => void) | undefined

const readDepth = () => Number(window.history.state?.[depthKey] ?? 0)
const readPage = (): string => window.history.state?.__TSR_key ?? window.location.href

/** Adds a history entry for a modal. Back calls `close`; the returned function removes the entry again. */
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

/** The window as the router sees it: with the history of pages, without the entries of modals. */
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

/** Leaves the document, after the entry of a modal that has just been closed is gone: its removal would cancel the navigation. */
export function leaveDocument(leave: () => void): void {
  // A task later the modal has left the page.
  setTimeout(() => {
    settle()
    afterMove(leave)
  })
}

function listen() {
  shownPage = readPage()
  window.addEventListener('popstate', handlePopState)
  // A page out of the browser's memory may come back at the entry of a modal.
  window.addEventListener('pageshow', settleSoon)
  // After a reload the modals are closed, and the entry may still be one of theirs.
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

/** The entry of a modal makes room for the next page, so that Back leads from there to the page of the modal. */
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

/** A task later: a modal that gives way to another one hands its entry on, and a page that comes next takes it. */
function settleSoon() {
  setTimeout(() => whenNotGoing(settle))
}

/** Makes the history agree with the modals that are open. */
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
