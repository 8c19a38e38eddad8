import * as z from 'zod/mini'
import { msg, withFigure } from '../text/translate.ts'

const emailPattern = /^[A-Za-z0-9_.-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,6}$/
export const emailMaxLength = 50

/** Returns the problem of an email address, or null. Screen and API show the same sentence. */
export function findEmailProblem(email: string): string | null {
  if (email.trim() === '') return msg('Please fill in this field')
  if (email.length > emailMaxLength)
    return withFigure(msg('Please enter a valid email and no more than {figure} characters'), emailMaxLength)
  return emailPattern.test(email) ? null : msg('Please enter a valid email address')
}

/** A checked email address in lowercase, because addresses are compared without case everywhere. */
export const Email = z
  .string(msg('Please fill in this field'))
  .check(z.trim(), problemCheck(findEmailProblem), z.maxLength(emailMaxLength), z.toLowerCase())

export function describeTooLong(max: number): string {
  return withFigure(msg('No more than {figure} characters'), max)
}

const oddField = msg('Please check this field')

/** Returns a readable message for an invalid field whose schema has no message of its own. */
export function describeIssue(issue: z.core.$ZodRawIssue): string {
  const isText = 'origin' in issue && issue.origin === 'string'
  if (issue.input === undefined || issue.input === null || issue.input === '') return msg('Please fill in this field')
  if (issue.code === 'too_big' && isText) return describeTooLong(Number(issue.maximum))
  return oddField
}

/** Turns a rule that returns a problem into a check of a schema. */
export function problemCheck(findProblem: (value: string) => string | null) {
  return z.check<string>((context) => {
    const message = findProblem(context.value)
    if (message) context.issues.push({ code: 'custom', message, input: context.value, continue: false })
  })
}

/** A text of at least one and at most `max` characters, trimmed. */
export const filledText = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))

/** A text of at most `max` characters, trimmed. The text may be empty. */
export const anyText = (max: number) => z.string().check(z.trim(), z.maxLength(max))

/**
 * A list of at most `max` items. The length is checked before the items, because a list that is far too long would cost
 * a check and an error for each item.
 */
export const listUpTo = <Item extends z.ZodMiniType>(max: number, item: Item) =>
  z.pipe(z.array(z.any()).check(z.maxLength(max)), z.array(item))

/** A whole number from a query string. */
export const queryNumber = (min: number, max: number) =>
  z.coerce.number<number | string>().check(z.int(), z.gte(min), z.lte(max))

/** 2,147,483,647: the largest number of an `integer` column. A larger number would cause a database error. */
export const largestInteger = 2_147_483_647

/** The id of a row whose key is a number, in a body. */
export const RowId = z.int().check(z.gte(1), z.lte(largestInteger))

/** The id of a row whose key is a number, in a path or a query string. */
export const TypedRowId = queryNumber(1, largestInteger)

/**
 * Page and limit of a list. Pages start at 1, and the default limit is 10. A cached tab requests as many rows as it
 * showed before.
 */
export const Paging = { page: z._default(queryNumber(1, 100_000), 1), limit: z._default(queryNumber(1, 100), 10) }

export const Pagination = z.object({
  current_page: z.int(),
  total_pages: z.int(),
  total: z.int(),
})
export type Pagination = z.output<typeof Pagination>

export function toPagination(page: number, limit: number, total: number): Pagination {
  return { current_page: page, total_pages: Math.ceil(total / limit), total }
}
