import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listGroups } from './build-gallery.ts'

const rooms = { shop: 'web', console: 'console' } as const

test.each(['shop', 'console'] as const)('exports the parts of every %s group as one component', (half) => {
  const groups = listGroups(half)
  expect(groups.length).toBeGreaterThan(0)
  for (const group of groups) {
    const source = readFileSync(`src/features/gallery/${rooms[half]}/gallery-${group}.tsx`, 'utf8')
    expect(source.match(/^export function \w+Parts\(/gm), group).toHaveLength(1)
  }
})

/** Parts that need a whole page or the shop around them, and are only visible there. */
const seenElsewhere =
  /(?:chat-button|late-|use-|app-bar|ripples|form-skeleton|rows-skeleton|site-foot|review-pictures|published-reviews|toaster|scan-button|side-link|i18n)/

test.each([
  ['shop', '#ui/', 'src/ui/', 'web'],
  ['console', '#console/ui/', 'src/console/ui/', 'console'],
])('shows every part of the %s in the gallery', (_, name, folder, room) => {
  const shown = globSync(`src/features/gallery/${room}/*.tsx`).map((file) => readFileSync(file, 'utf8'))
  const parts = globSync(`${folder}**/*.tsx`).filter((file) => !seenElsewhere.test(file))
  const missing = parts.filter((file) => !shown.some((text) => text.includes(`${name}${file.slice(folder.length)}'`)))
  expect(parts.length).toBeGreaterThan(30)
  expect(missing).toEqual([])
})
