import { expect, test } from 'vitest'
import { CannotStart } from '../../cannot-start.ts'
import { boundRows, readBounds } from './bounds.ts'
import { limitRows, readLimitRules } from './limits.ts'

const span = (seconds: number) =>
  seconds % 3600 === 0 ? `${seconds / 3600} h` : seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`

test('lists every bound and limit with its reason in docs/limits.md', async () => {
  const page = `# Bounds and limits

Bounds and limits restrict the work that a visitor can cause. Each is a setting: an environment variable, or a line in \`.env\`.

## Bounds

| Variable | Default | Meaning and reason |
|---|--:|---|
${boundRows.map(({ variable, value, reason }) => `| \`${variable}\` | ${value} | ${reason} |`).join('\n')}

## Limits

A limit has the format requests/seconds. Above the limit, an endpoint responds with 429 and \`Retry-After\`, or as the row says.

| Variable | Default | Period | Meaning and reason |
|---|--:|--:|---|
${limitRows.map(({ variable, tries, seconds, reason }) => `| \`${variable}\` | ${tries}/${seconds} | in ${span(seconds)} | ${reason} |`).join('\n')}
`
  await expect(page).toMatchFileSnapshot('../../../../docs/limits.md')
})

test('reads bounds and limits from the environment', () => {
  expect(readBounds({ BOUND_CART_SKUS: '40' })).toEqual({ ...readBounds(), cartSkus: 40 })
  expect(readLimitRules({ LIMIT_SIGN_IN_BY_IP: '60/30' }).signInByIp).toEqual([60, 30])
})

test('rejects an invalid bound or limit and names the expected value', () => {
  expect(() => readBounds({ BOUND_CART_SKUS: 'many' })).toThrow(
    new CannotStart('BOUND_CART_SKUS must be a whole number from 1 to 999999999, but is "many".'),
  )
  expect(() => readLimitRules({ LIMIT_SIGN_IN_BY_IP: '60' })).toThrow(
    new CannotStart('LIMIT_SIGN_IN_BY_IP must be tries/seconds such as 60/600, but is "60".'),
  )
})
