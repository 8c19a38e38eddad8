import { parseArgs } from 'node:util'
import { isNumber, type Typed, UsageError } from '#server/cli/command.ts'
import { commands, features } from './commands.ts'

// All commands share one set of options. An option of another command is harmless, and an unknown option is a typing
// error.
const options = {
  ...Object.fromEntries(commands.flatMap((command) => Object.entries(command.options))),
  help: { type: 'boolean', short: 'h' },
  json: { type: 'boolean' },
} as const

// `returns approve RT…` and `approve RT…` mean the same.
const groups = features.flatMap(({ list }) => (list ? [list.verb, list.alias] : []))

/** Parses the command line: `approve RT… --item x`, with or without the group in front. */
export function readTyped(words: string[]): Typed & { isJson: boolean } {
  const { values, positionals } = parse(words)
  const { help, json: isJson = false, ...options } = values
  if (help) return { verb: 'help', rest: [], options, isJson }
  const [first = 'help', ...others] = positionals
  const isGrouped = groups.includes(first) && others.length > 0
  const [verb = '', ...rest] = isGrouped ? others : [first, ...others]
  // `order HB…` shows the order, like `show HB…`.
  if (isGrouped && isNumber(verb)) return { verb: 'show', rest: [verb, ...rest], options, isJson }
  return { verb: verb.toLowerCase(), rest, options, isJson }
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
