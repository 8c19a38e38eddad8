import { catalogueCommands } from '#features/catalogue/catalogue.cli.ts'
import { couponCommands } from '#features/coupons/coupons.cli.ts'
import { importCommands } from '#features/imports/imports.cli.ts'
import { orderCommands } from '#features/orders/orders.cli.ts'
import { paymentCommands } from '#features/payments/payments.cli.ts'
import { returnCommands } from '#features/returns/returns.cli.ts'
import { peopleCommands } from '#features/staff/staff.cli.ts'
import { chatCommands } from '#features/support/chat.cli.ts'
import { ticketCommands } from '#features/support/contact.cli.ts'
import { webhookCommands } from '#features/webhooks/webhooks.cli.ts'
import { defineCommand, type StaffCommand, type StaffCommands } from '#server/cli/command.ts'

/** The commands of features, in the order of the help. */
export const features: StaffCommands[] = [
  orderCommands,
  paymentCommands,
  returnCommands,
  ticketCommands,
  chatCommands,
  catalogueCommands,
  couponCommands,
  importCommands,
  peopleCommands,
  webhookCommands,
]

const waiting = defineCommand({
  verb: 'waiting',
  alias: 'list',
  usage: '',
  about: 'lists all open work',
  async run(shop, typed) {
    const parts: string[] = []
    for (const { heading, list, showsWaitingWork } of features) {
      if (list && showsWaitingWork) parts.push(`${heading}\n${await list.run(shop, typed)}`)
    }
    return parts.join('\n\n')
  },
})

const help = defineCommand({ verb: 'help', usage: '', about: 'shows this help', run: async () => writeHelp() })

export const commands: StaffCommand[] = [
  help,
  waiting,
  ...features.flatMap((feature) => [...(feature.list ? [feature.list] : []), ...feature.commands]),
]

const widestUsage = 38

/** Formats the help: every command under its feature, with its arguments. */
export function writeHelp(): string {
  const writeLine = ({ verb, usage, about }: StaffCommand) => {
    const typed = `${verb} ${usage}`.trimEnd()
    if (!about) return `  ${typed}`
    // A usage that is too long for its column puts its description on the next line.
    const isLong = typed.length >= widestUsage
    return isLong ? `  ${typed}\n  ${' '.repeat(widestUsage)}${about}` : `  ${typed.padEnd(widestUsage)}${about}`
  }
  const parts = features.map(({ heading, note, list, commands }) =>
    [[heading, note].filter(Boolean).join(', '), ...(list ? [writeLine(list)] : []), ...commands.map(writeLine)].join(
      '\n',
    ),
  )
  return ['npm run staff -- <command> [--json]', [help, waiting].map(writeLine).join('\n'), ...parts].join('\n\n')
}
