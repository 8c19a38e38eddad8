import ChevronRight from 'lucide-react/icons/chevron-right'
import { Fragment, useEffect, useRef, useState } from 'react'
import type { ProblemType } from '#features/support/contact.contract.ts'
import { Icon } from '#ui/content/icon.tsx'
import { TagButton } from '#ui/content/tag.tsx'
import { OptionList } from '#ui/fields/option-list.tsx'
import { PickerField } from '#ui/fields/picker-field.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { Sheet } from '#ui/overlays/sheet.tsx'
import styles from './question-picker.module.css'

type Props = {
  id: string
  problems: ProblemType[]
  /** Path from the first level down. Empty until a type is chosen. */
  path: ProblemType[]
  error: string | null
  onChoose: (path: ProblemType[]) => void
}

/** Chooses a question type with one field and a sheet that steps through the levels. */
export function QuestionPicker({ id, problems, path, error, onChoose }: Props) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <div>
        <PickerField
          id={id}
          label={t('Question type')}
          placeholder={t('Please select question type')}
          value={path.map((one) => t(one.name)).join(' / ')}
          error={error && t(error)}
          required
          onClick={() => setOpen(true)}
        />
      </div>
      <QuestionSheet
        open={isOpen}
        problems={problems}
        chosen={path}
        onClose={() => setOpen(false)}
        onChoose={(next) => {
          setOpen(false)
          onChoose(next)
        }}
      />
    </div>
  )
}

type SheetProps = {
  open: boolean
  problems: ProblemType[]
  chosen: ProblemType[]
  onClose: () => void
  onChoose: (path: ProblemType[]) => void
}

function QuestionSheet({ open, problems, chosen, onClose, onChoose }: SheetProps) {
  const t = useT()
  const [way, setWay] = useState<ProblemType[]>([])
  const [wasOpen, setWasOpen] = useState(false)
  // Each opening starts at the level of the last choice.
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setWay(chosen.slice(0, -1))
  }
  const choices = way.at(-1)?.children ?? problems
  const level = way.map((one) => one.id).join('/')
  const list = useFocusOnNewLevel(level, open)

  function choose(value: string) {
    const next = choices.find((one) => String(one.id) === value)
    if (!next) return
    if (next.children.length > 0) setWay([...way, next])
    else onChoose([...way, next])
  }

  return (
    <Sheet
      open={open}
      onClose={onClose}
      {...(way.length > 0 && { onBack: () => setWay(way.slice(0, -1)) })}
      title={t('Question type')}
      height="tall"
      flush
      head={<ChosenPath way={way} onBackTo={(depth) => setWay(way.slice(0, depth))} />}
    >
      <div ref={list}>
        <OptionList
          key={level}
          label={t('Question type')}
          choices={choices.map((one) => ({ value: String(one.id), label: t(one.name) }))}
          value={String(chosen[way.length]?.id ?? '')}
          onChoose={choose}
        />
      </div>
    </Sheet>
  )
}

/** Moves the focus to the first row of the next level, since the pressed row is gone. */
function useFocusOnNewLevel(level: string, isOpen: boolean) {
  const list = useRef<HTMLDivElement>(null)
  const shown = useRef<string | null>(null)
  useEffect(() => {
    const isNew = isOpen && shown.current !== null && shown.current !== level
    shown.current = isOpen ? level : null
    if (isNew) list.current?.querySelector<HTMLElement>('[role=option][tabindex="0"]')?.focus()
  }, [level, isOpen])
  return list
}

function ChosenPath({ way, onBackTo }: { way: ProblemType[]; onBackTo: (depth: number) => void }) {
  const t = useT()
  return (
    <nav className={styles.way} aria-label={t('Chosen so far')}>
      {way.map((one, depth) => (
        <Fragment key={one.id}>
          <TagButton onClick={() => onBackTo(depth)}>{t(one.name)}</TagButton>
          <Icon of={ChevronRight} size="s" flip className={styles.next} />
        </Fragment>
      ))}
      <span className={styles.now}>{t('Choose one')}</span>
    </nav>
  )
}
