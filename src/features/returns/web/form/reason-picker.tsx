import { useEffect, useRef, useState } from 'react'
import type { ReturnReason } from '#features/returns/returns.contract.ts'
import { OptionList } from '#ui/fields/option-list.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { TabPanel, Tabs } from '#ui/layout/tabs.tsx'
import { Sheet } from '#ui/overlays/sheet.tsx'
import styles from './reason-picker.module.css'

type Props = {
  open: boolean
  reasons: ReturnReason[]
  /** What is chosen so far: category and specific reason. */
  value: number[]
  onClose: () => void
  onChoose: (reasonIds: number[]) => void
}

/** Two tabs: a category without children is chosen at once, one with children leads to its specific reasons. */
export function ReasonPicker({ open, reasons, value, onClose, onChoose }: Props) {
  const t = useT()
  const [categoryId, setCategoryId] = useState<number | null>(null)
  const [tab, setTab] = useState<'category' | 'specific'>('category')
  const category = reasons.find(({ id }) => id === categoryId)
  const hasChildren = category !== undefined && category.children.length > 0

  // Each opening starts from what is chosen now.
  const [chosenId] = value
  useEffect(() => {
    if (!open) return
    setCategoryId(chosenId ?? null)
    setTab('category')
  }, [open, chosenId])

  // The pressed row is gone, so the focus moves to the first row of the next list.
  const list = useRef<HTMLDivElement>(null)
  const isLedOn = useRef(false)
  useEffect(() => {
    if (!isLedOn.current || tab !== 'specific') return
    isLedOn.current = false
    list.current?.querySelector<HTMLElement>('[role=option][tabindex="0"]')?.focus()
  }, [tab])

  function chooseCategory(id: number) {
    setCategoryId(id)
    if (reasons.some((one) => one.id === id && one.children.length > 0)) {
      isLedOn.current = true
      setTab('specific')
    } else onChoose([id])
  }

  const toChoices = (list: { id: number; reason: string }[]) =>
    list.map(({ id, reason }) => ({ value: String(id), label: t(reason) }))
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('Return Reason')}
      height="tall"
      flush
      head={
        <Tabs
          id="reason"
          label={t('Return Reason')}
          value={tab}
          items={[
            { value: 'category', label: t('Reason Category') },
            { value: 'specific', label: t('Specific Reason') },
          ]}
          onChange={(next) => setTab(next === 'specific' ? 'specific' : 'category')}
        />
      }
    >
      <TabPanel tabs="reason" value={tab}>
        {tab === 'category' && (
          <OptionList
            label={t('Reason Category')}
            mark="ring"
            choices={toChoices(reasons)}
            value={categoryId === null ? null : String(categoryId)}
            onChoose={(id) => chooseCategory(Number(id))}
          />
        )}
        {tab === 'specific' && category && hasChildren && (
          <>
            <p className={styles.category}>
              <span>{t('Category:')}</span> <span className={styles.name}>{t(category.reason)}</span>
            </p>
            <div ref={list}>
              <OptionList
                key={category.id}
                label={t('Specific Reason')}
                mark="ring"
                choices={toChoices(category.children)}
                value={value[0] === category.id && value[1] !== undefined ? String(value[1]) : null}
                onChoose={(id) => onChoose([category.id, Number(id)])}
              />
            </div>
          </>
        )}
        {tab === 'specific' && !hasChildren && (
          <p className={styles.hint}>{t('Please choose a reason category first')}</p>
        )}
      </TabPanel>
    </Sheet>
  )
}
