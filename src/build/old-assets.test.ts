import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { removeOldAssets } from './old-assets.ts'

let folder = ''
const folders: string[] = []
const bounds = { oldAssetDays: 7, oldAssetMegabytes: 1 }
const day = (count: number) => new Date(Date.UTC(2026, 5, 1 + count))
const isThere = (name: string) => existsSync(join(folder, name))

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'harbor-assets-'))
  folders.push(folder)
  for (const name of ['assets', '.vite']) await mkdir(join(folder, name))
})
afterAll(async () => {
  for (const one of folders) await rm(one, { recursive: true })
})

/** Creates a build like Vite's: new files beside old ones, and a list of its own files. */
async function build(at: Date, names: string[], bytes = 10) {
  for (const name of names) {
    await writeFile(join(folder, name), 'x'.repeat(bytes))
    await writeFile(join(folder, `${name}.br`), '')
  }
  await writeFile(join(folder, '.vite/assets-of-client.json'), JSON.stringify(names))
  await removeOldAssets(folder, at, bounds)
}

test('keeps the code of a release for a week after the next release, then removes it with its compressed copies', async () => {
  await build(day(0), ['assets/shell-a.js', 'assets/fonts.woff2'])
  await build(day(30), ['assets/shell-b.js', 'assets/fonts.woff2'])
  expect(isThere('assets/shell-a.js')).toBe(true)
  await build(day(36), ['assets/shell-c.js', 'assets/fonts.woff2'])
  expect([isThere('assets/shell-a.js'), isThere('assets/shell-b.js')]).toEqual([true, true])
  await build(day(37), ['assets/shell-c.js', 'assets/fonts.woff2'])
  expect([isThere('assets/shell-a.js'), isThere('assets/shell-a.js.br')]).toEqual([false, false])
  expect([isThere('assets/shell-b.js'), isThere('assets/fonts.woff2')]).toEqual([true, true])
})

test('restarts the week of a file that returns in a later build', async () => {
  await build(day(0), ['assets/a.js'])
  await build(day(1), ['assets/b.js'])
  await build(day(2), ['assets/a.js'])
  await build(day(8), ['assets/b.js'])
  expect(isThere('assets/a.js')).toBe(true)
})

test('limits many releases in a week by removing the oldest first', async () => {
  await build(day(0), ['assets/a.js'], 400_000)
  await build(day(1), ['assets/b.js'], 400_000)
  await build(day(2), ['assets/c.js'], 400_000)
  await build(day(3), ['assets/d.js'], 400_000)
  expect(['a', 'b', 'c', 'd'].map((name) => isThere(`assets/${name}.js`))).toEqual([false, true, true, true])
})

test('removes nothing after a build without its file list', async () => {
  await writeFile(join(folder, 'assets/a.js'), '')
  await expect(removeOldAssets(folder, day(0), bounds)).rejects.toThrow('npm run build')
  expect(isThere('assets/a.js')).toBe(true)
})
