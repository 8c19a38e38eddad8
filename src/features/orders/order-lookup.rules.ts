import { msg } from '#contract/text/translate.ts'
/** Longest order number that the lookup accepts. */
export const trackingOrderNoMaxLength = 15

export const noMatch = msg('Email Address and Order No. do not match.')

/** Message id, and the number in the message, if any. */
export type OrderNoProblem = { id: string; amount?: number }

export function findOrderNoProblem(orderNo: string): OrderNoProblem | null {
  if (orderNo.trim() === '') return { id: msg('Enter order No.') }
  if (orderNo.trim().length <= trackingOrderNoMaxLength) return null
  return { id: msg('characters-overflow-tip'), amount: trackingOrderNoMaxLength }
}

/** Placeholder for hidden text. Its fixed length reveals nothing about the hidden text. */
const hidden = '•••'

/** Keeps the last two digits of a phone number. The owner recognizes the number, and nobody else can call it. */
export function maskPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  if (digits === '') return ''
  // The last two digits would reveal too much of a short number.
  return digits.length > 6 ? `${hidden} ${digits.slice(-2)}` : hidden
}

/**
 * Keeps the first character of a street. The owner can tell a home address from an office address, and nobody else
 * learns the street.
 */
export function maskStreet(street: string): string {
  const text = street.trim()
  if (text === '') return ''
  const first = [...text].find((one) => /\p{L}/u.test(one)) ?? ''
  return first + hidden
}
