import { join } from 'node:path'
import { choosePaymentProvider, noProvider } from '#features/payments/server/providers/choose-provider.ts'
import { createStripeTax } from '#features/payments/server/providers/stripe-tax.ts'
import { systemClock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { createFolderFiles } from '#server/files/files.ts'
import { createS3Files } from '#server/files/s3-files.ts'
import { limitConcurrency } from '#server/http/limits/limit-concurrency.ts'
import { createLimits } from '#server/http/limits/limits.ts'
import type { Log } from '#server/log/log.ts'
import { createShopMetrics } from '#server/log/shop-metrics.ts'
import { createOutbox, createSmtpMail } from '#server/mail/send-mail.ts'
import { createFetchOutside } from '#server/outside/fetch-outside.ts'
import { holdOutgoing } from '#server/outside/hold-outgoing.ts'
import { allowLoopback, createSendOutside } from '#server/outside/send-outside.ts'
import { createVies } from '#server/outside/vat-number-check.ts'
import type { Shop } from '#server/shop.ts'
import type { Config } from '../config.ts'
import { hooks } from '../hooks.ts'

/** Creates the dependencies of the services from the configuration, for the server and for every command. */
export function assembleShop(config: Config, db: Database, log: Log): Shop {
  const { dataDir, smtpUrl, mailFrom, publicUrl, trustedProxies } = config
  const clock = systemClock
  const outgoing = {
    sendMail: smtpUrl
      ? createSmtpMail(smtpUrl, mailFrom)
      : createOutbox(join(dataDir, 'outbox'), clock, config.bounds.outboxMails),
    fetchOutside: createFetchOutside(),
    sendOutside: createSendOutside(config.sendsToLoopback ? allowLoopback : {}),
  }
  return {
    db,
    clock,
    log,
    sendsMail: Boolean(smtpUrl),
    ...(config.holdsOutgoing ? holdOutgoing(outgoing) : outgoing),
    limits: createLimits(db, clock, {
      patience: config.environment === 'test' ? 50 : 1,
      limitRules: config.limitRules,
    }),
    // A request with a key may need a second connection while it holds its first.
    bounds: { ...config.bounds, keyedAtOnce: Math.min(config.bounds.keyedAtOnce, Math.floor(config.databasePool / 2)) },
    files: config.s3 ? createS3Files(config.s3, clock) : createFolderFiles(join(dataDir, 'files')),
    ratesUrl: config.ratesUrl,
    countryHeader: config.countryHeader,
    // A restored copy must not take money or refund it a second time.
    payments: config.holdsOutgoing ? noProvider : choosePaymentProvider(config),
    taxes: config.stripe && !config.holdsOutgoing ? createStripeTax({ ...config.stripe, log }) : undefined,
    ...(!config.holdsOutgoing && { checkVatNumber: createVies(outgoing.fetchOutside) }),
    hooks,
    metrics: createShopMetrics(),
    limitHashing: limitConcurrency({ atOnce: config.bounds.hashesAtOnce, waiting: config.bounds.hashesWaiting }),
    hasSso: config.sso !== undefined,
    publicUrl,
    trustedProxies,
  }
}
