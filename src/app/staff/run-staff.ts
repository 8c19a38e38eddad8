import { CallRefused } from '#contract/call.ts'
import { kindOf, Misuse, type StaffCommand, type Typed } from '#server/cli/command.ts'
import { cleanLines } from '#server/cli/print.ts'
import type { Shop } from '#server/shop.ts'
import { commands } from './commands.ts'
import { readTyped } from './read-typed.ts'

export type Said = { text: string; exitCode: 0 | 1 | 2 }

/** Runs one command of the staff on the shop and says what happened, never throwing what staff can mend themselves. */
export async function runStaff(shop: Shop, words: string[]): Promise<Said> {
  const { text, exitCode } = await say(shop, words)
  return { text: cleanLines(text), exitCode }
}

async function say(shop: Shop, words: string[]): Promise<Said> {
  let typed: Typed
  let command: StaffCommand
  try {
    typed = readTyped(words)
    command = findCommand(typed)
  } catch (error) {
    return sayMisuse(error)
  }
  try {
    return { text: await command.run(shop, typed), exitCode: 0 }
  } catch (error) {
    if (!(error instanceof CallRefused)) return sayMisuse(error)
    const state = error.refusal.code === 'not_found' ? '' : await command.tellState?.(shop, typed.rest)
    return { text: [tellRefusal(error), state].filter(Boolean).join('\n'), exitCode: 1 }
  }
}

function findCommand({ verb, rest }: Typed): StaffCommand {
  const found = commands.filter((command) => command.verb === verb || command.alias === verb)
  const kind = kindOf(rest[0])
  const command = found.find(({ takes }) => takes === kind) ?? found.at(-1)
  if (!command) throw new Misuse(`There is no command "${verb}".`)
  return command
}

function sayMisuse(error: unknown): Said {
  if (!(error instanceof Misuse)) throw error
  return { text: `${error.message}\nnpm run staff -- help shows every command.`, exitCode: 2 }
}

function tellRefusal(error: CallRefused): string {
  const details = Object.values(error.refusal.errors ?? {}).flat()
  const { message } = error.refusal
  return [message, ...details.filter((one) => one !== message)].join(' ')
}
