import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { basename } from 'node:path'
import { readHomeCurrency } from '#features/settings/server/settings.service.ts'
import { defineCommand, type StaffCommands, UsageError } from '#server/cli/command.ts'
import { countOf } from '#server/cli/print.ts'
import { type ImportKindName, importKinds } from './imports.rules.ts'
import { commandImport, getImport, listImportRows } from './server/imports.service.ts'
import { processImports } from './server/work/process-imports.service.ts'
import { receiveImport } from './server/work/receive-import.service.ts'

const shownWrong = 20
const isKind = (word: string): word is ImportKindName => importKinds.some((kind) => kind === word)

const importFile = defineCommand({
  verb: 'import',
  usage: '<products|stock|customers|orders> <file.csv|file.json> [--currency EUR] [--only preview]',
  about: 'imports a file; --currency applies to prices without a currency, --only preview changes nothing',
  options: { only: { type: 'string' }, currency: { type: 'string' } },
  async run(shop, { rest: [kind = '', file = ''], options: { only, currency: named } }) {
    const format = /\.(csv|json)$/i.exec(file)?.[1]?.toLowerCase()
    if (!isKind(kind) || (format !== 'csv' && format !== 'json')) {
      throw new UsageError('Enter the kind of data and the file, such as: import products products.csv')
    }
    await access(file).catch(() => {
      throw new UsageError(`${file} cannot be read.`)
    })
    const currency = named?.toUpperCase() ?? (await readHomeCurrency(shop.db))
    const given = { kind, format, fileName: basename(file), currency, by: 'command line' } as const
    const id = await receiveImport(shop, given, createReadStream(file))
    const { preview } = await getImport(shop, id)
    const { data: wrong } = await listImportRows(shop, { id, outcome: 'wrong', limit: shownWrong, after: undefined })
    const problemLines = wrong.map(
      ({ line, key, problem }) => `- row ${line}${key === null ? '' : `, ${key}`}: ${problem}`,
    )
    const isCurrencyGuessed = kind === 'products' && format === 'csv' && named === undefined
    if (only === undefined) {
      await shop.db.transaction((tx) => commandImport({ ...shop, db: tx }, id, 'run'))
      await processImports(shop)
    }
    const verbs = only === undefined ? ['added', 'changed'] : ['would be added', 'would change']
    return [
      `${countOf(preview.new, 'record')} ${verbs[0]}, ${preview.changed} ${verbs[1]}, ${preview.unchanged} unchanged, ${preview.wrong} invalid.`,
      ...problemLines,
      ...(isCurrencyGuessed
        ? [`Prices without a currency were read as ${currency}. To use euros instead, add --currency EUR.`]
        : []),
      ...(preview.wrong > problemLines.length ? [`… and ${preview.wrong - problemLines.length} more.`] : []),
    ].join('\n')
  },
})

export const importCommands: StaffCommands = { heading: 'Imports', commands: [importFile] }
