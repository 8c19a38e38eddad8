import { countItems } from '../parts/return-looks.rules.ts'

export const decisions = ['approve', 'keep', 'reject'] as const
export type DecisionName = (typeof decisions)[number]
export const decisionNames: Record<DecisionName, string> = { approve: 'Approve', keep: 'Keep it', reject: 'Reject' }
/** `template`: what the words began with. */
export type Decision = { decision: DecisionName; text?: string; template?: string }
/** By the item's id; an item without one stays open. */
export type Decisions = Record<string, Decision>

/** Whether the shop would take it: a no needs the words that the shopper will read. */
export function isComplete({ decision, text }: Decision): boolean {
  return decision !== 'reject' || Boolean(text?.trim())
}

/** Only what is still to be decided: a colleague may have been faster with some of it. */
export function keepOpen(decisions: Decisions, open: readonly string[]): Decisions {
  return Object.fromEntries(Object.entries(decisions).filter(([id]) => open.includes(id)))
}

/** What is sent, in the words of the call. */
export function toCallItems(decisions: Decisions): (Decision & { id: string })[] {
  return Object.entries(decisions).map(([id, { decision, text, template }]) => ({
    id,
    decision,
    ...(decision === 'reject' && text !== undefined && { text: text.trim(), ...(template && { template }) }),
  }))
}

/** Who has given no name is "the shopper", also where a sentence begins. */
export const asFirstWord = (shopper: string) => `${shopper.charAt(0).toUpperCase()}${shopper.slice(1)}`

/** What will happen, as a sentence, before the button. */
export function describeDecision(decisions: Decisions, openCount: number, shopper: string): string {
  const made = Object.values(decisions).filter(isComplete)
  const told = `${asFirstWord(shopper)} gets one mail.`
  if (made.length === 0) return `Decide on each item. ${told}`
  const countOf = (name: DecisionName) => made.filter(({ decision }) => decision === name).length
  const parts = [
    [countOf('approve'), 'comes back for refund', 'come back for refund'],
    [countOf('keep'), 'is kept and refunded now', 'are kept and refunded now'],
    [countOf('reject'), 'is refused', 'are refused'],
    [openCount - made.length, 'stays open', 'stay open'],
  ] as const
  const said = parts.flatMap(([count, one, many]) => (count > 0 ? `${count} ${count === 1 ? one : many}` : []))
  return `${said.join(', ')}. ${told}`
}

export const sendName = (decisions: Decisions, openCount: number): string => {
  const made = Object.values(decisions).filter(isComplete).length
  return made > 0 && made < openCount ? `Send ${made} of ${countItems(openCount)}` : 'Send the decision'
}

/** What the button for many says: what happens to how many. */
export function nameMany(decision: DecisionName, count: number): string {
  const what = count === 1 ? '1 return' : `${count} returns`
  return decision === 'keep' ? `Let them keep ${what}` : `${decisionNames[decision]} ${what}`
}

type Sum = { amount: number; currency: string }

/** What is asked for in all, in each currency by itself, the first that is met first. */
export function sumAsked(returns: readonly { asked: Sum }[]): Sum[] {
  const sums = new Map<string, number>()
  for (const { asked } of returns) sums.set(asked.currency, (sums.get(asked.currency) ?? 0) + asked.amount)
  return [...sums].map(([currency, amount]) => ({ currency, amount }))
}
