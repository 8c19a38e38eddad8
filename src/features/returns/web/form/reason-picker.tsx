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
  /** Chosen category and specific reason. */
  value: number[]
  onClose: () => void
  onChoose: (reasonIds: number[]) => void
}

type Tab = 'category' | 'specific'

/**
 * Chooses a reason in two tabs. A category without children is chosen at once. A category with children leads to its
 * specific reasons.
 */
export function ReasonPicker(props: Props) {
  const { open, reasons, value, onClose, onChoose } = props
  const t = useT()
  const { tab, setTab, category, chooseCategory, list } = useReasonTabs(props)
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
        {tab === 'category' ? (
          <ReasonList label={t('Reason Category')} reasons={reasons} value={category?.id} onChoose={chooseCategory} />
        ) : category && category.children.length > 0 ? (
          <>
            <p className={styles.category}>
              <span>{t('Category:')}</span> <span className={styles.name}>{t(category.reason)}</span>
            </p>
            <div ref={list}>
              <ReasonList
                key={category.id}
                label={t('Specific Reason')}
                reasons={category.children}
                value={value[0] === category.id ? value[1] : undefined}
                onChoose={(id) => onChoose([category.id, id])}
              />
            </div>
          </>
        ) : (
          <p className={styles.hint}>{t('Please choose a reason category first')}</p>
        )}
      </TabPanel>
    </Sheet>
  )
}

/** Manages the open tab and the chosen category. Each opening of the sheet starts with the present choice. */
function useReasonTabs({ open, reasons, value, onChoose }: Props) {
  const [categoryId, setCategoryId] = useState<number | null>(null)
  const [tab, setTab] = useState<Tab>('category')
  const [chosenId] = value
  useEffect(() => {
    if (!open) return
    setCategoryId(chosenId ?? null)
    setTab('category')
  }, [open, chosenId])

  // The pressed row is gone, so the focus moves to the first row of the next list.
  const list = useRef<HTMLDivElement>(null)
  const hasAdvanced = useRef(false)
  useEffect(() => {
    if (!hasAdvanced.current || tab !== 'specific') return
    hasAdvanced.current = false
    list.current?.querySelector<HTMLElement>('[role=option][tabindex="0"]')?.focus()
  }, [tab])

  function chooseCategory(id: number) {
    setCategoryId(id)
    if (reasons.some((one) => one.id === id && one.children.length > 0)) {
      hasAdvanced.current = true
      setTab('specific')
    } else onChoose([id])
  }

  return { tab, setTab, category: reasons.find(({ id }) => id === categoryId), chooseCategory, list }
}

type ListProps = {
  label: string
  reasons: { id: number; reason: string }[]
  value: number | undefined
  onChoose: (id: number) => void
}

function ReasonList({ label, reasons, value, onChoose }: ListProps) {
  const t = useT()
  return (
    <OptionList
      label={label}
      mark="ring"
      choices={reasons.map(({ id, reason }) => ({ value: String(id), label: t(reason) }))}
      value={value === undefined ? null : String(value)}
      onChoose={(id) => onChoose(Number(id))}
    />
  )
}
