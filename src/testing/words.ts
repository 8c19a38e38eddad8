import { parseMessage } from '#contract/text/format-message.ts'

/** Returns the names of the values that a message takes: `{amount}`, and the values of its plurals. */
export function namesIn(message: string): string[] {
  const names = new Set<string>()
  const look = (parts: ReturnType<typeof parseMessage>) => {
    for (const part of parts) {
      if (typeof part === 'string' || 'isCount' in part) continue
      names.add(part.name)
      if ('cases' in part) for (const inside of Object.values(part.cases)) look(inside)
    }
  }
  look(parseMessage(message))
  return [...names].sort()
}

/** Returns every plural of a message, including nested ones. */
export function pluralsIn(message: string): { name: string; forms: string[] }[] {
  const look = (parts: ReturnType<typeof parseMessage>): { name: string; forms: string[] }[] =>
    parts.flatMap((part) => {
      if (typeof part === 'string' || !('cases' in part)) return []
      const inside = Object.values(part.cases).flatMap(look)
      return part.kind === 'plural' ? [{ name: part.name, forms: Object.keys(part.cases) }, ...inside] : inside
    })
  return look(parseMessage(message))
}

/** Returns the plural forms of whole numbers. Some languages have forms only for fractions or for millions. */
export function formsOf(language: string): string[] {
  const rules = new Intl.PluralRules(language)
  return [...new Set([...Array.from({ length: 1000 }, (_, number) => rules.select(number)), 'other'])]
}

/** Languages whose nouns do not change after a number, so that a plain `{days}` fits any number. */
export const unchanging = ['hu', 'ja', 'ko', 'tr', 'zh-CN', 'zh-TW']
