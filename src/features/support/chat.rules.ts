import { describeTooLong } from '#contract/calls/fields.ts'
import { msg, withFigure } from '#contract/text/translate.ts'
export const chatMessageMaxLength = 2000

/** Hours in which a chat is answered while no staff are available. */
export const chatReplyHours = 24

/** Minutes after an answer of staff during which the chat counts as attended. */
export const staffedMinutes = 10

/**
 * Note in the conversation, so that shoppers who come back know when to expect an answer. The page translates the note.
 */
export const formatOfflineNote = withFigure(
  msg('The chat is offline right now. We will answer here within {figure} hours.'),
  chatReplyHours,
)

export function findChatMessageProblem(body: string): string | null {
  if (body.trim() === '') return msg('Please fill in this field')
  return body.trim().length > chatMessageMaxLength ? describeTooLong(chatMessageMaxLength) : null
}

type Ordered = { id: number }

/** Merges new messages with the displayed messages. Each message occurs once, and all messages are sorted. */
export function mergeMessages<T extends Ordered>(shown: readonly T[], came: readonly T[]): T[] {
  const byId = new Map([...shown, ...came].map((one) => [one.id, one]))
  return [...byId.values()].sort((a, b) => a.id - b.id)
}
