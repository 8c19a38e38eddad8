import type { MakeCall } from '#contract/call.ts'
import { openChat, registerChat, setChatUnread } from '#web/chat.ts'
import { getChatUnread } from '../chat.contract.ts'

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
    // Without it the button only lacks its number.
    countUnread: () =>
      call(getChatUnread, {}).then(
        ({ unread }) => setChatUnread(unread),
        () => undefined,
      ),
  })
  // The letter about an answer leads straight to it.
  if (new URLSearchParams(location.search).get('chat') === '1') openChat()
  return () => registerChat(null)
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
