import type { MakeCall } from '#contract/calls/call.ts'
import { getChatUnread } from '#features/support/chat.contract.ts'
import { createStore } from '#ui/state/store.ts'
import { openChat, registerChat, setChatUnread } from '#web/session/chat.ts'

/** Wanted from the first opening on: the panel stays, so that answers are heard while it is closed. */
export const builtInChat = createStore({ isWanted: false, isOpen: false })

/** Offers the shop's own chat. Its panel, its words and its connection come only when somebody opens it. */
export function offerBuiltInChat(call: MakeCall): () => void {
  registerChat({
    open: () => builtInChat.write({ isWanted: true, isOpen: true }),
    countUnread: () => void countUnread(call),
  })
  // The mail about an answer leads straight to it.
  if (new URLSearchParams(location.search).get('chat') === '1') openChat()
  return () => registerChat(null)
}

async function countUnread(call: MakeCall): Promise<void> {
  try {
    const { unread } = await call(getChatUnread, {})
    setChatUnread(unread)
  } catch {
    // If it fails the button is shown without its number.
  }
}

export function closeBuiltInChat(): void {
  builtInChat.write({ ...builtInChat.read(), isOpen: false })
}
