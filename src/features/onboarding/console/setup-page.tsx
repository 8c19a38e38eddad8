import { ExternalLink } from 'lucide-react'
import { usePageData } from '#console/data/use-page-data.ts'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { type ConsoleContext, useConsole } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { importsLink, newProductLink, startLink } from '#console/shell/console-links.ts'
import { buttonClass } from '#console/ui/buttons/button.tsx'
import { Note } from '#console/ui/content/note.tsx'
import { Status } from '#console/ui/content/status.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import type { StaffOutput } from '#contract/calls/staff-call.ts'
import { keysOf } from '#contract/values.ts'
import { Ripples } from '#ui/buttons/ripples.tsx'
import { joinClasses } from '#ui/content/join-classes.ts'
import { getSetup, type setupSteps } from '../setup.staff.contract.ts'
import styles from './setup-page.module.css'

export async function loadSetup({ context: { load } }: { context: ConsoleContext }) {
  return (await load(getSetup, {})).data
}

type StepName = (typeof setupSteps)[number]
type Step = StaffOutput<typeof getSetup>['steps'][number]

/** The name of each step, and the link to its page. */
const steps: Record<StepName, { name: string; href: string }> = {
  seller: { name: 'Name and legal details', href: settingsLinks.shop },
  tax: { name: 'Seller address', href: settingsLinks.shop },
  countries: { name: 'Countries you ship to', href: settingsLinks.shop },
  currency: { name: 'Language and currency', href: settingsLinks.money },
  shipping: { name: 'Shipping', href: settingsLinks.shipping },
  return_address: { name: 'Return address', href: settingsLinks.shop },
  products: { name: 'First products', href: newProductLink },
  payment: { name: 'Payment', href: settingsLinks.payment },
  mail: { name: 'Email', href: settingsLinks.letters },
  staff: { name: 'Another staff member', href: settingsLinks.staff },
}
const order = keysOf(steps)

/** The minutes that each step takes when all data is at hand. */
const minutes: Record<StepName, number> = {
  ...{ seller: 5, tax: 2, countries: 3, currency: 5, shipping: 5 },
  ...{ return_address: 2, products: 15, payment: 10, mail: 5, staff: 3 },
}
const countMinutes = (of: Step[]) => of.reduce((sum, { name }) => sum + minutes[name], 0)

/**
 * Renders the steps from an empty shop to an open shop. Each step shows the missing data, the reason for the step, and
 * a link to its page.
 */
export function SetupPage() {
  const setup = usePageData<typeof loadSetup>(startLink)
  const sorted = order.flatMap((name) => setup.steps.find((step) => step.name === name) ?? [])
  const next = sorted.find((step) => !step.is_done)
  return (
    <main>
      <header className={styles.head}>
        <Ripples className={styles.ripples} />
        <div className={styles.inner}>
          <div>
            <h1 className={styles.title}>Open your shop</h1>
            <p>
              {sorted.length} steps, about {countMinutes(sorted)} minutes. Everything is saved, so you can continue
              later.
            </p>
          </div>
          <Progress steps={sorted} />
        </div>
      </header>
      <div className={styles.body}>
        <ol className={styles.steps}>
          {sorted.map((step) => (
            <StepRow key={step.name} step={step} isNext={step === next} />
          ))}
        </ol>
        <div className={styles.aside}>
          <BeforeOpening setup={setup} />
          <Panel title="Move from another shop">
            <p>Import products, stock, customers and orders from files, including Shopify exports.</p>
            <ConsoleLink className={buttonClass({ isBlock: true })} href={importsLink}>
              Import a file
            </ConsoleLink>
          </Panel>
        </div>
      </div>
    </main>
  )
}

function Progress({ steps: all }: { steps: Step[] }) {
  const open = all.filter((step) => !step.is_done)
  const done = all.length - open.length
  const left = countMinutes(open)
  return (
    <p className={styles.progress}>
      <span className={styles.counted}>
        <span>
          {done} of {all.length} done
        </span>
        {left > 0 && <span className={styles.left}>about {left} min left</span>}
      </span>
      <progress max={all.length} value={done} aria-label="Steps done" />
    </p>
  )
}

function BeforeOpening({ setup }: { setup: StaffOutput<typeof getSetup> }) {
  const { shop } = useConsole()
  return (
    <Panel title="Before you open">
      {setup.takes_orders ? (
        <Note tone="success">Shoppers can order.</Note>
      ) : (
        <>
          <p>Shoppers can browse but cannot order yet:</p>
          <ul className={styles.because}>
            {setup.closed_because.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </>
      )}
      <a className={buttonClass({ isBlock: true })} href={shop.url} target="_blank" rel="noopener">
        <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
        View the shop
      </a>
    </Panel>
  )
}

function StepRow({ step, isNext }: { step: Step; isNext: boolean }) {
  const { name, href } = steps[step.name]
  const badge = step.is_done
    ? ({ name: 'Done', tone: 'success', gauge: 'tick' } as const)
    : ({ name: step.is_needed ? 'Required' : 'Open', tone: step.is_needed ? 'warning' : 'ink', gauge: 0 } as const)
  return (
    <li className={joinClasses(styles.step, step.is_done && styles.done)}>
      <span className={styles.state}>
        <Status badge={badge} isNameHidden />
      </span>
      <span className={styles.words}>
        <b>{name}</b>
        <span>{step.missing ?? step.now ?? step.why}</span>
        {step.missing && <small>{step.why}</small>}
      </span>
      <ConsoleLink
        className={buttonClass({ tone: isNext ? 'primary' : 'outline', size: 'small' })}
        href={href}
        aria-label={`${step.is_done ? 'Edit' : 'Start'}: ${name}`}
      >
        {step.is_done ? 'Edit' : 'Start'}
      </ConsoleLink>
    </li>
  )
}
