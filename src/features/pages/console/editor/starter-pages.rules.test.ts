import { expect, test } from 'vitest'
import { legalTitles } from '#contract/text/legal-titles.ts'
import { createPage } from '#features/pages/pages.staff.contract.ts'
import { findMissingStarters, findPlaceholders, starterPages } from './starter-pages.rules.ts'

test.each(Object.entries(starterPages))('accepts the starter page %s unchanged', (name, page) => {
  expect(createPage.input.safeParse(page).success).toBe(true)
  expect(page.title).toBe(legalTitles[name as keyof typeof legalTitles])
  expect(findPlaceholders(page.body).length).toBeGreaterThan(5)
})

test('offers only the starter pages that a shop lacks', () => {
  expect(findMissingStarters([])).toEqual(['terms', 'privacy'])
  expect(findMissingStarters(['Care guide', 'TERMS'])).toEqual(['privacy'])
  expect(findMissingStarters(['Terms', 'Privacy Notice'])).toEqual([])
})

test('finds placeholders until staff fill in the placeholders', () => {
  expect(findPlaceholders('We ship to ‹countries› within ‹number› days. See [Terms](/information/Terms).')).toEqual([
    '‹countries›',
    '‹number›',
  ])
  expect(findPlaceholders('We ship to Norway.')).toEqual([])
})
