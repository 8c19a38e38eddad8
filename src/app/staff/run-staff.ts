import { CallRefused } from '#contract/calls/call.ts'
import { type MakeStaffCall, type Problem, StaffProblem } from '#contract/calls/staff-call.ts'
import { type CommandShop, findNumberKind, type StaffCommand, type Typed, UsageError } from '#server/cli/command.ts'
import { cleanLines } from '#server/cli/print.ts'
import type { Shop } from '#server/shop.ts'
import { createCommandLineCalls } from '../staff-api.ts'
import { commands } from './commands.ts'
import { readTyped } from './read-typed.ts'

export type CommandResult = { text: string; exitCode: 0 | 1 | 2 }

/** Runs one staff command and returns its output. Throws only errors that staff cannot fix. */
export async function runStaff(shop: Shop, words: string[]): Promise<CommandResult> {
  const { text, exitCode } = await runCommandLine(shop, words)
  return { text: cleanLines(text), exitCode }
}

async function runCommandLine(shop: Shop, words: string[]): Promise<CommandResult> {
  let typed: ReturnType<typeof readTyped>
  let command: StaffCommand
  try {
    typed = readTyped(words)
    command = findCommand(typed)
  } catch (error) {
    return formatUsageError(error)
  }
  const answers: unknown[] = []
  const commandShop: CommandShop = { ...shop, call: recordAnswers(createCommandLineCalls(shop), answers) }
  try {
    const text = await command.run(commandShop, typed)
    return { text: typed.isJson ? writeAnswer(command, answers) : text, exitCode: 0 }
  } catch (error) {
    if (typed.isJson && error instanceof StaffProblem) return { text: toJson(error.problem), exitCode: 1 }
    if (!(error instanceof CallRefused || error instanceof StaffProblem)) return formatUsageError(error)
    const { code, text } = error instanceof StaffProblem ? formatProblem(error.problem) : formatRefusal(error)
    const state = code === 'not_found' ? '' : await command.formatState?.(commandShop, typed.rest)
    return { text: [text, state].filter(Boolean).join('\n'), exitCode: 1 }
  }
}

/** Stores the responses of calls. `--json` prints the last response, as the staff API sends it. */
function recordAnswers(call: MakeStaffCall, answers: unknown[]): MakeStaffCall {
  return async (calledCall, input, options) => {
    const answer = await call(calledCall, input, options)
    answers.push(calledCall.answers === 'one' ? { data: answer.data } : answer.data)
    return answer
  }
}

function writeAnswer({ verb }: StaffCommand, answers: unknown[]): string {
  if (answers.length === 0) return toJson({ data: null, note: `"${verb}" has no JSON output` })
  return toJson(answers.at(-1))
}

const toJson = (value: unknown): string => JSON.stringify(value, null, 2)

function findCommand({ verb, rest }: Typed): StaffCommand {
  const found = commands.filter((command) => command.verb === verb || command.alias === verb)
  const kind = findNumberKind(rest[0])
  const command = found.find(({ takes }) => takes === kind) ?? found.at(-1)
  if (!command) throw new UsageError(`There is no command "${verb}".`)
  return command
}

function formatUsageError(error: unknown): CommandResult {
  if (!(error instanceof UsageError)) throw error
  return { text: `${error.message}\nTo list all commands, run: npm run staff -- help`, exitCode: 2 }
}

function formatRefusal({ refusal: { code, message, errors } }: CallRefused): { code: string; text: string } {
  const details = Object.values(errors ?? {}).flat()
  return { code, text: [message, ...details.filter((one) => one !== message)].join(' ') }
}

function formatProblem({ code, title, detail, errors = [] }: Problem): { code: string; text: string } {
  const message = detail ?? title
  const details = errors.map((one) => one.detail)
  return { code, text: [message, ...details.filter((one) => one !== message)].join(' ') }
}
