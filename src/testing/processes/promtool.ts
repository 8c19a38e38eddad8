import { spawnSync } from 'node:child_process'

/** Returns whether Prometheus's program that checks and tests alert rules is installed. */
export function hasPromtool(): boolean {
  return spawnSync('promtool', ['--version']).status === 0
}
