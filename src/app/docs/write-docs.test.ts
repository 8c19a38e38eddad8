import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { leaveOutImplied } from './docs-drawing.ts'
import { describeLicences } from './docs-licences.ts'
import { writeFromCode } from './write-docs.ts'

test('has the drawings and licenses that npm run docs writes from the code', async () => {
  const written = await writeFromCode()
  expect(written.size).toBe(3)
  for (const [path, text] of written) expect(await readFile(path, 'utf8'), path).toBe(text)
})

test('uses only licenses that allow selling the shop', async () => {
  const page = await readFile('docs/licences.md', 'utf8')
  const licences = [...page.matchAll(/^\*\*(.+?)\*\* \(\d+\):/gm)].map(([, licence = '']) => licence)
  const words = new Set(licences.flatMap((one) => one.replace(/[()]/g, '').split(/ (?:AND|OR) /)))
  const known = [
    ...[
      '0BSD',
      'AFL-2.1',
      'Apache-2.0',
      'BlueOak-1.0.0',
      'BSD-2-Clause',
      'BSD-3-Clause',
      'CC0-1.0',
      'ISC',
      'MIT',
      'MIT-0',
      'Zlib',
    ],
    // Fonts.
    ...['OFL-1.1'],
    // Licenses of separate, exchangeable libraries: libvips below sharp, and tools.
    ...['LGPL-3.0-or-later', 'MPL-2.0', 'PSF-2.0', 'Python-2.0', 'Unlicense'],
  ]
  expect(words.size).toBeGreaterThan(5)
  expect([...words].filter((word) => !known.includes(word))).toEqual([])
})

test('reports a package without a license', () => {
  const page = describeLicences({ packages: { '': {}, 'node_modules/a': { version: '1.0.0' } } })
  expect(page).toContain('**unknown** (1): `a 1.0.0`')
})

test('omits an arrow that follows from other arrows', () => {
  const arrows = [
    ['orders', 'cart'],
    ['cart', 'coupons'],
    ['orders', 'coupons'],
    ['orders', 'cart'],
  ] as const
  expect(leaveOutImplied(arrows)).toEqual([
    ['cart', 'coupons'],
    ['orders', 'cart'],
  ])
})
