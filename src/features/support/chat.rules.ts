import { describeTooLong } from '#contract/calls/fields.ts'
import { msg, withFigure } from '#contract/text/translate.ts'
export const chatMessageMaxLength = 2000

/** How soon somebody answers a chat that nobody attends. */
export const chatReplyHours = 24

/** After an answer of the staff the desk counts as attended for this long. */
export const deskMinutes = 10

/** Kept in the conversation, so that whoever comes back knows what to expect. The page shows it in its own language. */
export const offlineNote = withFigure(
  msg('Nobody is at the chat right now. We will answer here within {figure} hours.'),
  chatReplyHours,
)

export function findChatMessageProblem(body: string): string | null {
  if (body.trim() === '') return msg('Please fill in this field')
  return body.trim().length > chatMessageMaxLength ? describeTooLong(chatMessageMaxLength) : null
}

type Ordered = { id: number }

/** Puts new messages to those already shown: each once, in the order they were said. */
export function mergeMessages<T extends Ordered>(shown: readonly T[], came: readonly T[]): T[] {
  const byId = new Map([...shown, ...came].map((one) => [one.id, one]))
  return [...byId.values()].sort((a, b) => a.id - b.id)
}
