import { availableParallelism } from 'node:os'
import { isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { CannotStart } from '#server/cannot-start.ts'
import { readBounds } from '#server/http/limits/bounds.ts'
import { readLimitRules } from '#server/http/limits/limits.ts'
import { logLevels } from '#server/log/log.ts'
import { projectFolder } from '#server/project-folder.ts'
import { findMisspelled, formatMisspelled } from './process/misspelled-settings.ts'

const folder = fileURLToPath(projectFolder)

const wholeNumber = (name: string, from: number, to: number) => {
  const text = `${name} must be a whole number from ${from} to ${to}`
  return z
    .string()
    .regex(/^\d+$/, text)
    .transform(Number)
    .refine((value) => value >= from && value <= to, text)
}
const yesOrNo = (name: string) =>
  z.enum(['true', 'false'], `${name} must be true or false`).transform((value) => value === 'true')
const oneOf = <const T extends readonly string[]>(name: string, values: T) =>
  z.enum(values, `${name} must be one of ${values.join(', ')}`)
const address = (name: string, protocols: string[], example: string) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `${name} must be a URL such as ${example}`,
  })

const schema = z.object({
  NODE_ENV: oneOf('NODE_ENV', ['development', 'test', 'production']).default('development'),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'HOST must be a host name or an address such as 127.0.0.1')
    .default('127.0.0.1'),
  PORT: wholeNumber('PORT', 0, 65_535).default(3000),
  PUBLIC_URL: address('PUBLIC_URL', ['http:', 'https:'], 'https://shop.example')
    .refine(
      (value) => !URL.canParse(value) || new URL(value).href === `${new URL(value).origin}/`,
      'PUBLIC_URL must be a URL without a path, such as https://shop.example',
    )
    .transform((value) => value.replace(/\/$/, ''))
    .optional(),
  METRICS_HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'METRICS_HOST must be a host name or an address such as 127.0.0.1')
    .default('127.0.0.1'),
  METRICS_PORT: wholeNumber('METRICS_PORT', 0, 65_535).optional(),
  WORKERS: z
    .string()
    .regex(/^(?:auto|[1-9]|[1-5]\d|6[0-4])$/, 'WORKERS must be auto or a whole number from 1 to 64')
    .transform((value) => (value === 'auto' ? availableParallelism() : Number(value)))
    .default(1),
  TRUST_PROXY: wholeNumber('TRUST_PROXY', 0, 10).default(0),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: address('DATABASE_URL', ['postgres:', 'postgresql:'], 'postgresql://user@host:5432/harbor').optional(),
  DATABASE_DIRECT_URL: address(
    'DATABASE_DIRECT_URL',
    ['postgres:', 'postgresql:'],
    'postgresql://user@host:5432/harbor',
  ).optional(),
  POSTGRES_BUILT_IN: yesOrNo('POSTGRES_BUILT_IN').optional(),
  DATABASE_POOL: wholeNumber('DATABASE_POOL', 2, 500).default(10),
  POSTGRES_DURABLE: yesOrNo('POSTGRES_DURABLE').default(true),
  DEMO: yesOrNo('DEMO').optional(),
  HOLD_OUTGOING: yesOrNo('HOLD_OUTGOING').default(false),
  WEBHOOKS_LOOPBACK: yesOrNo('WEBHOOKS_LOOPBACK').optional(),
  LOG_LEVEL: oneOf('LOG_LEVEL', logLevels).default('info'),
  SMTP_URL: address('SMTP_URL', ['smtp:', 'smtps:'], 'smtps://user@mail.example:465').optional(),
  RATES_URL: address('RATES_URL', ['https:'], 'https://rates.example/daily.xml').optional(),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[\w-]+$/, 'COUNTRY_HEADER must be the name of a header such as CF-IPCountry')
    .transform((value) => value.toLowerCase())
    .optional(),
  S3_URL: address('S3_URL', ['http:', 'https:'], 'https://s3.example/bucket')
    .refine(
      (value) => /^https?:\/\/[^/@?#]+\/[\w.-]+\/?$/.test(value),
      'S3_URL must name the bucket in its path, such as https://s3.example/bucket',
    )
    .transform((value) => value.replace(/\/$/, ''))
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[\w-]+$/, 'S3_REGION must be the name of a region such as eu-central-1')
    .default('us-east-1'),
  S3_KEY_ID: z.string().optional(),
  S3_SECRET: z.string().optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_(?:test|live)_\w+$/, 'STRIPE_SECRET_KEY must be a secret key of Stripe, such as sk_test_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w+$/, 'STRIPE_WEBHOOK_SECRET must be the signing secret of a Stripe webhook, such as whsec_…')
    .optional(),
  STAFF_OIDC_ISSUER: address('STAFF_OIDC_ISSUER', ['https:', 'http:'], 'https://login.example').optional(),
  STAFF_OIDC_CLIENT_ID: z.string().optional(),
  STAFF_OIDC_CLIENT_SECRET: z.string().optional(),
  STAFF_OIDC_ROLES_CLAIM: z.string().default('roles'),
  PAYMENTS: z.literal('test', 'PAYMENTS must be test or not set').optional(),
  MAIL_FROM: z.string().regex(/@/, 'MAIL_FROM must contain an e-mail address').default('Harbor <no-reply@harbor.test>'),
})

export type Config = ReturnType<typeof parseConfig>

/** Parses and checks the environment. An error names the wrong value and the expected one. */
export function parseConfig(environment: Record<string, string | undefined>) {
  // An empty variable means the default, like an empty form field.
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const { success, data, error } = schema.safeParse(given)
  if (!success) throw new CannotStart(error.issues.map((issue) => describe(issue, given)).join('\n'))
  return {
    environment: data.NODE_ENV,
    host: data.HOST,
    port: data.PORT,
    publicUrl: data.PUBLIC_URL ?? addressOf(data.HOST, data.PORT),
    metrics: data.METRICS_PORT === undefined ? undefined : { host: data.METRICS_HOST, port: data.METRICS_PORT },
    workers: data.WORKERS,
    trustedProxies: data.TRUST_PROXY,
    dataDir: isAbsolute(data.DATA_DIR) ? data.DATA_DIR : resolve(folder, data.DATA_DIR),
    databaseUrl: data.DATABASE_URL,
    databaseDirectUrl: data.DATABASE_URL === undefined ? undefined : data.DATABASE_DIRECT_URL,
    hasBuiltInDatabase: data.POSTGRES_BUILT_IN ?? data.NODE_ENV !== 'production',
    databasePool: data.DATABASE_POOL,
    misspelled: findMisspelled(environment, Object.keys(schema.shape)),
    isDurable: data.POSTGRES_DURABLE,
    hasDemo: data.DEMO ?? data.DATABASE_URL === undefined,
    holdsOutgoing: data.HOLD_OUTGOING,
    sendsToLoopback: data.WEBHOOKS_LOOPBACK ?? data.NODE_ENV !== 'production',
    logLevel: data.LOG_LEVEL,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM,
    ratesUrl: data.RATES_URL,
    countryHeader: data.COUNTRY_HEADER,
    s3: joinS3(data),
    bounds: readBounds(given),
    limitRules: readLimitRules(given),
    hasTestPayments: data.PAYMENTS === 'test' || (data.DEMO ?? data.DATABASE_URL === undefined),
    sso: joinSso(data),
    stripe: pairStripe(data.STRIPE_SECRET_KEY, data.STRIPE_WEBHOOK_SECRET),
  }
}

type S3Given = { S3_URL?: string | undefined; S3_REGION: string } & Partial<
  Record<'S3_KEY_ID' | 'S3_SECRET', string | undefined>
>

/**
 * Returns the complete S3 configuration, or undefined if nothing is set. Refuses an incomplete configuration, which
 * would only fail at the first image.
 */
function joinS3({ S3_URL, S3_REGION, S3_KEY_ID, S3_SECRET }: S3Given) {
  const needed = { S3_URL, S3_KEY_ID, S3_SECRET }
  const missing = Object.entries(needed).flatMap(([name, value]) => (value ? [] : [name]))
  if (missing.length === 3) return undefined
  if (!S3_URL || !S3_KEY_ID || !S3_SECRET) {
    throw new CannotStart(
      `S3_URL, S3_KEY_ID and S3_SECRET must be set together: ${missing.join(' and ')} must be set too.`,
    )
  }
  return { url: S3_URL, region: S3_REGION, keyId: S3_KEY_ID, secret: S3_SECRET }
}

type SsoGiven = { STAFF_OIDC_ROLES_CLAIM: string } & Partial<
  Record<'STAFF_OIDC_ISSUER' | 'STAFF_OIDC_CLIENT_ID' | 'STAFF_OIDC_CLIENT_SECRET', string | undefined>
>

/**
 * Returns the complete SSO configuration, or undefined if nothing is set. Refuses an incomplete configuration, which
 * would only fail at the first sign-in.
 */
function joinSso({ STAFF_OIDC_ROLES_CLAIM: rolesClaim, ...given }: SsoGiven) {
  const { STAFF_OIDC_ISSUER: issuer, STAFF_OIDC_CLIENT_ID: clientId, STAFF_OIDC_CLIENT_SECRET: clientSecret } = given
  if (!issuer && !clientId && !clientSecret) return undefined
  if (!issuer || !clientId || !clientSecret) {
    throw new CannotStart('STAFF_OIDC_ISSUER, STAFF_OIDC_CLIENT_ID and STAFF_OIDC_CLIENT_SECRET must be set together.')
  }
  return { issuer, clientId, clientSecret, rolesClaim }
}

/** Returns both Stripe secrets or none. Without the second one, payments would be taken and never noticed. */
function pairStripe(secretKey: string | undefined, webhookSecret: string | undefined) {
  if (!secretKey && !webhookSecret) return undefined
  if (!secretKey) throw new CannotStart('STRIPE_WEBHOOK_SECRET is set, so STRIPE_SECRET_KEY must be set too.')
  if (!webhookSecret) throw new CannotStart('STRIPE_SECRET_KEY is set, so STRIPE_WEBHOOK_SECRET must be set too.')
  return { secretKey, webhookSecret }
}

/** Returns whether others can reach a demo shop, whose passwords are public. */
export function hasOpenDemo({ hasDemo, host, publicUrl }: Pick<Config, 'hasDemo' | 'host' | 'publicUrl'>): boolean {
  const isLocal = (name: string) => /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(name)
  return hasDemo && !(isLocal(host) && isLocal(new URL(publicUrl).hostname))
}

/**
 * Refuses a production server without DATABASE_URL, unless the built-in database was requested, as `npm start` does. A
 * misspelled DATABASE_URL is always refused: an empty shop would open instead of the intended one.
 */
export function requireDatabase({ environment, databaseUrl, hasBuiltInDatabase, misspelled }: Config): void {
  if (databaseUrl || environment !== 'production') return
  const similarSetting = misspelled.find(({ meant }) => meant === 'DATABASE_URL')
  if (similarSetting) throw new CannotStart(formatMisspelled(similarSetting))
  if (hasBuiltInDatabase) return
  throw new CannotStart(
    'DATABASE_URL is missing. Set it, or set POSTGRES_BUILT_IN=true to use the built-in database, as npm start does.',
  )
}

/** Returns the configuration of this process, including the `.env` file. */
export function readConfig(): Config {
  try {
    process.loadEnvFile(resolve(folder, '.env'))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  return parseConfig(process.env)
}

/** Returns the configuration with the port that the system chose (PORT=0). */
export function withPort(config: Config, port: number): Config {
  const isDefault = config.publicUrl === addressOf(config.host, config.port)
  return { ...config, port, publicUrl: isDefault ? addressOf(config.host, port) : config.publicUrl }
}

/** Returns one worker's share of the instance's memory, CPU and connection limits. */
export function shareConnections(workers: number, config: Config): Config {
  const { bounds, databasePool } = config
  const part = (whole: number) => Math.ceil(whole / workers)
  return {
    ...config,
    // Timers, live pages and requests with a key use connections at the same time.
    databasePool: Math.max(4, part(databasePool)),
    bounds: {
      ...bounds,
      hashesAtOnce: part(bounds.hashesAtOnce),
      keptPages: part(bounds.keptPages),
      keptPageMegabytes: part(bounds.keptPageMegabytes),
      eventsPerHour: part(bounds.eventsPerHour),
    },
  }
}

function addressOf(host: string, port: number): string {
  // A wildcard address cannot be visited, so localhost replaces it.
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

function describe({ message, path }: z.core.$ZodIssue, given: Record<string, unknown>): string {
  const name = String(path[0])
  // Settings that contain passwords.
  const isSecret = [
    'DATABASE_URL',
    'DATABASE_DIRECT_URL',
    'SMTP_URL',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'S3_URL',
  ].includes(name)
  return isSecret ? `${message}.` : `${message}, but is ${JSON.stringify(given[name])}.`
}
