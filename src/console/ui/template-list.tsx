import { useEffect, useState } from 'react'
import { listTemplates, type Template } from '#features/inbox/inbox.staff.contract.ts'
import { useConsole } from '../console-context.ts'
import styles from './template-list.module.css'

type Props = {
  area: Template['area']
  language: string | null
  chosen: string | null
  onChoose: (one: Template) => void
}

/** Answers that are given often: those in the shopper's language first, English where there are none. */
export function TemplateList({ area, language, chosen, onChoose }: Props) {
  const found = useTemplates(area, language)
  return (
    <div className={styles.list}>
      <p className={styles.head}>Templates</p>
      {found === null && <p className={styles.none}>…</p>}
      {found?.length === 0 && <p className={styles.none}>None yet</p>}
      {found?.map((one) => (
        <button
          key={one.id}
          type="button"
          className={styles.one}
          aria-pressed={one.id === chosen}
          onClick={() => onChoose(one)}
        >
          {one.name}
          <span className={styles.language}>{one.language}</span>
        </button>
      ))}
    </div>
  )
}

const most = 100

/** Null until they are wanted, and while they come. */
export function useTemplates(area: Template['area'], language: string | null, isWanted = true): Template[] | null {
  const { call } = useConsole()
  const [found, setFound] = useState<Template[] | null>(null)
  useEffect(() => {
    if (!isWanted) return
    let isHere = true
    call(listTemplates, { area, limit: most }).then(
      ({ data }) => isHere && setFound(sortTemplates(data.data, language)),
      () => isHere && setFound([]),
    )
    return () => {
      isHere = false
    }
  }, [call, area, language, isWanted])
  return found
}

/** One of each name, in the language that comes nearest. */
export function sortTemplates(all: readonly Template[], language: string | null): Template[] {
  const nearness = (one: Template) => (one.language === language ? 0 : one.language === 'en' ? 1 : 2)
  const nearest = [...all].sort((a, b) => nearness(a) - nearness(b) || a.name.localeCompare(b.name))
  return nearest.filter((one, at) => nearest.findIndex(({ name }) => name === one.name) === at)
}
