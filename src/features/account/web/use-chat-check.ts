import { useEffect, useState } from 'react'
import { isChatAvailable } from '#web/session/chat.ts'

const checkAfterMs = 2000

/** Whether the chat is there, looked up once, 2 s after the order counts have come. */
export function useChatCheck(loaded: unknown): boolean {
  const [hasChat, setHasChat] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new counts start the wait anew.
  useEffect(() => {
    const timer = setTimeout(() => setHasChat(isChatAvailable()), checkAfterMs)
    return () => clearTimeout(timer)
  }, [loaded])
  return hasChat
}
