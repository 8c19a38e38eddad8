import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { choosePaymentProvider } from '#features/payments/server/providers/choose-provider.ts'
import { CannotStart } from '#server/cannot-start.ts'
import { hasOpenDemo, parseConfig, requireDatabase, shareConnections, withPort } from './config.ts'

test('starts a development server on port 3000 with its own database and demo data by default', () => {
  expect(parseConfig({})).toMatchObject({
    environment: 'development',
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    databaseUrl: undefined,
    hasDemo: true,
    isDurable: true,
    trustedProxies: 0,
    smtpUrl: undefined,
  })
})

test('loads no demo data into a given database unless requested', () => {
  const DATABASE_URL = 'postgresql://shop:secret@db.example/harbor'
  expect(parseConfig({ DATABASE_URL }).hasDemo).toBe(false)
  expect(parseConfig({ DATABASE_URL, DEMO: 'true' }).hasDemo).toBe(true)
})

test.each([
  [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535, but is "abc".'],
  [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535, but is "65536".'],
  [{ PORT: '-1' }, 'PORT must be a whole number from 0 to 65535, but is "-1".'],
  [{ PORT: '3.5' }, 'PORT must be a whole number from 0 to 65535, but is "3.5".'],
  [{ HOST: 'http://x' }, 'HOST must be a host name or an address such as 127.0.0.1, but is "http://x".'],
  [{ NODE_ENV: 'prod' }, 'NODE_ENV must be one of development, test, production, but is "prod".'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of debug, info, warn, error, silent, but is "loud".'],
  [{ DEMO: 'yes' }, 'DEMO must be true or false, but is "yes".'],
  [{ PUBLIC_URL: 'shop.example' }, 'PUBLIC_URL must be a URL such as https://shop.example, but is "shop.example".'],
  [
    { PUBLIC_URL: 'https://shop.example/en' },
    'PUBLIC_URL must be a URL without a path, such as https://shop.example, but is "https://shop.example/en".',
  ],
  [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY must be a whole number from 0 to 10, but is "true".'],
  [{ WORKERS: '0' }, 'WORKERS must be auto or a whole number from 1 to 64, but is "0".'],
  [{ WORKERS: 'many' }, 'WORKERS must be auto or a whole number from 1 to 64, but is "many".'],
  [{ MAIL_FROM: 'Harbor' }, 'MAIL_FROM must contain an e-mail address, but is "Harbor".'],
])('refuses %o and names the expected value', (environment, sentence) => {
  expect(() => parseConfig(environment)).toThrow(new CannotStart(sentence))
})

test.each([
  [{ DATABASE_URL: 'mysql://shop:hunter22@db/harbor' }, 'DATABASE_URL must be a URL such as'],
  [{ SMTP_URL: 'mail.example hunter22' }, 'SMTP_URL must be a URL such as'],
])('names an invalid %o without its password', (environment, sentence) => {
  expect(() => parseConfig(environment)).toThrow(sentence)
  expect(() => parseConfig(environment)).not.toThrow('hunter22')
})

test('uses the default for an empty variable', () => {
  expect(parseConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined })
})

test('removes the trailing slash of the public address', () => {
  expect(parseConfig({ PUBLIC_URL: 'https://shop.example/' }).publicUrl).toBe('https://shop.example')
})

test('shows the port that the system chose in the address, unless a public address is set', () => {
  expect(withPort(parseConfig({ PORT: '0' }), 41_234).publicUrl).toBe('http://127.0.0.1:41234')
  expect(withPort(parseConfig({ PORT: '0', HOST: '::' }), 41_234).publicUrl).toBe('http://localhost:41234')
  expect(withPort(parseConfig({ PORT: '0', HOST: '::1' }), 41_234).publicUrl).toBe('http://[::1]:41234')
  expect(withPort(parseConfig({ PORT: '0', PUBLIC_URL: 'https://shop.example' }), 41_234).publicUrl).toBe(
    'https://shop.example',
  )
})

test('requires both secrets of Stripe or none, and repeats neither in an error', () => {
  const STRIPE_SECRET_KEY = 'sk_test_abc'
  const STRIPE_WEBHOOK_SECRET = 'whsec_abc'
  expect(parseConfig({}).stripe).toBeUndefined()
  expect(parseConfig({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET }).stripe).toEqual({
    secretKey: STRIPE_SECRET_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
  })
  expect(() => parseConfig({ STRIPE_SECRET_KEY })).toThrow('STRIPE_WEBHOOK_SECRET must be set too')
  expect(() => parseConfig({ STRIPE_WEBHOOK_SECRET })).toThrow('STRIPE_SECRET_KEY must be set too')
  expect(() => parseConfig({ STRIPE_SECRET_KEY: 'pk_live_geheim', STRIPE_WEBHOOK_SECRET })).toThrow(
    /^(?!.*geheim).*STRIPE_SECRET_KEY must be a secret key of Stripe/,
  )
})

test('requires address, key and secret of S3 together, and repeats no secret', () => {
  const given = { S3_URL: 'https://s3.example/pictures/', S3_KEY_ID: 'harbor', S3_SECRET: 'geheim' }
  expect(parseConfig({}).s3).toBeUndefined()
  const s3 = { url: 'https://s3.example/pictures', region: 'us-east-1', keyId: 'harbor', secret: 'geheim' }
  expect(parseConfig(given).s3).toEqual(s3)
  expect(parseConfig({ ...given, S3_REGION: 'eu-central-1' }).s3?.region).toBe('eu-central-1')
  const { S3_SECRET, ...half } = given
  expect(() => parseConfig(half)).toThrow(
    'S3_URL, S3_KEY_ID and S3_SECRET must be set together: S3_SECRET must be set too.',
  )
  expect(() => parseConfig({ S3_SECRET })).toThrow('S3_URL and S3_KEY_ID must be set too.')
  for (const S3_URL of [
    'https://s3.example',
    'https://s3.example/a/b',
    'https://key:geheim@s3.example/pictures',
    's3://x',
  ]) {
    expect(() => parseConfig({ ...given, S3_URL })).toThrow(/^(?!.*geheim).*S3_URL must/)
  }
})

test('serves metrics at their own address only if requested', () => {
  expect(parseConfig({}).metrics).toBeUndefined()
  expect(parseConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 })
  expect(parseConfig({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }).metrics?.host).toBe('0.0.0.0')
  expect(() => parseConfig({ METRICS_PORT: 'on' })).toThrow('METRICS_PORT must be a whole number from 0 to 65535')
})

test('uses test payments only for the demo, or when they are named explicitly', () => {
  const DATABASE_URL = 'postgresql://shop@db:5432/harbor'
  const choose = (environment: Record<string, string>) => choosePaymentProvider(parseConfig(environment)).name
  expect(choose({})).toBe('test')
  expect(choose({ NODE_ENV: 'production', DATABASE_URL })).toBe('none')
  expect(choose({ NODE_ENV: 'production', DEMO: 'false' })).toBe('none')
  expect(choose({ NODE_ENV: 'production', DATABASE_URL, PAYMENTS: 'test' })).toBe('test')
  const keys = { STRIPE_SECRET_KEY: 'sk_test_abc', STRIPE_WEBHOOK_SECRET: 'whsec_abc' }
  expect(choose({ DATABASE_URL, PAYMENTS: 'test', ...keys })).toBe('stripe')
  expect(() => parseConfig({ PAYMENTS: 'none' })).toThrow('PAYMENTS must be test or not set, but is "none".')
})

test('sends webhooks to its own machine in production only if requested', () => {
  expect(parseConfig({}).sendsToLoopback).toBe(true)
  expect(parseConfig({ NODE_ENV: 'production' }).sendsToLoopback).toBe(false)
  expect(parseConfig({ NODE_ENV: 'production', WEBHOOKS_LOOPBACK: 'true' }).sendsToLoopback).toBe(true)
  expect(parseConfig({ WEBHOOKS_LOOPBACK: 'false' }).sendsToLoopback).toBe(false)
})

test('runs one worker by default, and shares limits between several', () => {
  expect(parseConfig({}).workers).toBe(1)
  expect(parseConfig({ WORKERS: 'auto' }).workers).toBe(availableParallelism())
  const config = parseConfig({ WORKERS: '4', DATABASE_POOL: '40', BOUND_HASHES_AT_ONCE: '2' })
  const share = shareConnections(config.workers, config)
  expect([share.databasePool, share.bounds.hashesAtOnce, share.bounds.keptPageMegabytes]).toEqual([10, 1, 6])
  expect(shareConnections(64, config).databasePool).toBe(4)
})

test('detects a demo shop that others can reach', () => {
  expect(hasOpenDemo(parseConfig({}))).toBe(false)
  expect(hasOpenDemo(parseConfig({ HOST: '::1', PUBLIC_URL: 'http://localhost:3000' }))).toBe(false)
  expect(hasOpenDemo(parseConfig({ HOST: '0.0.0.0' }))).toBe(true)
  expect(hasOpenDemo(parseConfig({ PUBLIC_URL: 'https://shop.example' }))).toBe(true)
  expect(hasOpenDemo(parseConfig({ HOST: '0.0.0.0', DEMO: 'false' }))).toBe(false)
})

test('passes every setting of the env file in compose, and sets only the addresses of its own services', async () => {
  const compose = await readFile(new URL('../../compose.yaml', import.meta.url), 'utf8')
  const [, service = ''] = /^x-harbor: &harbor\n([\s\S]*?)^\S/m.exec(compose) ?? []
  expect(service).toContain('\n  env_file: .env\n')
  const [, environment = ''] = /^ {2}environment:\n((?: {4}.*\n)+)/m.exec(service) ?? []
  // A setting listed here overrides the value of the env file.
  expect([...environment.matchAll(/^ {4}(\w+):/gm)].map(([, name]) => name)).toEqual([
    'PUBLIC_URL',
    'DATABASE_URL',
    'DEMO',
    'S3_URL',
    'S3_KEY_ID',
    'S3_SECRET',
    'HOST',
    'PORT',
    'DATA_DIR',
    'TRUST_PROXY',
    'METRICS_HOST',
    'METRICS_PORT',
  ])
  // An empty default in `environment` would override the value of the file.
  expect(service).not.toMatch(/\$\{\w+:-\}/)
})

test('builds the image in compose with the commit of the documented command', async () => {
  const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8')
  expect(await read('Dockerfile')).toContain('ARG HARBOR_COMMIT=unknown')
  expect(await read('compose.yaml')).toMatch(
    /^ {2}build:\n {4}context: \.\n {4}args:\n(?: {6}#.*\n)* {6}HARBOR_COMMIT: \$\{HARBOR_COMMIT:-unknown\}$/m,
  )
  for (const page of ['compose.yaml', 'docs/operating.md']) {
    const builds = (await read(page)).match(/^.*docker compose up .*--build.*$/gm) ?? []
    expect(builds.length).toBeGreaterThan(0)
    expect(builds.filter((line) => !line.includes('HARBOR_COMMIT=$(git rev-parse --short=12 HEAD) docker'))).toEqual([])
  }
})

test.each([
  ['DATABASE_URLL', 'DATABASE_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['DATABASE-URL', 'DATABASE_URL'],
  ['PROT', 'PORT'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['BOUND_CART_SKU', 'BOUND_CART_SKUS'],
])('suggests the setting that %s resembles', (name, meant) => {
  expect(parseConfig({ [name]: 'x' }).misspelled).toEqual([{ name, meant }])
})

test('ignores variables of other programs', () => {
  const others = ['HOME', 'HOSTNAME', 'MAIL', 'NODE_PATH', 'PATH', 'PWD', 'TERM', 'HARBOR_PORT', 'REDIS_PORT', 'USER']
  expect(parseConfig(Object.fromEntries(others.map((name) => [name, 'x']))).misspelled).toEqual([])
})

test('requires a database or the explicit built-in one in production', () => {
  const start = (given: Record<string, string>) => () =>
    requireDatabase(parseConfig({ NODE_ENV: 'production', ...given }))
  expect(start({})).toThrow('DATABASE_URL is missing. Set it, or set POSTGRES_BUILT_IN=true')
  expect(start({ POSTGRES_BUILT_IN: 'false' })).toThrow('DATABASE_URL is missing')
  expect(start({ POSTGRES_BUILT_IN: 'true' })()).toBeUndefined()
  expect(start({ DATABASE_URL: 'postgresql://shop@db/harbor' })()).toBeUndefined()
  expect(start({ NODE_ENV: 'development' })()).toBeUndefined()
  const misspelled = { POSTGRES_BUILT_IN: 'true', DATABASE_URLL: 'postgresql://shop@db/harbor' }
  expect(start(misspelled)).toThrow('DATABASE_URLL is not a setting and is ignored. Did you mean DATABASE_URL?')
})
