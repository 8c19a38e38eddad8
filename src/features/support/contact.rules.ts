import { describeTooLong } from '#contract/calls/fields.ts'
import { msg } from '#contract/text/translate.ts'
/** Limits of the contact forms; the same on the screen and on the server. */
export const contactOrderNoMaxLength = 14
export const customerNameMaxLength = 30
export const ticketMessageMaxLength = 2000

export const questionMissing = msg('Please select question type')

/** How soon we promise to answer. */
export const ticketReplyHours = 24

/** The same words again within this time are the same ticket. */
export const ticketRepeatMinutes = 5

/** The question types the screens treat in their own way: their ids are fixed by the shop's data. */
export const deliveryId = 4
export const returnsId = 5
const trackMyOrder = [deliveryId, 26, 45]
const returnRequest = [returnsId, 28]
const returnPolicy = [returnsId, 29]
/** Without them screens would lead nowhere, so they cannot be taken away. */
export const knownToScreens: readonly number[] = [...trackMyOrder, ...returnRequest, ...returnPolicy]

/** What a shopper gets for a question: the order lookup, the answers on returns, or the ticket alone. */
export type Help = 'lookup' | 'faq' | 'ticket'

/** The path runs from the first level down to the chosen type. */
export function findHelp(path: readonly number[]): Help {
  if (startsWith(path, trackMyOrder) || startsWith(path, returnRequest)) return 'lookup'
  return startsWith(path, returnPolicy) ? 'faq' : 'ticket'
}

/** Questions about a delivery or a return are about one order. */
export function needsOrderNo(firstId: number | undefined): boolean {
  return firstId === deliveryId || firstId === returnsId
}

function startsWith(path: readonly number[], start: readonly number[]): boolean {
  return start.every((id, index) => path[index] === id)
}

type ProblemNode = { id: number; name: string; children: ProblemNode[] }

/** The way from the first level to a type, or an empty list if the tree does not hold it. */
export function findProblemPath<T extends ProblemNode>(tree: readonly T[], id: number): T[] {
  for (const node of tree) {
    if (node.id === id) return [node]
    const below = findProblemPath(node.children as T[], id)
    if (below.length > 0) return [node, ...below]
  }
  return []
}

export function findMessageProblem(message: string): string | null {
  if (message.trim() === '') return msg('Please fill in this field')
  return message.length > ticketMessageMaxLength ? describeTooLong(ticketMessageMaxLength) : null
}

export function findContactOrderNoProblem(orderNo: string, isRequired: boolean): string | null {
  if (orderNo.trim() === '') return isRequired ? msg('Please fill in this field') : null
  return orderNo.trim().length > contactOrderNoMaxLength ? describeTooLong(contactOrderNoMaxLength) : null
}
