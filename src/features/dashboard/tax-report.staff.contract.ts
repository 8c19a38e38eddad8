import * as z from 'zod/mini'
import { defineStaffCall, defineStaffFile, StaffMoney } from '#contract/calls/staff-call.ts'

const Day = z.iso.date().check(z.maxLength(10))
const Period = z.object({
  /** The first and last day, in the shop’s time zone. */
  from: Day,
  to: Day,
  /**
   * The tax return: `domestic` for the seller’s own country, `oss` for the EU One-Stop Shop, `destination` for
   * registrations in other countries and US states. Without one, the report has all orders, also those without tax.
   */
  return: z.optional(z.enum(['domestic', 'oss', 'destination'])),
})

const Amounts = {
  orders: z.int(),
  sales_net: StaffMoney,
  refunds_net: StaffMoney,
  /** Sales minus refunds, without tax. */
  taxable: StaffMoney,
  /** The tax of sales minus the tax of refunds. */
  tax: StaffMoney,
}
export const TaxReportRow = z.object({
  country: z.string(),
  region: z.string(),
  /** The rate in thousandths of a percent: 19 % is 19000. */
  rate: z.int(),
  name: z.string(),
  ...Amounts,
})
export type TaxReportRow = z.output<typeof TaxReportRow>

const example = { input: { from: '2026-07-01', to: '2026-09-30' } }

export const getTaxReport = defineStaffCall({
  method: 'GET',
  path: '/tax-report',
  about:
    'Returns sales, refunds and tax of up to 366 days by country, region, rate and currency. Sales count on the day of payment, refunds on the day on which they settle.',
  scope: 'settings:read',
  input: Period,
  output: z.object({
    time_zone: z.string(),
    /** One row for each country, region, rate and currency. Amounts are not converted. */
    rows: z.array(TaxReportRow),
    /** One total per currency. An order with several rates counts once. */
    totals: z.array(z.object(Amounts)),
  }),
  example,
})
export type TaxReport = z.output<(typeof getTaxReport)['output']>

export const getTaxReportCsv = defineStaffFile({
  method: 'GET',
  path: '/tax-report.csv',
  about: 'Returns the rows of `/tax-report` as CSV for the accountant. Amounts have a decimal point.',
  scope: 'settings:read',
  input: Period,
  example,
})
