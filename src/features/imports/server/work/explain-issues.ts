import type * as z from 'zod/mini'
import { fieldsOf } from '#contract/values.ts'
import type { Problem } from '../kinds/import-kind.ts'

type Issue = z.core.$ZodIssue

/** 10: further issues of the same record would not help. */
const maxIssues = 10

/** Explains the issues of a record, using the field names of the file. */
export function explainIssues(issues: readonly Issue[], value: unknown): Problem {
  const explained = issues.slice(0, maxIssues).map((issue) => explainIssue(issue, value))
  return {
    problem: explained.map(({ problem }) => problem).join('; '),
    sku: explained.find(({ sku }) => sku !== undefined)?.sku,
  }
}

function explainIssue(issue: Issue, value: unknown): Problem {
  const [first, at, ...rest] = issue.path
  const sku = first === 'skus' && typeof at === 'number' ? findSku(value, at) : undefined
  const path = sku === undefined ? issue.path : rest
  const parts = [sku !== undefined && `sku ${sku}:`, path.map(String).join('.'), explain(issue, value)]
  return { problem: parts.filter(Boolean).join(' '), sku }
}

function findSku(value: unknown, at: number): string | undefined {
  const { skus } = fieldsOf(value)
  const { sku } = fieldsOf(Array.isArray(skus) ? skus[at] : null)
  return typeof sku === 'string' && sku !== '' ? sku : undefined
}

function findAtPath(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (part, name) => (typeof part === 'object' && part ? Reflect.get(part, name) : undefined),
    value,
  )
}

/** Matches the messages of zod itself. Their text depends on whether anything has loaded the English messages. */
const defaultMessage = /^(?:Invalid (?:input|option|string|number)|Too (?:small|big)|Unrecognized key)\b/

/** Explains an issue. Messages defined by a schema are returned unchanged. */
function explain(issue: Issue, value: unknown): string {
  if (!defaultMessage.test(issue.message)) return issue.message
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'array')
        return `must have at least ${issue.minimum} ${issue.minimum === 1 ? 'entry' : 'entries'}`
      return issue.origin === 'string' ? 'is empty' : `must be at least ${issue.minimum}`
    case 'too_big':
      if (issue.origin === 'array') return `has more than ${issue.maximum} entries`
      return issue.origin === 'string'
        ? `has more than ${issue.maximum} characters`
        : `must be at most ${issue.maximum}`
    case 'invalid_type':
      return findAtPath(value, issue.path) === undefined ? 'is missing' : `must be a ${issue.expected}`
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`
    default:
      return 'cannot be read'
  }
}
