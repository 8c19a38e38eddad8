import { AsyncLocalStorage } from 'node:async_hooks'
import { writeSync } from 'node:fs'

const levels = ['debug', 'info', 'warn', 'error'] as const
type LogLevel = (typeof levels)[number]
export const logLevels = [...levels, 'silent'] as const

type Fields = Record<string, unknown>

export type Log = Record<LogLevel, (msg: string, fields?: Fields) => void> & {
  /** Does the work; every line written meanwhile on its account, however deep, carries these fields, such as a request id. */
  during<T>(fields: Fields, work: () => T): T
}

type LogOptions = { write?: (line: string, isUrgent: boolean) => void; pretty?: boolean; now?: () => Date }

/** What the lines of the work under way have in common. Follows it through every `await`. */
const common = new AsyncLocalStorage<Fields>()

const secretKey = /password|token|authorization|cookie|secret/i

/** One line for each entry: JSON for machines, or text for a person at a terminal. */
export function createLog(level: (typeof logLevels)[number], options: LogOptions = {}): Log {
  const { write = writeSoon, pretty = false, now = () => new Date() } = options
  const lowest = level === 'silent' ? levels.length : levels.indexOf(level)

  const entry = (one: LogLevel) => (msg: string, fields?: Fields) => {
    if (levels.indexOf(one) < lowest) return
    const time = now()
    const all: Fields = pretty ? {} : { level: one, time: time.toISOString(), msg }
    addRedacted(all, common.getStore())
    addRedacted(all, fields)
    const line = pretty ? formatText(time, one, msg, all) : JSON.stringify(all)
    write(tame(line), one === 'warn' || one === 'error')
  }
  return {
    debug: entry('debug'),
    info: entry('info'),
    warn: entry('warn'),
    error: entry('error'),
    during: (fields, work) => common.run({ ...common.getStore(), ...fields }, work),
  }
}

/** Visitors' words reach the log, and terminals, where logs are read, obey control characters: these are spelt out. */
function tame(line: string): string {
  const spell = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return line.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (found) => found.split('').map(spell).join(''))
}

const waitMs = 50
const mostWaiting = 64 * 1024
let waiting = ''
let timer: NodeJS.Timeout | undefined

/**
 * Ordinary lines wait a moment for each other: writing is a call of the system that everybody else would wait for, once for each request.
 * Whatever tells of trouble goes out at once, with all before it, and so does everything when the process ends or breaks.
 */
function writeSoon(line: string, isUrgent: boolean) {
  const isFirst = waiting === ''
  waiting += `${line}\n`
  if (isUrgent || waiting.length > mostWaiting) return writeWaiting()
  if (timer === undefined) {
    process.once('exit', writeLast)
    // This timer alone does not keep the process running.
    timer = setTimeout(writeWaiting, waitMs).unref()
  } else if (isFirst) timer.refresh()
}

function writeWaiting() {
  const text = waiting
  waiting = ''
  if (text) process.stdout.write(text)
}

const stdoutNumber = 1
const lastMs = 2_000

/** What a reader who is behind has no room for would be left to a process that is no more: it waits for them, but not for ever. */
function writeLast() {
  // Part of an earlier line is on its way already, and nothing may go before the rest of it.
  if (process.stdout.writableLength > 0) return writeWaiting()
  let rest = Buffer.from(waiting)
  waiting = ''
  const end = performance.now() + lastMs
  while (rest.length > 0 && performance.now() < end) {
    try {
      rest = rest.subarray(writeSync(stdoutNumber, rest))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) return
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}

function formatText(time: Date, level: LogLevel, msg: string, { error, ...fields }: Fields): string {
  const rest = Object.entries(fields).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const stack = error && typeof error === 'object' && 'stack' in error ? `\n${error.stack}` : ''
  const head = [time.toISOString().slice(11, 19), level.padEnd(5), msg, ...rest].join(' ')
  return head + (stack || (error === undefined ? '' : ` error=${JSON.stringify(error)}`))
}

function addRedacted(line: Fields, fields: Fields = {}) {
  const inside = [line]
  for (const key of Object.keys(fields)) line[key] = secretKey.test(key) ? '[secret]' : redact(fields[key], inside)
}

/** A copy that is safe to keep: no secrets, no cycles, errors with their causes. */
function redact(value: unknown, seen: readonly object[] = []): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'string') return withoutParameters(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (seen.includes(value)) return '[circular]'
  if (seen.length > 6) return '[deep]'
  const inside = [...seen, value]
  if (Array.isArray(value)) return value.map((one) => redact(one, inside))
  if (value instanceof Error) {
    const { name, cause } = value
    const message = tellMessage(value)
    const code = 'code' in value ? { code: value.code } : {}
    const stack = `${name}: ${message}${tellCalls(value)}`
    return {
      name,
      message,
      ...code,
      stack,
      ...(cause === undefined ? {} : { cause: redact(cause, inside) }),
    }
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, secretKey.test(key) ? '[secret]' : redact(one, inside)]),
  )
}

/** What a failed query was given are addresses, mails and hashes of people: the log has the query alone. */
function withoutParameters(text: string): string {
  const at = text.indexOf('Failed query: ')
  const given = at < 0 ? -1 : text.indexOf('\nparams: ', at)
  // Cut to the end of the message: a value may look like anything, even like the stack after it.
  return given < 0 ? text : text.slice(0, given)
}

/** Only the lines with calls: those above them repeat the message. */
function tellCalls({ stack = '', message }: Error): string {
  const at = stack.indexOf(message)
  return stack.slice(at < 0 ? Math.max(0, stack.search(/\n\s+at /)) : at + message.length)
}

function tellMessage(error: Error): string {
  const message = withoutParameters(error.message)
  // "invalid input syntax for type integer: "ada@…"": PostgreSQL repeats in its own words what it was given.
  const isAboutValue = 'severity' in error && 'code' in error && /^22/.test(String(error.code))
  return isAboutValue ? message.replace(/"[\s\S]*"/, '"…"') : message
}
