import { countItems } from '../parts/return-badges.rules.ts'

export const decisions = ['approve', 'keep', 'reject'] as const
export type DecisionName = (typeof decisions)[number]
export const decisionNames: Record<DecisionName, string> = { approve: 'Approve', keep: 'Keep it', reject: 'Reject' }
/** Decision about one item. `template` is the id of the template that the text began with. */
export type Decision = { decision: DecisionName; text?: string; template?: string }
/** Decisions by item id. An item without an entry is undecided. */
export type Decisions = Record<string, Decision>

/** Returns whether the server would accept the decision. A rejection needs a text for the shopper. */
export function isComplete({ decision, text }: Decision): boolean {
  return decision !== 'reject' || Boolean(text?.trim())
}

/** Keeps only the decisions about open items, because a colleague may have decided other items in the meantime. */
export function keepOpenDecisions(decisions: Decisions, open: readonly string[]): Decisions {
  return Object.fromEntries(Object.entries(decisions).filter(([id]) => open.includes(id)))
}

/** Converts the decisions to the input of the call. */
export function toCallItems(decisions: Decisions): (Decision & { id: string })[] {
  return Object.entries(decisions).map(([id, { decision, text, template }]) => ({
    id,
    decision,
    ...(decision === 'reject' && text !== undefined && { text: text.trim(), ...(template && { template }) }),
  }))
}

/** Capitalizes a name for the start of a sentence. A shopper without a name is called "the shopper". */
export const capitalizeName = (shopper: string) => `${shopper.charAt(0).toUpperCase()}${shopper.slice(1)}`

/** Formats the consequence of the decisions as a sentence, shown above the button. */
export function formatDecisionSummary(decisions: Decisions, openCount: number, shopper: string): string {
  const made = Object.values(decisions).filter(isComplete)
  const mailNote = `${capitalizeName(shopper)} gets one email.`
  if (made.length === 0) return `Decide on each item. ${mailNote}`
  const countOf = (name: DecisionName) => made.filter(({ decision }) => decision === name).length
  const parts = [
    [countOf('approve'), 'is sent back and then refunded', 'are sent back and then refunded'],
    [countOf('keep'), 'is kept and refunded now', 'are kept and refunded now'],
    [countOf('reject'), 'is rejected', 'are rejected'],
    [openCount - made.length, 'stays open', 'stay open'],
  ] as const
  const said = parts.flatMap(([count, one, many]) => (count > 0 ? `${count} ${count === 1 ? one : many}` : []))
  return `${said.join(', ')}. ${mailNote}`
}

export const formatSendButton = (decisions: Decisions, openCount: number): string => {
  const made = Object.values(decisions).filter(isComplete).length
  return made > 0 && made < openCount ? `Send ${made} of ${countItems(openCount)}` : 'Send the decision'
}

/** Formats the button for many returns, with the action and the number. */
export function formatBulkButton(decision: DecisionName, count: number): string {
  const what = count === 1 ? '1 return' : `${count} returns`
  return decision === 'keep' ? `Let the shoppers keep the items of ${what}` : `${decisionNames[decision]} ${what}`
}

type Sum = { amount: number; currency: string }

/** Sums the requested refunds by currency, in the order of first appearance. */
export function sumAsked(returns: readonly { asked: Sum }[]): Sum[] {
  const sums = new Map<string, number>()
  for (const { asked } of returns) sums.set(asked.currency, (sums.get(asked.currency) ?? 0) + asked.amount)
  return [...sums].map(([currency, amount]) => ({ currency, amount }))
}
