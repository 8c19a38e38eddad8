import type { taxCategories, taxRates } from '#features/tax/server/tax.tables.ts'

/** Kinds of goods of a fashion shop that at least one listed country taxes differently. */
export const referenceTaxCategories: (typeof taxCategories.$inferInsert)[] = [
  { code: 'clothing', name: 'Clothing and shoes', sort: 1 },
  { code: 'childrens_clothing', name: 'Children’s clothing and shoes', sort: 2 },
]

type Rate = typeof taxRates.$inferInsert

/** The day on which the sources were read. The merchant must check later changes. */
export const taxRatesReadOn = '2026-11-19'

// Sources that were read. Each row names its own source. "Start date from memory" marks a date that no source confirmed.
const euTable = 'github.com/ibericode/vat-rates, stored copy with changes until July 2025'
const euTableNoDate = `${euTable}. Start date from memory, to be checked.`

const vat = (country: string, percent: number, validFrom: string, source: string, more: Partial<Rate> = {}): Rate => ({
  ...{ id: country, country, region: '', category: null, name: 'VAT', rate: Math.round(percent * 1000) },
  ...{ validFrom, validUntil: null, source, sourceDate: taxRatesReadOn, ...more },
})

const standardRates: Rate[] = [
  vat('AT', 20, '1984-01-01', euTableNoDate),
  vat('BE', 21, '1996-01-01', euTableNoDate),
  vat('BG', 20, '1999-01-01', euTableNoDate),
  vat('CY', 19, '2014-01-13', euTableNoDate),
  vat('CZ', 21, '2013-01-01', euTableNoDate),
  vat('DE', 19, '2021-01-01', euTable),
  vat('DK', 25, '1992-01-01', euTableNoDate),
  vat('EE', 22, '2024-01-01', euTable, { id: 'EE-2024', validUntil: '2025-06-30' }),
  vat('EE', 24, '2025-07-01', euTable),
  vat('ES', 21, '2012-09-01', euTableNoDate),
  vat('FI', 25.5, '2024-09-01', euTable),
  vat('FR', 20, '2014-01-01', euTable),
  vat('GR', 24, '2016-06-01', euTable),
  vat('HR', 25, '2012-03-01', euTableNoDate),
  vat('HU', 27, '2012-01-01', euTableNoDate),
  vat('IE', 23, '2021-03-01', euTable),
  vat('IT', 22, '2013-10-01', euTableNoDate),
  vat('LT', 21, '2009-09-01', euTableNoDate),
  vat('LU', 17, '2024-01-01', euTable),
  vat('LV', 21, '2012-07-01', euTableNoDate),
  vat('MT', 18, '2004-01-01', euTableNoDate),
  vat('NL', 21, '2012-10-01', euTable),
  vat('PL', 23, '2011-01-01', euTableNoDate),
  vat('PT', 23, '2011-01-01', `${euTableNoDate} Madeira and the Azores have other rates.`),
  vat('RO', 19, '2017-01-01', euTable, { id: 'RO-2017', validUntil: '2025-07-31' }),
  vat('RO', 21, '2025-08-01', 'regfollower.com and bdo.ro on Law 141/2025'),
  vat('SE', 25, '1990-07-01', euTableNoDate),
  vat('SI', 22, '2013-07-01', `${euTable}. Start date: caponeshop.it/en/tax-rules.`),
  vat('SK', 23, '2025-01-01', euTable),
  vat('GB', 20, '2011-01-04', 'github.com/ibericode/vat-rates'),
  vat('NO', 25, '2005-01-01', 'altinn.no, What is value added tax. Start date from memory, to be checked.'),
  vat('CH', 8.1, '2024-01-01', 'taxlawblog.ch on the notice of the Swiss tax office of December 12, 2022'),
  vat('JP', 10, '2019-10-01', 'avalara.com/vatlive, Japan raises Consumption Tax to 10%', { name: 'Consumption tax' }),
]

const childrensClothing = (country: string, percent: number, validFrom: string, source: string): Rate =>
  vat(country, percent, validFrom, source, { id: `${country}-childrens_clothing`, category: 'childrens_clothing' })

const childrensRates: Rate[] = [
  childrensClothing(
    'GB',
    0,
    '2011-01-04',
    'VAT Notice 714, as quoted by wenntownsend.co.uk. Only for sizes under 14 years, and no fur.',
  ),
  childrensClothing(
    'IE',
    0,
    '2021-03-01',
    'Oireachtas, Finance Bill 2018, November 8, 2018. Only for sizes under 11 years. Shoes up to size 38.',
  ),
  childrensClothing(
    'LU',
    3,
    '2024-01-01',
    'vat-solutions.com, Luxembourg. Only for children under 14 years. Shoes from memory, to be checked.',
  ),
]

const stateTable = 'federalstatelaw.com/tables/sales-tax, updated December 15, 2025'
const oldStateTable = 'streamlinedsalestax.org, an older table. To be checked.'
const storeTable = 'checksalestax.com. To be checked.'
const fromMemory = 'From memory, to be checked.'

/** Sales tax of the states without local taxes, in percent. States without a sales tax are left out. */
const states: [region: string, percent: number, source: string][] = [
  ['AL', 4, stateTable],
  ['AZ', 5.6, stateTable],
  ['AR', 6.5, stateTable],
  ['CA', 7.25, stateTable],
  ['CO', 2.9, stateTable],
  ['CT', 6.35, stateTable],
  ['DC', 6, storeTable],
  ['FL', 6, stateTable],
  ['GA', 4, stateTable],
  ['HI', 4, stateTable],
  ['ID', 6, stateTable],
  ['IL', 6.25, stateTable],
  ['IN', 7, stateTable],
  ['IA', 6, stateTable],
  ['KS', 6.5, stateTable],
  ['KY', 6, stateTable],
  ['LA', 5, 'From memory, to be checked. federalstatelaw.com has 4.45%, the rate until 2024.'],
  ['ME', 5.5, stateTable],
  ['MD', 6, stateTable],
  ['MA', 6.25, `${stateTable}. The exemption of clothing up to $175 per item is not applied.`],
  ['MI', 6, stateTable],
  ['MN', 6.875, stateTable],
  ['MS', 7, stateTable],
  ['MO', 4.225, stateTable],
  ['NE', 5.5, stateTable],
  ['NV', 6.85, stateTable],
  ['NJ', 6.625, stateTable],
  ['NM', 4.875, stateTable],
  ['NY', 4, `${stateTable}. The exemption of clothing under $110 per item is not applied.`],
  ['NC', 4.75, stateTable],
  ['ND', 5, oldStateTable],
  ['OH', 5.75, storeTable],
  ['OK', 4.5, storeTable],
  ['PA', 6, storeTable],
  ['RI', 7, `${storeTable} The exemption of clothing up to $250 per item is not applied.`],
  ['SC', 6, storeTable],
  ['SD', 4.2, fromMemory],
  ['TN', 7, storeTable],
  ['TX', 6.25, 'checksalestax.com. To be checked.'],
  ['UT', 4.85, fromMemory],
  ['VT', 6, oldStateTable],
  ['VA', 5.3, `${fromMemory} Includes the local 1% of the whole state.`],
  ['WA', 6.5, oldStateTable],
  ['WV', 6, oldStateTable],
  ['WI', 5, oldStateTable],
  ['WY', 4, oldStateTable],
]

/** States that exempt clothing and shoes without a price limit. */
const clothingExempt = ['MN', 'NJ', 'PA', 'VT']
const clothingSource = 'legalclarity.org, What States Have No Sales Tax on Clothing. Accessories may be taxed.'

const sales = (region: string, rate: number, source: string, category: string | null = null): Rate => ({
  ...{
    id: ['US', region, category].filter(Boolean).join('-'),
    country: 'US',
    region,
    category,
    name: 'Sales tax',
    rate,
  },
  // The sources give no start dates. The rates therefore begin with the year in which they were read.
  ...{ validFrom: '2026-01-01', validUntil: null, source, sourceDate: taxRatesReadOn },
})

const stateRates: Rate[] = [
  ...states.map(([region, percent, source]) => sales(region, Math.round(percent * 1000), `${source} No local taxes.`)),
  ...clothingExempt.flatMap((region) =>
    referenceTaxCategories.map(({ code }) => sales(region, 0, clothingSource, code)),
  ),
]

export const referenceTaxRates: Rate[] = [...standardRates, ...childrensRates, ...stateRates]
