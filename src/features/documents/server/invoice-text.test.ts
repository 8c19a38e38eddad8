import { expect, test } from 'vitest'
import { creditNote } from '#testing/example-documents.ts'
import { writeInvoiceText } from './invoice-text.ts'
import { readPaperWords } from './paper-words.ts'

test('a credit note names the email address of the seller only if there is one', async () => {
  const { email } = creditNote.seller
  const words = await readPaperWords('en', creditNote.seller.country, creditNote.currency)
  expect(writeInvoiceText(creditNote, words).end?.text).toMatch(new RegExp(`or write to ${email}.$`))
  const seller = { ...creditNote.seller, email: '' }
  expect(writeInvoiceText({ ...creditNote, seller }, words).end?.text).toMatch(/its invoice and this note\.$/)
})
