import { ExternalLink, Lock, Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { usePageData } from '#console/data/use-page-data.ts'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { importsLink, newOrderLink, newProductLink, startLink } from '#console/shell/console-links.ts'
import { Button, buttonClass } from '#console/ui/buttons/button.tsx'
import { Note } from '#console/ui/content/note.tsx'
import { Status, type StatusBadge } from '#console/ui/content/status.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { StaffOutput } from '#contract/calls/staff-call.ts'
import { getSettings } from '#features/settings/settings.staff.contract.ts'
import { Ripples } from '#ui/buttons/ripples.tsx'
import { joinClasses } from '#ui/content/join-classes.ts'
import { getSetup } from '../setup.staff.contract.ts'
import styles from './setup-page.module.css'
import { countMinutes, listedSteps, type SetupStep, type StepName } from './setup-steps.rules.ts'
import { TaxStep } from './tax-step.tsx'

export async function loadSetup({ context: { load } }: { context: ConsoleContext }) {
  const [{ data: setup }, { data: settings }] = await Promise.all([load(getSetup, {}), load(getSettings, {})])
  return { setup, isCurrencyFixed: settings.shop.is_currency_fixed }
}

type Setup = StaffOutput<typeof getSetup>

/** The name of each step, and the link to its page. */
const steps: Record<StepName, { name: string; href: string }> = {
  seller: { name: 'Store name and seller', href: settingsLinks.shop },
  currency: { name: 'Store currency', href: settingsLinks.money },
  countries: { name: 'Countries you sell to', href: settingsLinks.markets },
  tax: { name: 'Tax registration', href: startLink },
  shipping: { name: 'Shipping', href: settingsLinks.shipping },
  return_address: { name: 'Return address', href: settingsLinks.shop },
  payment: { name: 'Payments', href: settingsLinks.payment },
  legal: { name: 'Legal pages', href: settingsLinks.pages },
  products: { name: 'First products', href: newProductLink },
  mail: { name: 'Email delivery', href: settingsLinks.letters },
  staff: { name: 'Another staff member', href: settingsLinks.staff },
  test_order: { name: 'Test order, paid and refunded', href: newOrderLink },
}

/** Groups of steps beside the list, by their importance. */
const groups: readonly { name: string; has: (step: SetupStep) => boolean }[] = [
  { name: 'Required to take orders', has: (step) => step.needed_for === 'orders' },
  { name: 'Required by law in most countries', has: (step) => step.needed_for === 'law' },
  {
    name: 'Recommended',
    has: ({ name }) => ['products', 'mail', 'staff', 'test_order'].includes(name),
  },
]

/**
 * Renders the steps from an empty shop to an open shop, in any order. The tax step opens in the list, and the other
 * steps link to their pages.
 */
export function SetupPage() {
  const { setup, isCurrencyFixed } = usePageData<typeof loadSetup>(startLink)
  const listed = listedSteps.flatMap((name) => setup.steps.find((step) => step.name === name) ?? [])
  const next = listed.find((step) => !step.is_done)?.name
  const [isTaxOpen, setTaxOpen] = useState(next === 'tax')
  const { shop } = useConsole()
  const mayWrite = allowsScope(useMe().scopes, 'settings:write')
  return (
    <main>
      <header className={styles.head}>
        <Ripples className={styles.ripples} />
        <div className={styles.inner}>
          <div>
            <h1 className={styles.title}>Set up your store</h1>
            <p>
              <bdi>{shop.name}</bdi>. Complete the steps in any order. Everything is saved.
            </p>
          </div>
          <Progress steps={listed} />
        </div>
      </header>
      <div className={styles.body}>
        <ol className={styles.steps}>
          {listed.map((step) => {
            const isTax = step.name === 'tax'
            const isNext = step.name === next
            return (
              <StepRow
                key={step.name}
                step={step}
                isOpen={isTax && isTaxOpen}
                isLocked={step.name === 'currency' && isCurrencyFixed}
                action={
                  isTax && mayWrite ? (
                    <Button
                      tone={isNext && !isTaxOpen ? 'primary' : 'outline'}
                      size="small"
                      aria-expanded={isTaxOpen}
                      aria-label={`${getVerb(step)}: ${steps.tax.name}`}
                      onClick={() => setTaxOpen(!isTaxOpen)}
                    >
                      {getVerb(step)}
                    </Button>
                  ) : (
                    <StepLink step={step} isNext={isNext} />
                  )
                }
              >
                {isTax && isTaxOpen && mayWrite && (
                  <TaxStep tax={setup.tax} onSaved={() => setTaxOpen(false)} onLater={() => setTaxOpen(false)} />
                )}
              </StepRow>
            )
          })}
        </ol>
        <div className={styles.aside}>
          <BeforeOpening setup={setup} />
          <Panel title="Start faster">
            <div className={styles.faster}>
              <ConsoleLink className={buttonClass({ isBlock: true })} href={importsLink}>
                <Upload size={16} strokeWidth={1.75} aria-hidden />
                Import from Shopify
              </ConsoleLink>
              <span className={styles.hint}>
                Products, stock, customers and orders as CSV files, also from other shops. An import can be undone for
                24 hours.
              </span>
            </div>
          </Panel>
        </div>
      </div>
    </main>
  )
}

function Progress({ steps: all }: { steps: SetupStep[] }) {
  const done = all.filter((step) => step.is_done).length
  const left = countMinutes(all)
  return (
    <p className={styles.progress}>
      <span className={styles.counted}>
        <span>
          {done} of {all.length} complete
        </span>
        {left > 0 && <span className={styles.left}>About {left} min left</span>}
      </span>
      <progress max={all.length} value={done} aria-label="Steps complete" />
    </p>
  )
}

function BeforeOpening({ setup }: { setup: Setup }) {
  const { shop } = useConsole()
  // Test payments leave the step of payments open, but the store can open with them.
  const open = setup.closed_because.length
  return (
    <Panel title="Before you open">
      <div className={styles.checks}>
        {groups.map(({ name, has }) => (
          <div key={name} className={styles.checks}>
            <h3 className={styles.caption}>{name}</h3>
            <ul className={styles.checks}>
              {setup.steps.filter(has).map((step) => (
                <li key={step.name} className={styles.check}>
                  <Status badge={toBadge(step)} isNameHidden />
                  <ConsoleLink href={steps[step.name].href}>{steps[step.name].name}</ConsoleLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <div className={styles.open}>
        {setup.takes_orders ? (
          <>
            <Note tone="success">The store is open. Shoppers can order.</Note>
            <a className={buttonClass({ isBlock: true })} href={shop.url} target="_blank" rel="noopener">
              <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
              View store
            </a>
          </>
        ) : (
          <>
            <Button isBlock disabled>
              Open store
            </Button>
            <p className={styles.hint}>
              {open === 1 ? '1 required step left.' : `${open} required steps left.`} The store opens when they are
              complete. Until then, shoppers can browse, and checkout says that the store takes no orders.
            </p>
            <ul className={styles.because}>
              {setup.closed_because.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Panel>
  )
}

const toBadge = ({ is_done, is_started }: SetupStep): StatusBadge =>
  is_done
    ? { name: 'Complete', tone: 'success', gauge: 'tick' }
    : is_started
      ? { name: 'Started', tone: 'warning', gauge: 0.5 }
      : { name: 'Not started', tone: 'ink', gauge: 0 }

const getVerb = ({ name, is_done, is_started }: SetupStep) =>
  is_done ? 'Edit' : is_started ? 'Continue' : name === 'products' ? 'Add' : 'Set up'

function StepLink({ step, isNext }: { step: SetupStep; isNext: boolean }) {
  const { name, href } = steps[step.name]
  return (
    <ConsoleLink
      className={buttonClass({ tone: isNext ? 'primary' : 'outline', size: 'small' })}
      href={href}
      aria-label={`${getVerb(step)}: ${name}`}
    >
      {getVerb(step)}
    </ConsoleLink>
  )
}

type RowProps = { step: SetupStep; isOpen: boolean; isLocked: boolean; action: ReactNode; children: ReactNode }

function StepRow({ step, isOpen, isLocked, action, children }: RowProps) {
  const { missing, now, why } = step
  return (
    <li className={joinClasses(styles.step, step.is_done && styles.done)}>
      <span className={styles.state}>
        <Status badge={toBadge(step)} isNameHidden />
      </span>
      <span className={styles.words}>
        <b>{steps[step.name].name}</b>
        <span>
          {isOpen ? why : (missing ?? now ?? why)}
          {isLocked && (
            <span className={styles.lock}>
              <Lock size={14} strokeWidth={1.9} aria-hidden /> Stays, because there are orders or store credit
            </span>
          )}
        </span>
        {missing && !isOpen && <small>{why}</small>}
      </span>
      {action}
      {children}
    </li>
  )
}
