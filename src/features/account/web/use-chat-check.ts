import { useEffect, useState } from 'react'
import { isChatAvailable } from '#web/session/chat.ts'

const checkAfterMs = 2000

/** Returns whether the shop has a chat. The request runs once, 2 s after the order counts have loaded. */
export function useChatCheck(loaded: unknown): boolean {
  const [hasChat, setHasChat] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new counts restart the wait.
  useEffect(() => {
    const timer = setTimeout(() => setHasChat(isChatAvailable()), checkAfterMs)
    return () => clearTimeout(timer)
  }, [loaded])
  return hasChat
}
