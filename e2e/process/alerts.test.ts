import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { hasPromtool } from '#testing/processes/promtool.ts'

const folder = fileURLToPath(new URL('../../deploy/', import.meta.url))
const isThere = hasPromtool()
const named = isThere ? '' : ' (skipped: promtool is not installed, it comes with the package prometheus)'
const promtool = (...words: string[]) => execFileSync('promtool', words, { cwd: folder, encoding: 'utf8' })

test.runIf(isThere)(`fires the alert rules as expected${named}`, () => {
  expect(promtool('check', 'rules', 'alerts.yaml')).toContain('SUCCESS')
  expect(promtool('test', 'rules', 'alerts.test.yaml')).toContain('SUCCESS')
})
