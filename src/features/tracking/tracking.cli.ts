import { readFile } from 'node:fs/promises'
import { defineCommand, Misuse, type StaffCommands } from '#server/cli/command.ts'
import { countOf } from '#server/cli/print.ts'
import { refuse } from '#server/refuse.ts'
import { importArchivedOrders } from './server/import-orders.service.ts'

const importOrders = defineCommand({
  verb: 'import-orders',
  usage: '<file.csv|file.json>',
  async run(shop, { rest: [file = ''] }) {
    const format = /\.(csv|json)$/i.exec(file)?.[1]?.toLowerCase()
    if (format !== 'csv' && format !== 'json') throw new Misuse('Name a .csv or .json file: import-orders orders.csv')
    const source = await readFile(file, 'utf8').catch(() => {
      throw new Misuse(`${file} cannot be read.`)
    })
    const { imported, known, problems } = await importArchivedOrders(shop, source, format)
    if (problems.length > 0) {
      const message = `Nothing was imported:\n${problems.map((one) => `- ${one}`).join('\n')}`
      throw refuse('invalid_input', { message })
    }
    return `${countOf(imported, 'order')} imported${known > 0 ? `, ${known} already known` : ''}.`
  },
})

export const archiveCommands: StaffCommands = { heading: 'Orders of an older shop', commands: [importOrders] }
