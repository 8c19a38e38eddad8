import { spawnSync } from 'node:child_process'

/** Returns whether Prometheus's tool for checking and testing alert rules is installed. */
export function hasPromtool(): boolean {
  return spawnSync('promtool', ['--version']).status === 0
}
