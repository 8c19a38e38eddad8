import { describeTooLong } from '#contract/calls/fields.ts'
import { msg } from '#contract/text/translate.ts'
/** Limits of the contact forms, which apply on the screen and on the server. */
export const contactOrderNoMaxLength = 14
export const customerNameMaxLength = 30
export const ticketMessageMaxLength = 2000

export const questionMissing = msg('Please select question type')

/** Hours within which tickets are answered. */
export const ticketReplyHours = 24

/** Minutes within which the same text counts as the same ticket. */
export const ticketRepeatMinutes = 5

/** Question types that the screens treat specially. Their ids are fixed in the shop's data. */
export const deliveryId = 4
export const returnsId = 5
const trackMyOrder = [deliveryId, 26, 45]
const returnRequest = [returnsId, 28]
const returnPolicy = [returnsId, 29]
/** Question types that cannot be removed, since screens refer to them. */
export const fixedTypeIds: readonly number[] = [...trackMyOrder, ...returnRequest, ...returnPolicy]

/** Help for a question: the order lookup, the frequently asked questions about returns, or only the ticket. */
export type Help = 'lookup' | 'faq' | 'ticket'

/** Returns the help for a path from the first level to the chosen type. */
export function findHelp(path: readonly number[]): Help {
  if (startsWith(path, trackMyOrder) || startsWith(path, returnRequest)) return 'lookup'
  return startsWith(path, returnPolicy) ? 'faq' : 'ticket'
}

/** Returns whether the type needs an order number, which is the case for questions about a delivery or a return. */
export function needsOrderNo(firstId: number | undefined): boolean {
  return firstId === deliveryId || firstId === returnsId
}

function startsWith(path: readonly number[], start: readonly number[]): boolean {
  return start.every((id, index) => path[index] === id)
}

type ProblemNode = { id: number; name: string; children: ProblemNode[] }

/** Returns the path from the first level to a type. The path is empty if the tree does not contain the type. */
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
