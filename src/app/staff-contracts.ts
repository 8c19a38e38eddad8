import type { StaffCall } from '#contract/calls/staff-call.ts'
import * as adverts from '#features/adverts/adverts.staff.contract.ts'
import * as categories from '#features/catalogue/categories.staff.contract.ts'
import * as prices from '#features/catalogue/prices.staff.contract.ts'
import * as products from '#features/catalogue/products.staff.contract.ts'
import * as shoeSizes from '#features/catalogue/shoe-sizes.staff.contract.ts'
import * as stock from '#features/catalogue/stock.staff.contract.ts'
import * as taxPreview from '#features/catalogue/tax-preview.staff.contract.ts'
import * as newOrder from '#features/checkout/new-order.staff.contract.ts'
import * as coupons from '#features/coupons/coupons.staff.contract.ts'
import * as widgets from '#features/coupons/widgets.staff.contract.ts'
import * as customers from '#features/customers/customers.staff.contract.ts'
import * as guests from '#features/customers/guests.staff.contract.ts'
import * as figures from '#features/dashboard/figures.staff.contract.ts'
import * as taxReport from '#features/dashboard/tax-report.staff.contract.ts'
import * as documents from '#features/documents/documents.staff.contract.ts'
import * as exported from '#features/imports/exports.staff.contract.ts'
import * as imports from '#features/imports/imports.staff.contract.ts'
import * as markets from '#features/markets/markets.staff.contract.ts'
import * as shippingMethods from '#features/markets/shipping-methods.staff.contract.ts'
import * as letters from '#features/onboarding/mails.staff.contract.ts'
import * as setup from '#features/onboarding/setup.staff.contract.ts'
import * as orderCommands from '#features/orders/order-commands.staff.contract.ts'
import * as orderJobs from '#features/orders/order-jobs.staff.contract.ts'
import * as orders from '#features/orders/orders.staff.contract.ts'
import * as parcels from '#features/orders/parcels.staff.contract.ts'
import * as pages from '#features/pages/pages.staff.contract.ts'
import * as pageTexts from '#features/pages/texts.staff.contract.ts'
import * as payments from '#features/payments/payments.staff.contract.ts'
import * as returnCommands from '#features/returns/return-commands.staff.contract.ts'
import * as returnJobs from '#features/returns/return-jobs.staff.contract.ts'
import * as returnReasons from '#features/returns/return-reasons.staff.contract.ts'
import * as returns from '#features/returns/returns.staff.contract.ts'
import * as reviewLabels from '#features/reviews/review-labels.staff.contract.ts'
import * as reviews from '#features/reviews/reviews.staff.contract.ts'
import * as failedMails from '#features/settings/failed-mails.staff.contract.ts'
import * as settings from '#features/settings/settings.staff.contract.ts'
import * as audit from '#features/staff/audit.staff.contract.ts'
import * as jobs from '#features/staff/jobs.staff.contract.ts'
import * as keys from '#features/staff/keys.staff.contract.ts'
import * as me from '#features/staff/me.staff.contract.ts'
import * as members from '#features/staff/members.staff.contract.ts'
import * as requests from '#features/staff/requests.staff.contract.ts'
import * as signIn from '#features/staff/sign-in.staff.contract.ts'
import * as views from '#features/staff/views.staff.contract.ts'
import * as inbox from '#features/support/inbox.staff.contract.ts'
import * as questionTypes from '#features/support/question-types.staff.contract.ts'
import * as tax from '#features/tax/tax.staff.contract.ts'
import * as webhooks from '#features/webhooks/webhooks.staff.contract.ts'
import { createCallNames, type Group } from './contracts.ts'

/** Groups of calls in the reference of the staff API. A new contract is listed here. */
export const staffCallGroups: Group[] = [
  {
    name: 'catalogue',
    about: 'Products, categories, stock and prices.',
    contracts: [products, categories, stock, prices],
  },
  { name: 'marketing', about: 'Coupons, coupon widgets and adverts.', contracts: [coupons, widgets, adverts] },
  { name: 'customers', about: 'Customers and guests, with their data.', contracts: [customers, guests] },
  { name: 'figures', about: 'Open work and daily statistics.', contracts: [figures, taxReport] },
  { name: 'imports', about: 'Imports and exports of data as files.', contracts: [imports, exported] },
  { name: 'inbox', about: 'Tickets and chats in one inbox.', contracts: [inbox] },
  {
    name: 'orders',
    about: 'Orders, parcels and the commands that change orders.',
    contracts: [orders, newOrder, orderCommands, orderJobs, parcels],
  },
  { name: 'payments', about: 'Payments and refunds.', contracts: [payments] },
  { name: 'documents', about: 'Invoices and credit notes.', contracts: [documents] },
  {
    name: 'returns',
    about: 'Returns and the commands that change returns.',
    contracts: [returns, returnCommands, returnJobs],
  },
  { name: 'reviews', about: 'Reviews and the public answers of the shop.', contracts: [reviews] },
  {
    name: 'content',
    about: 'Information pages, blog posts, product test invitations and navigation, with their translations.',
    contracts: [pages, pageTexts],
  },
  {
    name: 'settings',
    about: 'The settings of the shop, such as shipping methods, currencies, languages and return reasons.',
    contracts: [
      setup,
      settings,
      markets,
      shippingMethods,
      tax,
      taxPreview,
      returnReasons,
      reviewLabels,
      questionTypes,
      shoeSizes,
      letters,
      failedMails,
    ],
  },
  { name: 'sign-in', about: 'Sign-in and the caller’s own account.', contracts: [signIn, me] },
  {
    name: 'staff',
    about: 'Staff members, roles, API keys, approval requests, jobs, saved views and the audit log.',
    contracts: [members, keys, requests, audit, jobs, views],
  },
  { name: 'webhooks', about: 'Webhooks and their deliveries.', contracts: [webhooks] },
]

const nameOf = createCallNames(staffCallGroups, 'src/app/staff-contracts.ts')

export function nameStaffCall(call: StaffCall): { name: string; group: string } {
  return nameOf(call)
}
