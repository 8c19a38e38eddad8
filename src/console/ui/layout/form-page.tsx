import { type ReactNode, useState } from 'react'
import { joinClasses } from '#ui/content/join-classes.ts'
import { ConsoleLink } from '../../shell/console-link.tsx'
import { Button, buttonClass } from '../buttons/button.tsx'
import { Refusal } from '../content/note.tsx'
import { TextField } from '../fields/field.tsx'
import styles from './form-page.module.css'
import { PageHead } from './page-head.tsx'

type Props = {
  head: ReactNode
  tabs?: ReactNode
  /** Content next to the form, or below it in a narrow window. */
  aside?: ReactNode
  /** The save bar, and dialogs. */
  foot?: ReactNode
  children: ReactNode
}

/** Renders the frame of a form page: its head above, and the save bar at its foot. */
export function FormFrame({ head, tabs, foot, children }: Omit<Props, 'aside'>) {
  return (
    <main className={styles.page}>
      {head}
      {tabs}
      {children}
      {foot}
    </main>
  )
}

/** Renders panels under the head, with an aside next to them. */
export function FormPage({ aside, children, ...frame }: Props) {
  return (
    <FormFrame {...frame}>
      <FormColumns aside={aside}>{children}</FormColumns>
    </FormFrame>
  )
}

export function FormColumns({ aside, children }: Pick<Props, 'aside' | 'children'>) {
  return (
    <div className={joinClasses(styles.body, Boolean(aside) && styles.hasAside)}>
      <div className={styles.column}>{children}</div>
      {aside && <div className={styles.column}>{aside}</div>}
    </div>
  )
}

type NewProps = Omit<Props, 'head'> & {
  title: string
  /** The list that will contain the item. Cancel also leads there. */
  list: { name: string; href: string }
  /** The label of the button, such as `Create coupon`. */
  button: string
  form: { isBusy: boolean; problem: string | null }
  /** Whether the button is disabled because the preview is still loading. */
  isOff?: boolean
  onMake: () => unknown
}

/** Renders a form for a new item, with a single button that creates it. */
export function NewPage({ title, list, button, form, isOff = false, onMake, children, ...rest }: NewProps) {
  // Busy until the page of the new item is shown, because a second press would create a second item.
  const [isMaking, setMaking] = useState(false)
  async function make() {
    setMaking(true)
    try {
      await onMake()
    } finally {
      setMaking(false)
    }
  }
  return (
    <FormPage
      head={
        <PageHead title={title} crumb={<ConsoleLink href={list.href}>{list.name}</ConsoleLink>}>
          <ConsoleLink href={list.href} className={buttonClass({ tone: 'quiet' })}>
            Cancel
          </ConsoleLink>
          <Button tone="primary" isBusy={form.isBusy || isMaking} disabled={isOff} onClick={make}>
            {button}
          </Button>
        </PageHead>
      }
      {...rest}
    >
      <Refusal problem={form.problem} />
      {children}
    </FormPage>
  )
}

type GroupProps = {
  /** The name of the group, for screen readers. */
  name: string
  /** Whether the member may not change the fields. */
  isFixed?: boolean
  children: ReactNode
}

export function FieldGroup({ name, isFixed = false, children }: GroupProps) {
  return (
    <fieldset className={styles.fields} disabled={isFixed}>
      <legend className="visually-hidden">{name}</legend>
      {children}
    </fieldset>
  )
}

/** Renders short fields next to each other, as many as fit. `isPairs` limits the row to two fields. */
export function FieldRow({ isPairs = false, children }: { isPairs?: boolean; children: ReactNode }) {
  return <div className={joinClasses(styles.row, isPairs && styles.pairs)}>{children}</div>
}

type Day = { value: string; onChange: (day: string) => void; error: string | null }

/** Renders the first and last day of a period. The last day is included. */
export function DayFields({ from, until, isNew }: { from: Day; until: Day; isNew?: boolean | undefined }) {
  const any = { type: 'date', max: '2999-12-31' } as const
  return (
    <>
      <TextField label="From" hint={isNew ? 'Leave empty to start now' : undefined} {...any} {...from} />
      <TextField label="Until" hint="The last day is included. Leave empty for no end date." {...any} {...until} />
    </>
  )
}
