import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { projectFolder } from '#server/project-folder.ts'
import { featureRows } from '../checks/code/feature-order.ts'
import { findFeature, findRoom, isScreen, readImports } from '../checks/code/read-imports.ts'
import { drawRows, leaveOutImplied } from './docs-drawing.ts'
import { describeLicences } from './docs-licences.ts'

/** The layers from the ground up, with their purpose. */
const roomRows = [
  { boxes: ['contract'], says: 'definitions of calls; imports no other layer' },
  { boxes: ['links', 'words', 'ui'], says: 'links to screens; messages in every language; the design system' },
  { boxes: ['features/*', 'web', 'server'], says: 'contracts and rules; the base of the screens and of the server' },
  { boxes: ['widget', 'console'], says: 'coupons on other pages; the frame of the console' },
  {
    boxes: ['features/*/web', 'features/*/console', 'features/*/server'],
    says: 'the shop’s screens, the console’s screens, the services',
  },
  { boxes: ['app'], says: 'all calls, all screens, the process' },
]

/** Returns the generated documentation files by path. */
export async function writeFromCode(): Promise<Map<string, string>> {
  const imports = readImports()
  const between = (find: (path: string) => string | null) =>
    imports.flatMap(({ from, to }) => {
      const [a, b] = [find(from), find(to)]
      return a && b && a !== b ? [[a, b] as const] : []
    })
  const rooms = new Set(roomRows.flatMap(({ boxes }) => boxes))
  const lock = JSON.parse(await readFile(new URL('package-lock.json', projectFolder), 'utf8'))
  return new Map([
    [
      'docs/drawings/rooms.svg',
      drawRows(
        'The layers and their imports',
        roomRows,
        leaveOutImplied(between(findRoom).filter((ends) => ends.every((one) => rooms.has(one)))),
      ),
    ],
    [
      'docs/drawings/features.svg',
      drawRows(
        'The order of features and their imports',
        featureRows.map(({ features, says }) => ({ boxes: features, says })),
        leaveOutImplied(between((path) => (isScreen(path) ? null : findFeature(path)))),
      ),
    ],
    ['docs/licences.md', describeLicences(lock)],
  ])
}

if (import.meta.main) {
  await mkdir(new URL('docs/drawings/', projectFolder), { recursive: true })
  for (const [path, text] of await writeFromCode()) await writeFile(new URL(path, projectFolder), text)
}
