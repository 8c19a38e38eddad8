import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Compiles the files under the strictest settings. Returns the compiler's messages, or an empty text. */
export async function compile(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'harbor-client-'))
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    return await compileFolder(folder, Object.keys(files))
  } finally {
    await rm(folder, { recursive: true })
  }
}

export function compileFolder(folder: string, files: string[]): Promise<string> {
  const words = ['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--target', 'es2024', '--lib', 'es2024,dom']
  const modules = ['--module', 'esnext', '--moduleResolution', 'bundler', '--allowImportingTsExtensions']
  const names = files.map((name) => join(folder, name))
  return new Promise((resolve) => {
    execFile(
      join(root, 'node_modules/.bin/tsc'),
      [...words, ...modules, '--types', '', ...names],
      { cwd: folder },
      (error, output) => resolve(error ? output || error.message : ''),
    )
  })
}
