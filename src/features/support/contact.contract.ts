import * as z from 'zod/mini'
import { defineCall } from '#contract/calls/call.ts'
import { bare, inData } from '#contract/calls/envelopes.ts'
import { describeTooLong, Email, largestInteger, Pagination, Paging, problemCheck } from '#contract/calls/fields.ts'
import { msg } from '#contract/text/translate.ts'
import { WirePrice } from '#features/catalogue/catalogue.contract.ts'
import {
  contactOrderNoMaxLength,
  customerNameMaxLength,
  findMessageProblem,
  questionMissing,
  ticketMessageMaxLength,
} from './contact.rules.ts'

/** Question type with its children. */
export const ProblemType = z.object({
  id: z.int(),
  name: z.string(),
  get children() {
    return z.array(ProblemType)
  },
})
export type ProblemType = z.output<typeof ProblemType>

export const listProblems = defineCall({
  method: 'GET',
  path: '/rest/contact/problems',
  about: 'Returns the question types of the contact form as a tree of at most three levels.',
  access: 'anyone',
  envelope: inData,
  input: z.object({}),
  output: z.array(ProblemType),
})

export const ContactOrder = z.object({
  id: z.string(),
  order_no: z.string(),
  item_quantity: z.int(),
  total: WirePrice,
  order_time: z.string(),
})
export type ContactOrder = z.output<typeof ContactOrder>

export const findContactOrders = defineCall({
  method: 'GET',
  path: '/rest/contact/orders',
  about:
    'Lists the customer’s orders for a new ticket, newest first. `keyword` matches an order number or a product name. Guests get an empty list.',
  access: 'anyone',
  envelope: inData,
  input: z.object({ keyword: z._default(z.string().check(z.trim(), z.maxLength(50)), '') }),
  output: z.array(ContactOrder),
})

export const sendTicket = defineCall({
  method: 'POST',
  path: '/rest/contact',
  about:
    'Creates a ticket and sends a confirmation email. An identical request within five minutes returns the same ticket.',
  access: 'anyone',
  envelope: inData,
  input: z.object({
    email: Email,
    message: z
      .string(msg('Please fill in this field'))
      .check(problemCheck(findMessageProblem), z.trim(), z.maxLength(ticketMessageMaxLength)),
    order_no: z._default(
      z.nullable(
        z.string().check(z.trim(), z.maxLength(contactOrderNoMaxLength, describeTooLong(contactOrderNoMaxLength))),
      ),
      null,
    ),
    problem_type: z.coerce
      .number<number | string>(questionMissing)
      .check(z.int(questionMissing), z.gte(1, questionMissing), z.lte(largestInteger)),
    customer_name: z._default(
      z.string().check(z.trim(), z.maxLength(customerNameMaxLength, describeTooLong(customerNameMaxLength))),
      '',
    ),
    client_os: z._default(z.string().check(z.maxLength(20)), 'mobile'),
  }),
  output: z.object({ id: z.string(), ticket_no: z.string() }),
})

const ticketFields = {
  id: z.string(),
  ticket_no: z.string(),
  /** Names of the types on the path to the question type, from the first level down. */
  problem_types: z.array(z.string()),
  message: z.string(),
  order_no: z.nullable(z.string()),
  status: z.enum(['open', 'answered', 'closed']),
  created_at: z.string(),
}

export const TicketItem = z.object({ ...ticketFields, answers: z.int() })
export type TicketItem = z.output<typeof TicketItem>

export const listTickets = defineCall({
  method: 'GET',
  path: '/rest/contact/tickets',
  about: 'Lists the customer’s tickets, newest first.',
  access: 'customer',
  envelope: bare,
  input: z.object(Paging),
  output: z.object({ data: z.array(TicketItem), meta: z.object({ pagination: Pagination }) }),
})

export const Ticket = z.object({
  ...ticketFields,
  email: z.string(),
  customer_name: z.string(),
  answers: z.array(
    z.object({
      id: z.int(),
      body: z.string(),
      staff_name: z.string(),
      created_at: z.string(),
      images: z.array(z.object({ id: z.string(), url: z.string() })),
    }),
  ),
})
export type Ticket = z.output<typeof Ticket>

export const getTicket = defineCall({
  method: 'GET',
  path: '/rest/contact/tickets/:id',
  about: 'Returns one ticket of the customer with its answers, oldest first.',
  access: 'customer',
  envelope: inData,
  input: z.object({ id: z.string().check(z.maxLength(64)) }),
  output: Ticket,
})
