import { documentLink } from '#features/orders/document-link.rules.ts'
import { isDocumentKey } from '#features/orders/server/queries/document-links.service.ts'
import { type Api, handle, type Visitor } from '#server/http/http.ts'
import { readToken } from '#server/http/request.ts'
import type { Shop } from '#server/shop.ts'
import * as calls from '../documents.contract.ts'
import { checkOwner, findDocument, listDocumentsOf, readPdf } from './read-documents.service.ts'
import { RenderUnavailable } from './render/render-document.service.ts'

export const documentHandlers = [
  handle(calls.listOrderDocuments, async ({ shop, actor, input }) => {
    const orderId = await checkOwner(shop.db, input.orderId, actor.customerId)
    return (await listDocumentsOf(shop, orderId)).map((document) => ({ ...document, link: documentLink(document.id) }))
  }),
]

const namePattern = /^([a-z0-9]{1,64})\.pdf$/
/** 5 s: drawing the papers that wait takes about this time. */
const retryAfterSeconds = '5'

type Parts = { shop: Shop; identifyActor: (token: string | null) => Promise<Visitor> }

/**
 * Adds `GET /documents/{id}.pdf`, which opens in a browser tab. A cookie identifies the customer, or the parameter `key` from a mail
 * opens the document.
 */
export function addDocumentRoute(app: Api, { shop, identifyActor }: Parts): void {
  app.get('/documents/:name', async (c) => {
    const notFound = () => c.text('This could not be found', 404, { 'cache-control': 'no-store' })
    const [, id = ''] = namePattern.exec(c.req.param('name')) ?? []
    if (!id) return notFound()
    const key = c.req.query('key')
    const hasKey = key !== undefined && (await isDocumentKey(shop, id, key))
    const { customerId } = hasKey ? { customerId: null } : await identifyActor(readToken(c, shop))
    // A stranger learns nothing, not even whether the document exists.
    if (!hasKey && !customerId) return notFound()
    const found = await findDocument(shop, id)
    if (!found || (!hasKey && found.customerId !== customerId)) return notFound()
    try {
      return c.body(await readPdf(shop, found), 200, {
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="${found.document.number}.pdf"`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      })
    } catch (error) {
      if (!(error instanceof RenderUnavailable)) throw error
      shop.log.warn('a paper could not be drawn now', { error })
      const headers = { 'retry-after': retryAfterSeconds, 'cache-control': 'no-store' }
      return c.text('The document is being prepared. Please try again in a moment.', 503, headers)
    }
  })
}
