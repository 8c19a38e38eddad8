import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { blocks, pages, typed } from '#testing/checks/doc-pages.ts'
import packageFile from '../../../package.json' with { type: 'json' }
import { commands } from '../staff/commands.ts'

test('links only to existing pages and sections', () => {
  const heads = (text: string) =>
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, head = '']) =>
      head
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replace(/\s/g, '-'),
    )
  const links = pages.flatMap(({ file, text }) =>
    [...text.matchAll(/(?:\]\(|(?:src|srcset)=")([^)"\s]+)[)"]/g)].map(([, to = '']) => ({ file, to })),
  )
  const broken = links.filter(({ file, to }) => {
    if (/^(?:https?:|mailto:|\/)/.test(to)) return false
    const [path = '', place] = to.split('#')
    const target = path ? join(dirname(file), path) : file
    if (!existsSync(target)) return true
    return place !== undefined && !heads(readFileSync(target, 'utf8')).includes(place)
  })
  expect(links.length).toBeGreaterThan(100)
  expect(broken.map(({ file, to }) => `${file}: ${to}`)).toEqual([])
})

test('names only existing commands', () => {
  const verbs = new Set(commands.flatMap(({ verb, alias }) => (alias ? [verb, alias] : [verb])))
  const unknown = typed.filter(({ command }) => {
    const [program, first = '', second = ''] = command.split(/\s+/)
    if (program === 'npm' && first === 'run') {
      const script = second === '--silent' ? (command.split(/\s+/)[3] ?? '') : second
      const verb = /^npm run (?:--silent )?staff -- (\S+)/.exec(command)?.[1]
      return !(script in packageFile.scripts) || (verb !== undefined && /^[a-z]/.test(verb) && !verbs.has(verb))
    }
    if (program === 'node' && /^[\w./-]+\.(?:m?js|ts)$/.test(first))
      return !first.startsWith('dist/') && !existsSync(first)
    return program === 'npx' && !existsSync(`node_modules/.bin/${first}`)
  })
  expect(typed.length).toBeGreaterThan(40)
  expect(unknown.map(({ file, command }) => `${file}: ${command}`)).toEqual([])
})

test('sets HOLD_OUTGOING before the shop starts in every restore with Docker Compose', () => {
  const restores = blocks.filter(({ code }) => /docker compose .*pg_restore/.test(code))
  expect(restores.length).toBeGreaterThan(0)
  const leaking = restores.filter(({ code }) => {
    const start = code.search(/^ *docker compose up --detach$/m)
    return start < 0 || !code.slice(0, start).includes("HOLD_OUTGOING=true\\n' >> .env")
  })
  expect(leaking).toEqual([])
})

test('documents every script', () => {
  const documentedCommands = typed.map(({ command }) => command).join('\n')
  // npm runs `postinstall` automatically.
  const silent = Object.keys(packageFile.scripts).filter(
    (name) =>
      name !== 'postinstall' && !new RegExp(`npm (?:run (?:--silent )?)?${name}(?![\\w:-])`).test(documentedCommands),
  )
  expect(silent).toEqual([])
})
