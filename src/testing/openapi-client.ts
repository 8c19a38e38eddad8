import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire, registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = new URL('../../', import.meta.url).pathname

/** The types that `openapi-typescript` makes of a description. */
export async function generateTypes(document: object): Promise<string> {
  // It draws its types with TypeScript's old programming interface, which version 7 left out: ts-morph carries a copy.
  const old = createRequire(import.meta.url)
    .resolve('@ts-morph/common')
    .replace(/[^/]+$/, 'typescript.js')
  const hooks = registerHooks({
    resolve: (name, context, next) =>
      name === 'typescript' && context.parentURL?.includes('/openapi-typescript/')
        ? { url: pathToFileURL(old).href, shortCircuit: true }
        : next(name, context),
  })
  try {
    const { default: openapiTypes, astToString } = await import('openapi-typescript')
    return astToString(await openapiTypes(document as never, { silent: true }))
  } finally {
    hooks.deregister()
  }
}

/** What the compiler has to say about these files, as strict as it can be; nothing when all is well. */
export async function compile(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'harbor-client-'))
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    const words = ['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--target', 'es2024', '--lib', 'es2024,dom']
    const names = Object.keys(files).map((name) => join(folder, name))
    return await new Promise((resolve) => {
      execFile(
        join(root, 'node_modules/.bin/tsc'),
        [...words, '--types', '', ...names],
        { cwd: folder },
        (error, output) => resolve(error ? output || error.message : ''),
      )
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}
