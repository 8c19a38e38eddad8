import { type ReactNode, useState } from 'react'
import { joinClasses } from '#ui/content/join-classes.ts'
import { ConsoleLink } from '../shell/console-link.tsx'
import { Button, buttonClass } from './button.tsx'
import { TextField } from './field.tsx'
import styles from './form-page.module.css'
import { Refusal } from './note.tsx'
import { PageHead } from './page-head.tsx'

type Props = {
  head: ReactNode
  /** Its parts, under the head. */
  tabs?: ReactNode
  /** What goes with the form; on a narrow window it comes after it. */
  aside?: ReactNode
  /** The save bar, and dialogs. */
  foot?: ReactNode
  children: ReactNode
}

/** A page that is a form: its head above, and the bar that saves at its foot. */
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

/** Panels under the head, and beside them what goes with them. */
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
  /** The list that it will stand in; giving up leads there, too. */
  list: { name: string; href: string }
  /** What happens: `Make the coupon`. */
  button: string
  form: { isBusy: boolean; problem: string | null }
  /** It cannot be made yet: what it would be is still being worked out. */
  isOff?: boolean
  onMake: () => unknown
}

/** A form for what is not there yet: its one button makes it. */
export function NewPage({ title, list, button, form, isOff = false, onMake, children, ...rest }: NewProps) {
  // Until the page of what was made is there: a second press would make another one.
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
  /** For those who do not see the panel around it. */
  name: string
  /** Nobody may change it. */
  isFixed?: boolean
  children: ReactNode
}

/** Fields that belong together, one below the other. */
export function FieldGroup({ name, isFixed = false, children }: GroupProps) {
  return (
    <fieldset className={styles.fields} disabled={isFixed}>
      <legend className="visually-hidden">{name}</legend>
      {children}
    </fieldset>
  )
}

/** Short fields beside each other, as many as there is room for; `isPairs`: two at the most. */
export function FieldRow({ isPairs = false, children }: { isPairs?: boolean; children: ReactNode }) {
  return <div className={joinClasses(styles.row, isPairs && styles.pairs)}>{children}</div>
}

type Day = { value: string; onChange: (day: string) => void; error: string | null }

/** From which day until which; the last one counts. */
export function DayFields({ from, until, isNew }: { from: Day; until: Day; isNew?: boolean | undefined }) {
  const any = { type: 'date', max: '2999-12-31' } as const
  return (
    <>
      <TextField label="From" hint={isNew ? 'Empty: at once' : undefined} {...any} {...from} />
      <TextField label="Until" hint="With this day. Empty: no end" {...any} {...until} />
    </>
  )
}
