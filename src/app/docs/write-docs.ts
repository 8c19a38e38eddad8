import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { projectFolder } from '#server/project-folder.ts'
import { featureRows } from '../checks/code/feature-order.ts'
import { findFeature, findRoom, isScreen, readImports } from '../checks/code/read-imports.ts'
import { drawRows, leaveOutTold } from './docs-drawing.ts'
import { describeLicences } from './docs-licences.ts'

/** The rooms from the ground up, with their purpose. */
const roomRows = [
  { boxes: ['contract'], says: 'how a call is written down; stands on nothing' },
  { boxes: ['links', 'words', 'ui'], says: 'addresses of screens; messages in every language; the design kit' },
  { boxes: ['features/*', 'web', 'server'], says: 'calls and rules; the floor for showing and for answering' },
  { boxes: ['widget', 'console'], says: 'coupons on the shop’s pages; the frame of what staff see' },
  {
    boxes: ['features/*/web', 'features/*/console', 'features/*/server'],
    says: 'what a shopper sees, what staff see, who answers',
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
        'The rooms, and which imports which',
        roomRows,
        leaveOutTold(between(findRoom).filter((ends) => ends.every((one) => rooms.has(one)))),
      ),
    ],
    [
      'docs/drawings/features.svg',
      drawRows(
        'The order of features, and which stands on which',
        featureRows.map(({ features, says }) => ({ boxes: features, says })),
        leaveOutTold(between((path) => (isScreen(path) ? null : findFeature(path)))),
      ),
    ],
    ['docs/licences.md', describeLicences(lock)],
  ])
}

if (import.meta.main) {
  await mkdir(new URL('docs/drawings/', projectFolder), { recursive: true })
  for (const [path, text] of await writeFromCode()) await writeFile(new URL(path, projectFolder), text)
}
