import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { oldestBrowsers } from './browsers.ts'

test('names the browsers of the build in the README', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
  const names = { chrome: 'Chrome', edge: 'Edge', firefox: 'Firefox', safari: 'Safari', ios: 'Safari on iOS' }
  const rows = Object.entries(oldestBrowsers).map(
    ([key, version]) => `| ${names[key as keyof typeof names]} | ${version} |`,
  )
  const [, table = ''] = /## Supported browsers\n\n.*\n.*\n((?:\|.*\n)+)/.exec(readme) ?? []
  expect(table.trimEnd().split('\n')).toEqual(rows)
})
