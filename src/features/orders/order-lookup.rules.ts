import { msg } from '#contract/text/translate.ts'
/** The longest order number the lookup takes. */
export const trackingOrderNoMaxLength = 15

export const noMatch = msg('Email Address and Order No. do not match.')

/** A message id and, where it names one, its number. */
export type OrderNoProblem = { id: string; amount?: number }

export function findOrderNoProblem(orderNo: string): OrderNoProblem | null {
  if (orderNo.trim() === '') return { id: msg('Enter order No.') }
  if (orderNo.trim().length <= trackingOrderNoMaxLength) return null
  return { id: msg('characters-overflow-tip'), amount: trackingOrderNoMaxLength }
}

/** Reads as hidden text. Its length tells nothing about what it hides. */
const hidden = '•••'

/** Keeps the last two digits: enough for its owner to recognize a number, too little for anybody to call it. */
export function maskPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  if (digits === '') return ''
  // Short numbers would be told by their end.
  return digits.length > 6 ? `${hidden} ${digits.slice(-2)}` : hidden
}

/** Keeps the first letter of a street: enough to tell home from office, too little to find the door. */
export function maskStreet(street: string): string {
  const text = street.trim()
  if (text === '') return ''
  const first = [...text].find((one) => /\p{L}/u.test(one)) ?? ''
  return first + hidden
}
