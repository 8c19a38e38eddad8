import { CallRefused } from '#contract/calls/call.ts'
import { type MakeStaffCall, type Problem, StaffProblem } from '#contract/calls/staff-call.ts'
import { kindOf, Misuse, type StaffCommand, type StaffDesk, type Typed } from '#server/cli/command.ts'
import { cleanLines } from '#server/cli/print.ts'
import type { Shop } from '#server/shop.ts'
import { createCommandLineCalls } from '../staff-api.ts'
import { commands } from './commands.ts'
import { readTyped } from './read-typed.ts'

export type Said = { text: string; exitCode: 0 | 1 | 2 }

/** Runs one staff command and returns its output. Throws only errors that staff cannot fix. */
export async function runStaff(shop: Shop, words: string[]): Promise<Said> {
  const { text, exitCode } = await say(shop, words)
  return { text: cleanLines(text), exitCode }
}

async function say(shop: Shop, words: string[]): Promise<Said> {
  let typed: ReturnType<typeof readTyped>
  let command: StaffCommand
  try {
    typed = readTyped(words)
    command = findCommand(typed)
  } catch (error) {
    return sayMisuse(error)
  }
  const answers: unknown[] = []
  const desk: StaffDesk = { ...shop, call: keepAnswers(createCommandLineCalls(shop), answers) }
  try {
    const text = await command.run(desk, typed)
    return { text: typed.isJson ? writeAnswer(command, answers) : text, exitCode: 0 }
  } catch (error) {
    if (typed.isJson && error instanceof StaffProblem) return { text: toJson(error.problem), exitCode: 1 }
    if (!(error instanceof CallRefused || error instanceof StaffProblem)) return sayMisuse(error)
    const { code, text } = error instanceof StaffProblem ? tellProblem(error.problem) : tellRefusal(error)
    const state = code === 'not_found' ? '' : await command.tellState?.(desk, typed.rest)
    return { text: [text, state].filter(Boolean).join('\n'), exitCode: 1 }
  }
}

/** Stores the answers of calls. `--json` prints the last one, as the staff API sends it. */
function keepAnswers(call: MakeStaffCall, answers: unknown[]): MakeStaffCall {
  return async (asked, input, options) => {
    const answer = await call(asked, input, options)
    answers.push(asked.answers === 'one' ? { data: answer.data } : answer.data)
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
  const kind = kindOf(rest[0])
  const command = found.find(({ takes }) => takes === kind) ?? found.at(-1)
  if (!command) throw new Misuse(`There is no command "${verb}".`)
  return command
}

function sayMisuse(error: unknown): Said {
  if (!(error instanceof Misuse)) throw error
  return { text: `${error.message}\nnpm run staff -- help shows every command.`, exitCode: 2 }
}

function tellRefusal({ refusal: { code, message, errors } }: CallRefused): { code: string; text: string } {
  const details = Object.values(errors ?? {}).flat()
  return { code, text: [message, ...details.filter((one) => one !== message)].join(' ') }
}

function tellProblem({ code, title, detail, errors = [] }: Problem): { code: string; text: string } {
  const message = detail ?? title
  const details = errors.map((one) => one.detail)
  return { code, text: [message, ...details.filter((one) => one !== message)].join(' ') }
}
