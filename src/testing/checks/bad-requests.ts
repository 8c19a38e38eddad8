import type { Call } from '#contract/calls/call.ts'
import type { Random } from '#demo/random.ts'

const texts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff\ud800',
  '\u202e\u2028\u2029\ufeff',
  '👩‍👩‍👧‍👦'.repeat(40),
  'e\u0301'.repeat(300),
  '%',
  '%00',
  '%zz',
  '%_\\',
  "'; drop table orders; --",
  '" or 1=1 --',
  '{{7*7}}',
  '../../../../etc/passwd',
  '<script>alert(1)</script>',
  '\r\nset-cookie: token=evil',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e400',
  '0x10',
  '9223372036854775808',
  '2147483648',
  '-1',
  '1,2,3,',
  '1970-01-01T00:00:00Z',
  '275760-09-13T00:00:00.001Z',
  '0000-00-00 00:00:00',
  '2026-02-30',
  'a'.repeat(201),
  'a'.repeat(20_000),
  '__proto__',
  'constructor',
] as const

const numbers = [
  0,
  -0,
  -1,
  0.1,
  1e-320,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  1e308,
  8.64e15 + 1,
] as const

const hostileValues = [
  null,
  true,
  false,
  [],
  {},
  [null],
  [[[]]],
  { length: 1e9 },
  { toString: 'x', valueOf: 'y' },
  { $gt: '' },
  Array.from({ length: 600 }, () => 'x'),
  Array.from({ length: 600 }, (_, at) => at),
] as const

function hostileValue(random: Random): unknown {
  return random.pick([() => random.pick(texts), () => random.pick(numbers), () => random.pick(hostileValues)])()
}

/** Returns the input with a few values, at any depth, replaced by hostile values. */
function corrupt(value: unknown, random: Random): unknown {
  if (random.chance(0.3) || typeof value !== 'object' || value === null || value instanceof Blob) {
    return hostileValue(random)
  }
  if (Array.isArray(value)) {
    if (value.length === 0 || random.chance(0.2)) return [...value, hostileValue(random)]
    const at = random.int(0, value.length - 1)
    return value.map((one, index) => (index === at ? corrupt(one, random) : one))
  }
  return corruptFields({ ...value }, random)
}

function corruptFields(fields: Record<string, unknown>, random: Random): Record<string, unknown> {
  const names = Object.keys(fields)
  const [first, ...others] = names
  for (let times = random.int(0, 2); times >= 0 && first !== undefined; times--) {
    const name = random.pick([first, ...others])
    if (random.chance(0.15)) delete fields[name]
    else fields[name] = corrupt(fields[name], random)
  }
  if (random.chance(0.15)) fields[random.pick(texts) || 'extra'] = hostileValue(random)
  return fields
}

const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
const deepList = (levels: number) => `{"props":${'['.repeat(levels)}${']'.repeat(levels)}}`

const brokenBodies = [
  '',
  '{',
  '{"half":',
  'null',
  '[]',
  '[{}]',
  '7',
  '"text"',
  '{"a":1}{"b":2}',
  '{"email":"\\ud800"}',
  '{"__proto__":{"admin":true},"constructor":{"prototype":{}}}',
  '\ufeff{}',
  'a=1&b=2',
  '--x\r\ncontent-disposition: form-data; name="image"\r\n\r\nx\r\n--x--',
  deep(4_000),
  deep(10_000),
  deepList(30_000),
  `{"a":"${'x'.repeat(70_000)}"}`,
  JSON.stringify(Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`key${at}`, at]))),
] as const

const contentTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/xml',
  'image/png',
  '/',
] as const

/** Returns a request that no honest page sends, made from a valid input of the call. */
export function corruptRequest(call: Call, sample: Record<string, unknown>, random: Random): [string, RequestInit] {
  const fields = random.chance(0.1) ? { ...sample } : corruptFields({ ...sample }, random)
  const headers: Record<string, string> = call.sentAs === 'multipart' ? {} : { 'content-type': 'application/json' }
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = fields[name]
    delete fields[name]
    return toPathPart(value, random)
  })
  corruptHeaders(headers, random)
  if (call.method === 'GET') return [path + toRawQuery(fields, random), { headers }]
  if (random.chance(0.15)) headers['content-type'] = random.pick(contentTypes)
  const body = random.chance(0.15)
    ? random.pick(brokenBodies)
    : call.sentAs === 'multipart'
      ? toForm(fields, random)
      : JSON.stringify(fields)
  return [path, { method: 'POST', headers, body }]
}

function corruptHeaders(headers: Record<string, string>, random: Random): void {
  if (random.chance(0.1)) headers['idempotency-key'] = random.pick(['', 'k', 'k'.repeat(201), 'é\u00ff', 'same'])
  if (random.chance(0.1)) {
    headers.cookie = random.pick([
      'token=%00; cart=%00; chat_guest=%00',
      `cart=${'a'.repeat(43)}; chat_guest=${'a'.repeat(43)}`,
      `token=${'x'.repeat(5_000)}`,
      'subscribe_email=%ff%fe; user_info=%7B; currency=QQQ; language=%00; language_id=99999999999',
      ';;;===;;',
    ])
  }
  if (random.chance(0.05)) headers['x-subscribe-email'] = random.pick(['x', 'ada@harbor.test', '%00', 'é'])
  if (random.chance(0.05)) headers['accept-language'] = random.pick(['*', ';;q=9', 'xx-'.repeat(400), '__proto__'])
  if (random.chance(0.05)) headers.authorization = random.pick(['Bearer', 'Bearer x', 'Basic eA==', `Bearer ${'%00'}`])
}

/** Encodes a value for a path. Some values are broken on purpose. */
function toPathPart(value: unknown, random: Random): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  if (random.chance(0.1)) return random.pick(['%', '%zz', '%ff', '%c0%80', '%00', '..%2f..', '%2e%2e%2f', '%25%30%30'])
  try {
    return encodeURIComponent(text.slice(0, 3_000)) || '%20'
  } catch {
    return '%ed%a0%80'
  }
}

function toRawQuery(fields: Record<string, unknown>, random: Random): string {
  const parts = Object.entries(fields).flatMap(([name, value]) => {
    const part = `${toPathPart(name, random)}=${toPathPart(value, random)}`
    return random.chance(0.05) ? [part, part] : [part]
  })
  if (random.chance(0.1)) parts.push(random.pick(['&&', '%', '=', 'a[b][c]=1', 'page=1&page=x', '__proto__[x]=1']))
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

function toForm(fields: Record<string, unknown>, random: Random): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.append(name, random.chance(0.3) ? new Blob([value, 'junk']) : value)
    else form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  if (random.chance(0.2)) form.append('image', new Blob(['GIF89a']), '../../evil.png')
  return form
}
