import * as z from 'zod/mini'
import {
  defineStaffAction,
  defineStaffCall,
  defineStaffFile,
  defineStaffList,
  PageInput,
  StaffMoney,
  StaffTime,
} from '#contract/calls/staff-call.ts'
import { OrderNo } from '#features/orders/orders.staff.contract.ts'

const DocumentId = z.string().check(z.minLength(1), z.maxLength(40))
const Day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/), z.maxLength(10))

export const StaffDocument = z.object({
  id: z.string(),
  kind: z.enum(['invoice', 'credit_note']),
  number: z.string(),
  order: z.object({ id: z.string(), number: z.string() }),
  /** The refund of a credit note. */
  refund_id: z.nullable(z.string()),
  issued_at: StaffTime,
  /** Amounts of credit notes are negative. */
  net: StaffMoney,
  tax: StaffMoney,
  gross: StaffMoney,
})
export type StaffDocument = z.output<typeof StaffDocument>

export const listDocuments = defineStaffList({
  path: '/documents',
  about: 'Lists invoices and credit notes, the newest first. Days are in the time zone of the shop.',
  scope: 'orders:read',
  input: z.object({
    ...PageInput,
    /** Number of an order. Its due documents are issued before the response. */
    order: z.optional(OrderNo),
    kind: z.optional(z.enum(['invoice', 'credit_note'])),
    /** First and last day of issue. */
    from: z.optional(Day),
    until: z.optional(Day),
  }),
  output: StaffDocument,
  example: { input: { kind: 'invoice', from: '2026-06-01', until: '2026-06-30' } },
})

export const getDocument = defineStaffCall({
  method: 'GET',
  path: '/documents/:id',
  about: 'Returns an invoice or a credit note with everything that it prints.',
  scope: 'orders:read',
  input: z.object({ id: DocumentId }),
  output: z.extend(StaffDocument, {
    /** Seller, buyer, rows, taxes and totals as they were at the time of issue. */
    content: z.record(z.string(), z.unknown()),
  }),
})

export const getDocumentPdf = defineStaffFile({
  method: 'GET',
  path: '/documents/:id/pdf',
  about: 'Returns the PDF of an invoice or a credit note. Sellers in the EU have the electronic invoice inside.',
  scope: 'orders:read',
  input: z.object({ id: DocumentId }),
})

export const emailDocuments = defineStaffAction({
  method: 'POST',
  path: '/orders/:no/email-documents',
  about: 'Mails the customer the links to the invoice and the credit notes of an order again.',
  scope: 'orders:write',
  input: z.object({ no: OrderNo }),
})
