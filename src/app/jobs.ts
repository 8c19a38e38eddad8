import type { Pool } from 'pg'
import { countAdvertViews } from '#features/adverts/server/advert-views.service.ts'
import { countEvents } from '#features/analytics/server/analytics.service.ts'
import { applyDuePrices } from '#features/catalogue/server/skus/prices.staff.service.ts'
import { issueDocuments } from '#features/documents/server/issue-documents.service.ts'
import { removeUnusedImages } from '#features/images/server/images.service.ts'
import { fetchImportPictures } from '#features/imports/server/files/import-pictures.service.ts'
import { processImports } from '#features/imports/server/work/process-imports.service.ts'
import {
  autoCompleteOrders,
  autoReceiveOrders,
  expireUnpaidOrders,
  releaseGuestStock,
} from '#features/orders/server/commands/order-commands.service.ts'
import { mapCountries } from '#features/orders/server/shipping/map-countries.service.ts'
import { sendRefunds } from '#features/payments/server/send-refunds.service.ts'
import { closeOverdueReturns } from '#features/returns/server/commands/return-commands.service.ts'
import { fetchRates } from '#features/settings/server/exchange-rates.service.ts'
import { removeUnprovedAccounts } from '#features/sign-in/server/unverified-accounts.service.ts'
import { deliverWebhooks } from '#features/webhooks/server/deliver-webhooks.service.ts'
import { type Jobs, openJobs, type Timer } from '#server/jobs/jobs.ts'
import { deliverMails, removeOldMails } from '#server/mail/send-mail.ts'
import type { Shop } from '#server/shop.ts'
import { listRetentionTimers } from './retention.ts'
import { runStaffJobs } from './staff/staff-jobs.ts'

/** Returns all timers. Each timer may run twice or concurrently, and its commands must allow this. */
export function listTimers(shop: Shop): Timer[] {
  return [
    { name: 'deliverMails', everyMs: 2_000, run: () => deliverMails(shop) },
    { name: 'deliverWebhooks', everyMs: 1_000, run: () => deliverWebhooks(shop) },
    { name: 'runStaffJobs', everyMs: 2_000, run: () => runStaffJobs(shop) },
    { name: 'issueDocuments', everyMs: 2_000, run: () => issueDocuments(shop) },
    { name: 'sendRefunds', everyMs: 20_000, run: () => sendRefunds(shop) },
    { name: 'expireUnpaidOrders', cron: '* * * * *', run: () => expireUnpaidOrders(shop) },
    { name: 'releaseGuestStock', cron: '* * * * *', run: () => releaseGuestStock(shop) },
    { name: 'closeOverdueReturns', cron: '* * * * *', run: () => closeOverdueReturns(shop) },
    { name: 'autoReceiveOrders', cron: '*/10 * * * *', run: () => autoReceiveOrders(shop) },
    { name: 'autoCompleteOrders', cron: '*/10 * * * *', run: () => autoCompleteOrders(shop) },
    { name: 'mapCountries', cron: '*/10 * * * *', run: () => mapCountries(shop) },
    { name: 'applyDuePrices', cron: '* * * * *', run: () => applyDuePrices(shop) },
    { name: 'fetchRates', cron: '*/10 * * * *', run: () => fetchRates(shop) },
    { name: 'removeUnusedImages', cron: '7 * * * *', run: () => removeUnusedImages(shop) },
    { name: 'removeOldMails', cron: '47 * * * *', run: () => removeOldMails(shop) },
    { name: 'countEvents', isPerProcess: true, everyMs: 10_000, run: () => countEvents(shop) },
    { name: 'countAdvertViews', isPerProcess: true, everyMs: 10_000, run: () => countAdvertViews(shop) },
    { name: 'removeUnprovedAccounts', cron: '42 3 * * *', run: () => removeUnprovedAccounts(shop) },
    { name: 'workImports', everyMs: 1_000, run: () => processImports(shop) },
    { name: 'fetchImportPictures', everyMs: 5_000, run: () => fetchImportPictures(shop) },
    ...listRetentionTimers(shop),
  ]
}

/** Timers that send data out of the shop or fetch data for it. */
const outgoingTimers = ['deliverMails', 'deliverWebhooks', 'sendRefunds', 'fetchRates', 'fetchImportPictures']
/**
 * Timers that do not run in a restored copy. The copy may share its bucket with the live shop, where a picture that looks unused in
 * the copy may have been used since.
 */
const heldTimers = [...outgoingTimers, 'removeUnusedImages']

/**
 * Returns the timers of a process. The first of several workers runs all timers. The other workers run only the timers
 * of their own process.
 */
export function chooseTimers(shop: Shop, { isFirst = true, holdsOutgoing = false }: JobOptions): Timer[] {
  return listTimers(shop).filter(
    ({ name, isPerProcess }) => (isFirst || isPerProcess) && !(holdsOutgoing && heldTimers.includes(name)),
  )
}

type JobOptions = {
  isFirst?: boolean
  /** True for a restored copy. Unsent messages then stay in the database, and unused pictures in their store. */
  holdsOutgoing?: boolean
}

/** Starts the timers of this process. */
export function startJobs(shop: Shop, pool: Pool, options: JobOptions = {}): Jobs {
  const timers = chooseTimers(shop, options)
  const jobs = openJobs(pool, shop.log, timers, {
    onRound: (timer, outcome) => shop.metrics.jobs.add({ timer, outcome }),
  })
  const stop = async () => {
    await jobs.stop()
    // Counts since the last run exist only in this process.
    for (const count of [countEvents, countAdvertViews]) {
      await count(shop).catch((error) => shop.log.warn('some analytics counts could not be saved', { error }))
    }
  }
  return { ...jobs, stop }
}
