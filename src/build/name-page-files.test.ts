import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { namePageFiles } from './name-page-files.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const isRoutesFile = (id: string) => id.endsWith('.routes.tsx')
const pageOfScreen = /import\('(\.[^']+-page\.tsx)'\)/g

/** Returns the code of routes files in the server's build, without the modules that they import. */
async function buildRoutes(files: string[]): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [namePageFiles()],
    build: { ssr: true, write: false, rolldownOptions: { input: files, external: (id) => !isRoutesFile(id) } },
  })
  if (!('output' in built)) throw new Error('This build should end.')
  return built.output.map((one) => ('code' in one ? one.code : '')).join('\n')
}

test('names the source file of every page that a route imports in the server build', async () => {
  const files = globSync('src/features/*/{web,console}/**/*.routes.tsx', { cwd: root })
  const code = await buildRoutes(files)
  const missing: string[] = []
  for (const file of files) {
    for (const [, page = ''] of (await readFile(`${root}${file}`, 'utf8')).matchAll(pageOfScreen)) {
      const source = new URL(page, `file:///${file}`).pathname.slice(1)
      if (!code.includes(`'${source}'`) && !code.includes(`"${source}"`)) missing.push(source)
    }
  }
  expect(files.length).toBeGreaterThan(40)
  expect(missing).toEqual([])
})
