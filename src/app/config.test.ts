import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { choosePaymentProvider } from '#features/payments/server/providers/choose-provider.ts'
import { CannotStart } from '#server/cannot-start.ts'
import { hasOpenDemo, parseConfig, requireDatabase, shareAmong, withPort } from './config.ts'

test('nothing set: a development server on port 3000 with its own database and demo data', () => {
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

test('a database of your own gets no demo data unless you ask for it', () => {
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
  [
    { PUBLIC_URL: 'shop.example' },
    'PUBLIC_URL must be an address such as https://shop.example, but is "shop.example".',
  ],
  [
    { PUBLIC_URL: 'https://shop.example/en' },
    'PUBLIC_URL must be an address without a path, such as https://shop.example, but is "https://shop.example/en".',
  ],
  [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY must be a whole number from 0 to 10, but is "true".'],
  [{ WORKERS: '0' }, 'WORKERS must be auto or a whole number from 1 to 64, but is "0".'],
  [{ WORKERS: 'many' }, 'WORKERS must be auto or a whole number from 1 to 64, but is "many".'],
  [{ MAIL_FROM: 'Harbor' }, 'MAIL_FROM must hold an e-mail address, but is "Harbor".'],
])('%o is refused with what is expected', (environment, sentence) => {
  expect(() => parseConfig(environment)).toThrow(new CannotStart(sentence))
})

test.each([
  [{ DATABASE_URL: 'mysql://shop:hunter22@db/harbor' }, 'DATABASE_URL must be an address such as'],
  [{ SMTP_URL: 'mail.example hunter22' }, 'SMTP_URL must be an address such as'],
])('a wrong %o is named without showing its password', (environment, sentence) => {
  expect(() => parseConfig(environment)).toThrow(sentence)
  expect(() => parseConfig(environment)).not.toThrow('hunter22')
})

test('an empty variable means the default', () => {
  expect(parseConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined })
})

test('the public address loses its slash', () => {
  expect(parseConfig({ PUBLIC_URL: 'https://shop.example/' }).publicUrl).toBe('https://shop.example')
})

test('the port that the system chose shows in the address, unless a public address is given', () => {
  expect(withPort(parseConfig({ PORT: '0' }), 41_234).publicUrl).toBe('http://127.0.0.1:41234')
  expect(withPort(parseConfig({ PORT: '0', HOST: '::' }), 41_234).publicUrl).toBe('http://localhost:41234')
  expect(withPort(parseConfig({ PORT: '0', HOST: '::1' }), 41_234).publicUrl).toBe('http://[::1]:41234')
  expect(withPort(parseConfig({ PORT: '0', PUBLIC_URL: 'https://shop.example' }), 41_234).publicUrl).toBe(
    'https://shop.example',
  )
})

test('Stripe takes both of its secrets or none, and neither is repeated in an error', () => {
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

test('S3 takes its address, key and secret together, and repeats no secret', () => {
  const given = { S3_URL: 'https://s3.example/pictures/', S3_KEY_ID: 'harbor', S3_SECRET: 'geheim' }
  expect(parseConfig({}).s3).toBeUndefined()
  const s3 = { url: 'https://s3.example/pictures', region: 'us-east-1', keyId: 'harbor', secret: 'geheim' }
  expect(parseConfig(given).s3).toEqual(s3)
  expect(parseConfig({ ...given, S3_REGION: 'eu-central-1' }).s3?.region).toBe('eu-central-1')
  const { S3_SECRET, ...half } = given
  expect(() => parseConfig(half)).toThrow('S3_URL, S3_KEY_ID and S3_SECRET go together: S3_SECRET must be set too.')
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

test('metrics have an address of their own, only if they are asked for', () => {
  expect(parseConfig({}).metrics).toBeUndefined()
  expect(parseConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 })
  expect(parseConfig({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }).metrics?.host).toBe('0.0.0.0')
  expect(() => parseConfig({ METRICS_PORT: 'on' })).toThrow('METRICS_PORT must be a whole number from 0 to 65535')
})

test('test payments are the demo’s, or asked for by name; else there are none', () => {
  const DATABASE_URL = 'postgresql://shop@db:5432/harbor'
  const choose = (environment: Record<string, string>) => choosePaymentProvider(parseConfig(environment)).name
  expect(choose({})).toBe('test')
  expect(choose({ NODE_ENV: 'production', DATABASE_URL })).toBe('none')
  expect(choose({ NODE_ENV: 'production', DEMO: 'false' })).toBe('none')
  expect(choose({ NODE_ENV: 'production', DATABASE_URL, PAYMENTS: 'test' })).toBe('test')
  const keys = { STRIPE_SECRET_KEY: 'sk_test_abc', STRIPE_WEBHOOK_SECRET: 'whsec_abc' }
  expect(choose({ DATABASE_URL, PAYMENTS: 'test', ...keys })).toBe('stripe')
  expect(() => parseConfig({ PAYMENTS: 'none' })).toThrow('PAYMENTS must be test, or left out, but is "none".')
})

test('in production webhooks go to the shop’s own machine only if that is asked for', () => {
  expect(parseConfig({}).sendsToLoopback).toBe(true)
  expect(parseConfig({ NODE_ENV: 'production' }).sendsToLoopback).toBe(false)
  expect(parseConfig({ NODE_ENV: 'production', WEBHOOKS_LOOPBACK: 'true' }).sendsToLoopback).toBe(true)
  expect(parseConfig({ WEBHOOKS_LOOPBACK: 'false' }).sendsToLoopback).toBe(false)
})

test('one worker unless told otherwise, and several share what one may have', () => {
  expect(parseConfig({}).workers).toBe(1)
  expect(parseConfig({ WORKERS: 'auto' }).workers).toBe(availableParallelism())
  const config = parseConfig({ WORKERS: '4', DATABASE_POOL: '40', BOUND_HASHES_AT_ONCE: '2' })
  const share = shareAmong(config.workers, config)
  expect([share.databasePool, share.bounds.hashesAtOnce, share.bounds.keptPageMegabytes]).toEqual([10, 1, 6])
  expect(shareAmong(64, config).databasePool).toBe(4)
})

test('a demo shop that others can reach is told from one on this machine', () => {
  expect(hasOpenDemo(parseConfig({}))).toBe(false)
  expect(hasOpenDemo(parseConfig({ HOST: '::1', PUBLIC_URL: 'http://localhost:3000' }))).toBe(false)
  expect(hasOpenDemo(parseConfig({ HOST: '0.0.0.0' }))).toBe(true)
  expect(hasOpenDemo(parseConfig({ PUBLIC_URL: 'https://shop.example' }))).toBe(true)
  expect(hasOpenDemo(parseConfig({ HOST: '0.0.0.0', DEMO: 'false' }))).toBe(false)
})

test('compose passes every setting of the env file, and fixes only the addresses of its own services', async () => {
  const compose = await readFile(new URL('../../compose.yaml', import.meta.url), 'utf8')
  const [, service = ''] = /^x-harbor: &harbor\n([\s\S]*?)^\S/m.exec(compose) ?? []
  expect(service).toContain('\n  env_file: .env\n')
  const [, environment = ''] = /^ {2}environment:\n((?: {4}.*\n)+)/m.exec(service) ?? []
  // A setting listed here wins over the one of the env file.
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
  // An empty default in `environment` would win over the value in the file.
  expect(service).not.toMatch(/\$\{\w+:-\}/)
})

test('compose builds the image with the commit that the documented command gives', async () => {
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
])('names the setting that %s is meant to be', (name, meant) => {
  expect(parseConfig({ [name]: 'x' }).misspelled).toEqual([{ name, meant }])
})

test('says nothing of variables that belong to others', () => {
  const others = ['HOME', 'HOSTNAME', 'MAIL', 'NODE_PATH', 'PATH', 'PWD', 'TERM', 'HARBOR_PORT', 'REDIS_PORT', 'USER']
  expect(parseConfig(Object.fromEntries(others.map((name) => [name, 'x']))).misspelled).toEqual([])
})

test('in production a server has a database of its own or asks for the built-in one', () => {
  const start = (given: Record<string, string>) => () =>
    requireDatabase(parseConfig({ NODE_ENV: 'production', ...given }))
  expect(start({})).toThrow('DATABASE_URL is missing: set it, or set POSTGRES_BUILT_IN=true')
  expect(start({ POSTGRES_BUILT_IN: 'false' })).toThrow('DATABASE_URL is missing')
  expect(start({ POSTGRES_BUILT_IN: 'true' })()).toBeUndefined()
  expect(start({ DATABASE_URL: 'postgresql://shop@db/harbor' })()).toBeUndefined()
  expect(start({ NODE_ENV: 'development' })()).toBeUndefined()
  const misspelled = { POSTGRES_BUILT_IN: 'true', DATABASE_URLL: 'postgresql://shop@db/harbor' }
  expect(start(misspelled)).toThrow('DATABASE_URLL is not a setting and is ignored: is DATABASE_URL meant?')
})
