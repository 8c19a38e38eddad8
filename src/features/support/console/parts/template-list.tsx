import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import { compareTexts } from '#contract/text/compare.ts'
import { listTemplates, type Template, type TemplateRow } from '#features/support/inbox.staff.contract.ts'
import styles from './template-list.module.css'

type Props = {
  area: Template['area']
  language: string | null
  chosen: string | null
  onChoose: (one: Template) => void
  /** Saves the answer as a template. `saved` is the number of templates saved so far. */
  onSave?: (() => void) | undefined
  saved?: number
}

/** Lists templates in the shopper's language, or in English if there is no template in that language. */
export function TemplateList({ area, language, chosen, onChoose, onSave, saved = 0 }: Props) {
  const { scopes } = useMe()
  const found = useTemplates(area, language, true, saved)
  return (
    <div className={styles.list}>
      <p className={styles.head}>Templates</p>
      {found === null && <p className={styles.none}>…</p>}
      {found?.length === 0 && <p className={styles.none}>No templates yet</p>}
      {found?.map((one) => (
        <button
          key={one.id}
          type="button"
          className={styles.one}
          aria-pressed={one.id === chosen}
          onClick={() => onChoose(one)}
        >
          {one.name}
          <span className={styles.used}>
            {formatUsage(one.used)}
            {one.language !== (language ?? 'en') && `, ${one.language}`}
          </span>
        </button>
      ))}
      {allowsScope(scopes, 'inbox:write') && (onSave || saved > 0) && (
        <span className={styles.save}>
          <Button size="small" tone="quiet" icon={Plus} disabled={!onSave} onClick={onSave}>
            Save as template
          </Button>
        </span>
      )}
    </div>
  )
}

export function formatUsage(times: number): string {
  if (times === 0) return 'never used'
  return times === 1 ? 'used once' : `used ${times} times`
}

const max = 100

/** Loads templates. Returns null while the templates are not needed or still loading. */
export function useTemplates(
  area: Template['area'],
  language: string | null,
  isWanted = true,
  /** A changed version loads the templates again. */
  version = 0,
): TemplateRow[] | null {
  const { call } = useConsole()
  const [found, setFound] = useState<TemplateRow[] | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another limit loads the list again.
  useEffect(() => {
    if (!isWanted) return
    let isHere = true
    call(listTemplates, { area, limit: max }).then(
      ({ data }) => isHere && setFound(sortTemplates(data.data, language)),
      () => isHere && setFound([]),
    )
    return () => {
      isHere = false
    }
  }, [call, area, language, isWanted, version])
  return found
}

/** Returns one template of each name, in the language closest to the shopper's, with the most used templates first. */
export function sortTemplates(all: readonly TemplateRow[], language: string | null): TemplateRow[] {
  const rankLanguage = (one: Template) => (one.language === language ? 0 : one.language === 'en' ? 1 : 2)
  const sortedTemplates = [...all].sort((a, b) => rankLanguage(a) - rankLanguage(b))
  return sortedTemplates
    .filter((one, at) => sortedTemplates.findIndex(({ name }) => name === one.name) === at)
    .sort((a, b) => b.used - a.used || compareTexts(a.name, b.name))
}
