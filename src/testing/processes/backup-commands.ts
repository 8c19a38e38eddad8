import { readFile } from 'node:fs/promises'

/** The commands that `docs/operating.md` gives for backing up and restoring, in its order. */
export async function readBackupCommands(): Promise<string[]> {
  const page = await readFile(new URL('../../../docs/operating.md', import.meta.url), 'utf8')
  const chapter = /^## Backup$([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(page)?.[1] ?? ''
  return [...chapter.matchAll(/```sh\n([\s\S]*?)```/g)].map((block) => block[1] ?? '')
}
