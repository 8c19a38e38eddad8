import { readFile } from 'node:fs/promises'

/** Returns the commands for backup and restore in `docs/operating.md`, in order. */
export async function readBackupCommands(): Promise<string[]> {
  const page = await readFile(new URL('../../../docs/operating.md', import.meta.url), 'utf8')
  const chapter = /^## Backup$([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(page)?.[1] ?? ''
  return [...chapter.matchAll(/```sh\n([\s\S]*?)```/g)].map((block) => block[1] ?? '')
}
