import { findOrder } from '#features/orders/server/queries/orders.staff.service.ts'
import { refuse } from '#server/http/refuse.ts'
import { handleStaff, type StaffHandler } from '#server/http/staff/staff-handler.ts'
import * as calls from '../documents.staff.contract.ts'
import { findStaffDocument, listDocuments, readDocument } from './documents.staff.service.ts'
import { emailDocuments } from './email-documents.service.ts'
import { readPdf } from './read-documents.service.ts'
import { RenderUnavailable } from './render/render-document.service.ts'

/** 5 s: drawing the papers that wait takes about this time. */
const retryAfter = 5

export const documentStaffHandlers: StaffHandler[] = [
  handleStaff(calls.listDocuments, ({ shop, input }) => listDocuments(shop, input)),
  handleStaff(calls.getDocument, ({ shop, input }) => readDocument(shop, input.id)),
  handleStaff(calls.getDocumentPdf, async ({ shop, input }) => {
    const found = await findStaffDocument(shop, input.id)
    try {
      const body = await readPdf(shop, found)
      return { type: 'application/pdf', fileName: `${found.document.number}.pdf`, body }
    } catch (error) {
      throw error instanceof RenderUnavailable ? refuse('paper_busy', { retryAfter, cause: error }) : error
    }
  }),
  handleStaff(calls.emailDocuments, async ({ shop, input, actor }) =>
    emailDocuments({ ...shop, by: actor.name }, await findOrder(shop.db, input.no)),
  ),
]
