import type { MakeCall } from '#contract/calls/call.ts'
import { getChatUnread } from '#features/support/chat.contract.ts'
import { createStore } from '#ui/state/store.ts'
import { openChat, registerChat, setChatUnread } from '#web/session/chat.ts'

/** State of the chat. `isWanted` stays true after the first opening, so that a closed panel still announces answers. */
export const builtInChat = createStore({ isWanted: false, isOpen: false })

/** Offers the shop's built-in chat. Its panel, texts and connection load when the chat is first opened. */
export function offerBuiltInChat(call: MakeCall): () => void {
  registerChat({
    open: () => builtInChat.write({ isWanted: true, isOpen: true }),
    countUnread: () => void countUnread(call),
  })
  // The mail about an answer links directly to the chat.
  if (new URLSearchParams(location.search).get('chat') === '1') openChat()
  return () => registerChat(null)
}

async function countUnread(call: MakeCall): Promise<void> {
  try {
    const { unread } = await call(getChatUnread, {})
    setChatUnread(unread)
  } catch {
    // If the call fails, the button is shown without its number.
  }
}

export function closeBuiltInChat(): void {
  builtInChat.write({ ...builtInChat.read(), isOpen: false })
}
