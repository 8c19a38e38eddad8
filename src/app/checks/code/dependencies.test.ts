import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import packageFile from '../../../../package.json' with { type: 'json' }

const root = new URL('../../../../', import.meta.url)
type Locked = { resolved?: string; integrity?: string }
type Audit = { metadata?: { vulnerabilities: Record<string, number> }; vulnerabilities?: object; message?: string }

test('installs every package from the registry with its recorded hash', async () => {
  const lock = JSON.parse(await readFile(new URL('package-lock.json', root), 'utf8'))
  const packages = Object.entries(lock.packages as Record<string, Locked>).filter(([path]) => path !== '')
  expect(packages.length).toBeGreaterThan(100)
  // A package without `resolved` comes from the registry that npm is configured with.
  const odd = packages.filter(([, { resolved, integrity = '' }]) => resolved || !integrity.startsWith('sha512-'))
  expect(odd.map(([path]) => path)).toEqual([])
})

test('pins every dependency to one version', async () => {
  const versions = [packageFile.dependencies, packageFile.devDependencies, packageFile.optionalDependencies].flatMap(
    Object.values,
  )
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([])
})

/** Asks the registry for known vulnerabilities of the packages that run in production. */
function askRegistry(): Promise<Audit> {
  const words = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=8000']
  return new Promise((resolve) => {
    // npm exits with an error if it finds a vulnerability, and also if it has no connection. Only the output
    // distinguishes the cases.
    execFile('npm', words, { cwd: root, timeout: 15_000 }, (error, output) => {
      try {
        resolve(JSON.parse(output))
      } catch {
        resolve({ message: error?.message ?? output })
      }
    })
  })
}

test('has no dependency with a known severe vulnerability, if the registry answers', async ({ annotate }) => {
  const { metadata, message = 'no answer' } = await askRegistry()
  // Without a network, or with a mirror without audits, nothing is known about the packages.
  if (!metadata) return void (await annotate(`The registry could not be asked: ${message}`, 'warning'))
  const { high, critical } = metadata.vulnerabilities
  expect({ high, critical }).toEqual({ high: 0, critical: 0 })
})

/** Lists the packages that a program loads from source, whether at its start or later. Imports of types load nothing. */
async function findPackages(entry: string): Promise<Set<string>> {
  const packages = new Set<string>()
  const files = new Set([entry])
  for (const file of files) {
    if (!file.endsWith('.ts')) continue
    const source = await readFile(new URL(file, root), 'utf8')
    for (const [, name = ''] of source.matchAll(
      /^(?!\s*(?:import|export) type\b).*?\b(?:from|import)\s*\(?\s*'([@#.\w][\w@#/.-]*)'/gm,
    )) {
      if (name.startsWith('node:')) continue
      if (/^[#.]/.test(name)) files.add(findFile(name, file))
      else packages.add(/^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
    }
  }
  return packages
}

function findFile(name: string, from: string): string {
  const [, start = '', rest = ''] = /^(#\w+\/)(.*)/.exec(name) ?? []
  const folders: Record<string, string> = packageFile.imports
  return start ? posix.join(folders[`${start}*`]?.replace('*', '') ?? '', rest) : posix.join(posix.dirname(from), name)
}

test.each(['migrate', 'staff', 'demo'])('runs src/app/%s.ts on a production install', async (name) => {
  const packages = await findPackages(`src/app/${name}.ts`)
  expect(packages).toContain('drizzle-orm')
  expect([...packages].filter((one) => !(one in packageFile.dependencies))).toEqual([])
})
