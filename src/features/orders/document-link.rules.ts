import { withSearch } from '#contract/text/links.ts'

/**
 * Returns the link of the PDF of an invoice or credit note. The id is the document's own, or the id of its order or refund. A key
 * opens the document without a sign-in.
 */
export function documentLink(id: string, key?: string): string {
  return withSearch(`/documents/${id}.pdf`, { key })
}
