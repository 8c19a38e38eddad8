import * as z from 'zod/mini'
import { defineStaffCall } from '#contract/calls/staff-call.ts'

/** The kind of a mail in the queue, such as `order-paid`. */
const Kind = z.string().check(z.maxLength(40), z.regex(/^[a-z_-]+$/))
/** The code of one of the shop's languages. The default is English. */
const Language = z._default(z.string().check(z.maxLength(20)), 'en')

export const StaffLetter = z.object({
  kind: Kind,
  name: z.string(),
  /** The occasion on which the mail is sent. */
  when: z.string(),
  group: z.enum(['Account', 'Orders', 'Returns', 'Support']),
})
export type StaffLetter = z.output<typeof StaffLetter>

export const listLetters = defineStaffCall({
  method: 'GET',
  path: '/letters',
  about: 'Lists every mail that the shop sends to shoppers, with the event that triggers each mail.',
  scope: 'settings:read',
  input: z.object({}),
  output: z.object({
    letters: z.array(StaffLetter),
    /** False while mails are only written to a folder instead of being sent. */
    sends_mail: z.boolean(),
    /** The recipient of a test mail. Null if the actor is not a person. */
    test_to: z.nullable(z.string()),
  }),
  example: { input: {} },
})

export const getLetter = defineStaffCall({
  method: 'GET',
  path: '/letters/:kind',
  about: 'Returns one mail as shoppers receive it, in one of the shop’s languages. The mail uses sample data.',
  scope: 'settings:read',
  input: z.object({ kind: Kind, language: Language }),
  output: z.extend(StaffLetter, {
    /** The language of the shown text. English if the shop has no mail texts in the requested language. */
    language: z.string(),
    direction: z.enum(['ltr', 'rtl']),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
  }),
})

export const testLetter = defineStaffCall({
  method: 'POST',
  path: '/letters/:kind/test',
  about: 'Sends a test mail with sample data to the signed-in staff member.',
  scope: 'settings:write',
  input: z.object({ kind: Kind, language: Language }),
  output: z.object({ to: z.string(), subject: z.string() }),
})
