import { AsyncLocalStorage } from 'node:async_hooks'
import { writeSync } from 'node:fs'

const levels = ['debug', 'info', 'warn', 'error'] as const
type LogLevel = (typeof levels)[number]
export const logLevels = [...levels, 'silent'] as const

type Fields = Record<string, unknown>

export type Log = Record<LogLevel, (msg: string, fields?: Fields) => void> & {
  /** Runs the work. Every line that is logged meanwhile carries these fields, such as a request id. */
  during<T>(fields: Fields, work: () => T): T
}

type LogOptions = { write?: (line: string, isUrgent: boolean) => void; pretty?: boolean; now?: () => Date }

/** The common fields of the current work. The fields follow the work through every `await`. */
const common = new AsyncLocalStorage<Fields>()

const secretKey = /password|token|authorization|cookie|secret/i

/** Creates a log with one line per entry: JSON for machines, or text for a person at a terminal. */
export function createLog(level: (typeof logLevels)[number], options: LogOptions = {}): Log {
  const { write = writeSoon, pretty = false, now = () => new Date() } = options
  const minLevel = level === 'silent' ? levels.length : levels.indexOf(level)

  const entry = (one: LogLevel) => (msg: string, fields?: Fields) => {
    if (levels.indexOf(one) < minLevel) return
    const time = now()
    const all: Fields = pretty ? {} : { level: one, time: time.toISOString(), msg }
    addRedacted(all, common.getStore())
    addRedacted(all, fields)
    const line = pretty ? formatText(time, one, msg, all) : JSON.stringify(all)
    write(escapeControlCharacters(line), one === 'warn' || one === 'error')
  }
  return {
    debug: entry('debug'),
    info: entry('info'),
    warn: entry('warn'),
    error: entry('error'),
    during: (fields, work) => common.run({ ...common.getStore(), ...fields }, work),
  }
}

/** Escapes control characters, because the log contains visitors' texts and terminals obey control characters. */
function escapeControlCharacters(line: string): string {
  const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return line.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (found) => found.split('').map(escapeUnit).join(''))
}

const waitMs = 50
const maxWaiting = 64 * 1024
let waiting = ''
let timer: NodeJS.Timeout | undefined

/**
 * Writes ordinary lines in batches, because each write is a system call that blocks other requests. Warnings and errors
 * are written at once, with all earlier lines. The end of the process also writes all lines.
 */
function writeSoon(line: string, isUrgent: boolean) {
  const isFirst = waiting === ''
  waiting += `${line}\n`
  if (isUrgent || waiting.length > maxWaiting) return writeWaiting()
  if (timer === undefined) {
    process.once('exit', writeLast)
    // The timer alone must not keep the process running.
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

/** Writes the last lines when the process ends. Waits for a slow reader, but not forever. */
function writeLast() {
  // Part of an earlier line is already on its way, and later lines must not overtake the rest.
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

/** Returns a copy that is safe to log: no secrets, no cycles, errors with their causes. */
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
    const message = formatErrorMessage(value)
    const code = 'code' in value ? { code: value.code } : {}
    const stack = `${name}: ${message}${formatStackCalls(value)}`
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

/**
 * Removes the parameters of a failed query, which contain addresses, mails and hashes. The log keeps only the query.
 */
function withoutParameters(text: string): string {
  const at = text.indexOf('Failed query: ')
  const given = at < 0 ? -1 : text.indexOf('\nparams: ', at)
  // Everything from the parameters to the end is removed, because a value can look like any text, even like the stack
  // after it.
  return given < 0 ? text : text.slice(0, given)
}

/** Returns only the stack lines with calls. The lines above repeat the message. */
function formatStackCalls({ stack = '', message }: Error): string {
  const at = stack.indexOf(message)
  return stack.slice(at < 0 ? Math.max(0, stack.search(/\n\s+at /)) : at + message.length)
}

function formatErrorMessage(error: Error): string {
  const message = withoutParameters(error.message)
  // PostgreSQL repeats the given value in its message: "invalid input syntax for type integer: "ada@…"".
  const mayContainValue = 'severity' in error && 'code' in error && /^22/.test(String(error.code))
  return mayContainValue ? message.replace(/"[\s\S]*"/, '"…"') : message
}
