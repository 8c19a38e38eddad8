import { useRouter } from '@tanstack/react-router'
import { Copy, Gift, OctagonX } from 'lucide-react'
import { useState } from 'react'
import { type ConsoleContext, useConsole, useMe } from '#console/console-context.ts'
import { ConsoleLink } from '#console/console-link.tsx'
import { couponsLink, newCouponLink } from '#console/console-links.ts'
import { EditDialog } from '#console/edit-dialog.tsx'
import { showCount } from '#console/list/view-tabs.tsx'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { ConflictNote } from '#console/ui/conflict-note.tsx'
import { Dialog } from '#console/ui/dialog.tsx'
import { TextField } from '#console/ui/field.tsx'
import { Money } from '#console/ui/money.tsx'
import { Refusal } from '#console/ui/note.tsx'
import { PageHead } from '#console/ui/page-head.tsx'
import { Panel } from '#console/ui/panel.tsx'
import { SaveBar } from '#console/ui/save-bar.tsx'
import { Status } from '#console/ui/status.tsx'
import { showToast } from '#console/ui/toast-store.ts'
import { useCommand } from '#console/use-command.ts'
import { useForm } from '#console/use-form.ts'
import { usePageData } from '#console/use-page-data.ts'
import { useStaffLive } from '#console/use-staff-live.ts'
import { toQuery } from '#contract/call.ts'
import { allowsScope } from '#contract/scopes.ts'
import {
  editCoupon,
  endCoupon,
  getStaffCoupon,
  giveStaffCoupon,
  listClaims,
} from '#features/coupons/coupons.staff.contract.ts'
import { CouponClaims, claimsShown } from './coupon-claims.tsx'
import { CouponFields } from './coupon-fields.tsx'
import { type CouponValues, toCouponValues, toSentCoupon } from './coupon-form.rules.ts'
import { couponLooks } from './coupon-looks.ts'
import styles from './coupon-page.module.css'
import { CouponTicket } from './coupon-ticket.tsx'
import { loadCouponUse, usedDays } from './coupon-use.ts'
import { loadChoices } from './load-choices.ts'

type Asked = { context: ConsoleContext; params: { code: string } }

export async function loadStaffCoupon({ context, params: { code: id } }: Asked) {
  const { load } = context
  const [{ data: coupon, etag }, { data: claims }, choices, use] = await Promise.all([
    load(getStaffCoupon, { id }),
    load(listClaims, { id, limit: claimsShown }),
    loadChoices(context),
    loadCouponUse(context),
  ])
  const used = use && (use.find((one) => one.code === coupon.code) ?? { orders: 0, discount: [] })
  return { coupon, etag: etag ?? '', claims, choices, used }
}

const names: Record<keyof CouponValues, string> = {
  code: 'Code',
  kind: 'Kind',
  currency: 'Currency',
  amount: 'Takes off',
  percent: 'Takes off',
  maximum: 'At most',
  minimum: 'From an order of',
  categories: 'Categories',
  products: 'Single products',
  condition_text: 'Condition in words',
  object: 'Words on the ticket',
  link: 'USE leads to',
  link_name: 'Name of that page',
  starts_at: 'From',
  ends_at: 'Until',
  valid_days: 'Days after the claim',
  stock: 'How many',
}

export function CouponPage() {
  const loaded = usePageData<typeof loadStaffCoupon>(`${couponsLink}/$code`)
  // Another coupon is another form.
  return <CouponForm key={loaded.coupon.id} {...loaded} />
}

type Loaded = Awaited<ReturnType<typeof loadStaffCoupon>>
type Opened = 'give' | 'end' | null

function CouponForm({ coupon, etag, claims, choices, used }: Loaded) {
  const { code, claimed, stock, status, possible } = coupon
  const { call, shop } = useConsole()
  const mayWrite = allowsScope(new Set(useMe().scopes), 'marketing:write')
  const form = useForm({ initial: toCouponValues(coupon, shop.time_zone), about: `coupons/${coupon.id}` })
  const router = useRouter()
  useStaffLive(['marketing'], () => router.invalidate())
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  async function save() {
    const isSaved = await form.save((changed) =>
      call(editCoupon, { ...toSentCoupon(changed, form.values, shop.time_zone), id: code }, { ifMatch: etag }),
    )
    if (isSaved) showToast(`${code} is saved`)
  }
  return (
    <main className={styles.page}>
      <PageHead
        title={code}
        isNumber
        crumb={<ConsoleLink href={couponsLink}>Coupons</ConsoleLink>}
        beside={<Status look={couponLooks[status]} />}
      >
        {mayWrite && (
          <>
            {possible.includes('give') && (
              <Button icon={Gift} onClick={() => setOpened('give')}>
                Give one
              </Button>
            )}
            <ConsoleLink href={newCouponLink + toQuery({ like: code })} className={buttonClass()}>
              <Copy size={16} strokeWidth={1.75} aria-hidden />
              Copy
            </ConsoleLink>
            {possible.includes('end') && (
              <Button icon={OctagonX} onClick={() => setOpened('end')}>
                End it
              </Button>
            )}
          </>
        )}
      </PageHead>
      <div className={styles.body}>
        <div className={styles.main}>
          <ConflictNote conflict={form.conflict} />
          <Refusal problem={form.problem} />
          <CouponFields form={form} isFixed={!mayWrite} isPromised={claimed > 0} {...choices} />
          <CouponClaims code={code} first={claims} />
        </div>
        <div className={styles.aside}>
          <CouponTicket values={form.values} />
          <Panel title="So far">
            <dl className={styles.numbers}>
              <div>
                <dt>Claimed</dt>
                <dd>{showCount(claimed)}</dd>
              </div>
              <div>
                <dt>Left</dt>
                <dd>{stock === null ? 'No limit' : showCount(Math.max(0, stock - claimed))}</dd>
              </div>
              {used && (
                <>
                  <div>
                    <dt>Orders in {usedDays} days</dt>
                    <dd>{showCount(used.orders)}</dd>
                  </div>
                  <div>
                    <dt>Given away in them</dt>
                    <dd>
                      {used.discount.length === 0 && '–'}
                      {used.discount.map((one) => (
                        <Money key={one.currency} of={one} />
                      ))}
                    </dd>
                  </div>
                </>
              )}
            </dl>
          </Panel>
        </div>
      </div>
      <SaveBar
        changes={[...new Set(form.changed.map((name) => names[name]))]}
        isBusy={form.isBusy}
        onSave={save}
        onDiscard={form.discard}
      />
      {opened === 'give' && <GiveDialog code={code} onClose={close} />}
      {opened === 'end' && <EndDialog code={code} onClose={close} />}
    </main>
  )
}

type DialogProps = { code: string; onClose: () => void }

/** The shopper finds it in the account; without an account it waits at the address for one. */
function GiveDialog({ code, onClose }: DialogProps) {
  const { call } = useConsole()
  return (
    <EditDialog
      title={`Give ${code} to somebody`}
      button="Give it"
      isNew
      initial={{ email: '' }}
      done={`${code} is given`}
      onClose={onClose}
      send={(_, { email }) => call(giveStaffCoupon, { id: code, email })}
    >
      {(form) => (
        <TextField
          label="Email"
          type="email"
          dir="ltr"
          hint="It is in their account at once; without an account it waits for one."
          {...form.field('email')}
        />
      )}
    </EditDialog>
  )
}

function EndDialog({ code, onClose }: DialogProps) {
  const { call } = useConsole()
  const { run, busy, problem } = useCommand()
  const end = async () => {
    if (!(await run('end', () => call(endCoupon, { id: code })))) return
    showToast(`${code} has ended`)
    onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`End ${code}?`}
      onSubmit={end}
      says="This cannot be undone."
      footer={(close) => (
        <>
          <Button size="large" onClick={close}>
            Keep it
          </Button>
          <Button size="large" tone="danger" type="submit" isBusy={busy !== null}>
            End the coupon
          </Button>
        </>
      )}
    >
      <p>Nobody can claim it any more. Whoever holds it can still use it.</p>
      <Refusal problem={problem} />
    </Dialog>
  )
}
