import { inboxLink } from './console-links.ts'

export type Wait = 'none' | 'rows' | 'page'
type Going = { isLoading: boolean; to: string; from: string | undefined }

const isInInbox = (path: string) => path === inboxLink || path.startsWith(`${inboxLink}/`)

/** What is being fetched: other rows of this page, or another page. The inbox keeps its list while one of it opens. */
export function readWait({ isLoading, to, from }: Going): Wait {
  if (!isLoading || from === undefined) return 'none'
  return to === from || (isInInbox(to) && isInInbox(from)) ? 'rows' : 'page'
}

/** What the line under the head says while there is no connection; `waiting` are notes that will be sent. */
export function tellOffline(waiting: number): string {
  if (waiting === 0) return 'No connection. What is here can be read.'
  return `No connection, ${waiting === 1 ? '1 change waits' : `${waiting} changes wait`}`
}
