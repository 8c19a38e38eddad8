import { readReturnState } from '#features/returns/server/queries/returns.service.ts'
import { chatTopic } from '#features/support/server/chat/chat.service.ts'
import type { TopicGuard } from '#server/live/live-route.ts'

/** Topics that pages can follow, with the guard that decides about access. One line per feature. */
export const liveTopics: Record<string, TopicGuard> = { chat: chatTopic, return: readReturnState }
