import type { DocumentSnapshot } from '../document-snapshot.rules.ts'
import { isInEu } from '../eu-countries.rules.ts'
import type { PaperWords } from './paper-words.ts'

type TaxFacts = Pick<DocumentSnapshot['tax'], 'treatment' | 'rounding' | 'name'> & {
  seller: Pick<DocumentSnapshot['seller'], 'country' | 'vat_number'>
  /** VAT is shown on the document. */
  hasTax: boolean
}

/** Paragraphs of the German VAT law (UStG) that an exemption is based on. */
const germanLaw: Partial<Record<TaxFacts['treatment'], string>> = {
  export: '§\u00a04 Nr.\u00a01 Buchst.\u00a0a, §\u00a06 UStG',
  intra_community: '§\u00a04 Nr.\u00a01 Buchst.\u00a0b, §\u00a06a UStG',
  small_business: '§\u00a019 UStG',
}

/**
 * Returns the sentences below the tax table: the reason of an exemption, the One-Stop Shop, and how the tax is rounded.
 * The snapshot stores these sentences, so that a later change of the law or of a text does not change the document.
 */
export function writeLegalNotes({ treatment, rounding, name, seller, hasTax }: TaxFacts, { t }: PaperWords): string[] {
  const inEu = isInEu(seller.country)
  const reasons: Record<TaxFacts['treatment'], () => string[]> = {
    domestic: () => [],
    destination: () => [],
    untaxed: () => [],
    oss: () => [t('Reported in the EU One-Stop Shop (OSS) under {number}.', { number: seller.vat_number })],
    export: () => [
      inEu ? t('Tax-free export outside the EU (Article 146, Directive 2006/112/EC).') : t('Tax-free export.'),
      t('Import charges are not included.'),
    ],
    intra_community: () => [t('Tax-free intra-community supply (Article 138, Directive 2006/112/EC).')],
    reverse_charge: () => [t('Reverse charge: the recipient owes the VAT (Article 196, Directive 2006/112/EC).')],
    small_business: () => [t('Small business, no VAT is charged.')],
  }
  const [reason = '', ...others] = reasons[treatment]()
  const law = seller.country === 'DE' ? germanLaw[treatment] : undefined
  const notes = [law ? `${reason} ${law}` : reason, ...others]
  const vat = name === 'vat' ? t('VAT is rounded per line.') : ''
  return [...notes, hasTax ? (rounding === 'document' ? t('Tax is rounded once per rate.') : vat) : ''].filter(Boolean)
}

/** Returns the name of a shipping row. */
export const nameShipping = (method: string, { t }: PaperWords): string =>
  method === '' ? t('Shipping') : t('Shipping, {method}', { method })
