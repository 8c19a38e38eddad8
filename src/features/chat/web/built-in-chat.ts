import type { MakeCall } from '#contract/call.ts'
import { openChat, registerChat, setChatUnread } from '#web/chat.ts'

let isWanted = false
let isOpen = false
const listeners = new Set<() => void>()

function tell() {
  for (const listener of listeners) listener()
}

/** Offers the shop's own chat. Its panel, its words and its connection come only when somebody opens it. */
export function offerBuiltInChat(call: MakeCall): () => void {
  registerChat({
    open: () => {
      isWanted = true
      isOpen = true
      tell()
    },
    countUnread: () => void countUnread(call),
  })
  // The mail about an answer leads straight to it.
  if (new URLSearchParams(location.search).get('chat') === '1') openChat()
  return () => registerChat(null)
}

/** The chat's calls stay out of every page's first load too. */
async function countUnread(call: MakeCall): Promise<void> {
  try {
    const { getChatUnread } = await import('../chat.contract.ts')
    const { unread } = await call(getChatUnread, {})
    setChatUnread(unread)
  } catch {
    // Without it the button only lacks its number.
  }
}

export function closeBuiltInChat(): void {
  isOpen = false
  tell()
}

export function subscribeBuiltInChat(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** From the first opening on the panel stays, so that answers are heard while it is closed. */
export function isBuiltInChatWanted(): boolean {
  return isWanted
}

export function isBuiltInChatOpen(): boolean {
  return isOpen
}
