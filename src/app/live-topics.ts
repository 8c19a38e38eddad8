import { readReturnState } from '#features/returns/server/queries/returns.service.ts'
import { chatTopic } from '#features/support/server/chat/chat.service.ts'
import type { TopicGuard } from '#server/live/live-route.ts'

/** What pages may follow while they are open, and who decides about it: one line a feature. */
export const liveTopics: Record<string, TopicGuard> = { chat: chatTopic, return: readReturnState }
