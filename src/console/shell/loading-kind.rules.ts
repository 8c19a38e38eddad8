import { inboxLink } from './console-links.ts'

export type LoadingKind = 'none' | 'rows' | 'page'
type NavigationState = { isLoading: boolean; to: string; from: string | undefined }

const isInInbox = (path: string) => path === inboxLink || path.startsWith(`${inboxLink}/`)

/**
 * Returns the kind of loading: other rows of this page, or another page. The inbox keeps its list while an entry opens.
 */
export function toLoadingKind({ isLoading, to, from }: NavigationState): LoadingKind {
  if (!isLoading || from === undefined) return 'none'
  return to === from || (isInInbox(to) && isInInbox(from)) ? 'rows' : 'page'
}

/** Formats the offline line below the head. `waiting` is the number of notes to be sent. */
export function formatOffline(waiting: number): string {
  if (waiting === 0) return 'No connection. You can still read this page.'
  return `No connection, ${waiting === 1 ? '1 change waits' : `${waiting} changes wait`}`
}
