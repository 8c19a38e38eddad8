import { execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const folder = fileURLToPath(new URL('../../deploy/', import.meta.url))
const hasPromtool = spawnSync('promtool', ['--version']).status === 0
const promtool = (...words: string[]) => execFileSync('promtool', words, { cwd: folder, encoding: 'utf8' })

test.runIf(hasPromtool)(
  'the alert rules fire when they should (needs promtool, on Debian in the package prometheus)',
  () => {
    expect(promtool('check', 'rules', 'alerts.yaml')).toContain('SUCCESS')
    expect(promtool('test', 'rules', 'alerts.test.yaml')).toContain('SUCCESS')
  },
)
