import { useRouter } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { returnStatus } from '#features/orders/return-statuses.rules.ts'
import type { Return } from '#features/returns/returns.contract.ts'
import { canCancelReturn, findSent, isWaitingForParcel } from '#features/returns/returns.rules.ts'
import { Button } from '#ui/buttons/button.tsx'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import { Literal } from '#ui/content/literal.tsx'
import { Notice } from '#ui/content/notice.tsx'
import { StatusHead } from '#ui/content/status.tsx'
import { FormProblem } from '#ui/fields/form-problem.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { Page, PageStrip } from '#ui/layout/page.tsx'
import { Stepper } from '#ui/layout/stepper.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { useLive } from '#web/data/use-live.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { focusHeading } from '#web/navigation/use-page-focus.ts'
import { useWakeUp } from '#web/navigation/use-wake-up.ts'
import { useReturnCalls } from '../return-calls.ts'
import { ParcelInfo } from './parcel-info.tsx'
import styles from './return-detail.module.css'
import { ReturnedItems, ReturnInfo } from './return-info.tsx'
import { findSteps, formatServiceNote, getReturnBadge } from './return-status.ts'

/** Return with the time at which its response arrived, measured by the clock of the countdown. */
type MeasuredReturn = { returnRequest: Return; measuredAt: number | null }

/**
 * Measures the time by the browser's monotonic clock. The server has a different clock, so a return that was loaded on
 * the server has no time.
 */
export function measureReturn(returnRequest: Return): MeasuredReturn {
  return { returnRequest, measuredAt: typeof window === 'undefined' ? null : performance.now() }
}

/** Shows a return with all actions of its owner. */

export function ReturnDetail({ goBack, ...loaded }: MeasuredReturn & { goBack: () => void }) {
  const t = useT()
  const { returnRequest, measuredAt, show, refresh } = useReturn(loaded)
  const badge = getReturnBadge(returnRequest.status)
  const note = formatServiceNote(returnRequest)
  return (
    <Page header={<AppBar title={t('Return Details')} onBack={goBack} />}>
      <div aria-live="polite">
        <StatusHead
          tone={badge.tone}
          icon={badge.icon}
          word={t(badge.word)}
          line={
            <>
              <span>{t('Return No.')}</span> <Literal>{returnRequest.return_no}</Literal>{' '}
              <span className={styles.copy}>
                <CopyButton text={returnRequest.return_no} subject={t('Return No.')} />
              </span>
            </>
          }
        >
          <Steps returnRequest={returnRequest} />
          {note && (
            <div className={styles.note}>
              <Notice>
                {/* The text may be written by staff in a language with another direction. */}
                <bdi>{t(note)}</bdi>
              </Notice>
            </div>
          )}
        </StatusHead>
      </div>
      <ParcelInfo returnRequest={returnRequest} measuredAt={measuredAt} onChange={show} onReload={refresh} />
      <ReturnInfo returnRequest={returnRequest} />
      <ReturnedItems returnRequest={returnRequest} />
      {canCancelReturn({ status: returnRequest.status, ...findSent(returnRequest.products) }) && (
        <CancelReturn returnRequest={returnRequest} onChange={show} onReload={refresh} />
      )}
    </Page>
  )
}

function Steps({ returnRequest }: { returnRequest: Return }) {
  const t = useT()
  const { steps, current, tone } = findSteps(returnRequest)
  return (
    <Stepper label={t('Progress of the return')} steps={steps.map((step) => t(step))} current={current} tone={tone} />
  )
}

/**
 * Manages the last known state of the return. The return is loaded again after a live event, after the device was
 * asleep, and when parts of the page request it. A failed request changes nothing, not even typed text.
 */
function useReturn(loaded: MeasuredReturn) {
  const { call, session } = useRouter().options.context
  const returnCalls = useReturnCalls()
  const [measured, setMeasured] = useState(() => ({
    returnRequest: loaded.returnRequest,
    measuredAt: loaded.measuredAt ?? readArrival(),
  }))
  const { returnRequest } = measured
  const show = useCallback((next: Return) => setMeasured({ returnRequest: next, measuredAt: performance.now() }), [])
  const refresh = useCallback(async () => {
    const input = { returnId: loaded.returnRequest.id, ...returnCalls.getEmailParameter(session) }
    const next = await call(returnCalls.getReturn, input).catch(() => null)
    if (next) show(next)
  }, [call, session, returnCalls, loaded.returnRequest.id, show])
  useLive(`return:${returnRequest.id}`, {
    onReady: ({ status }) => {
      if (status !== returnRequest.status) refresh()
    },
    onChanged: () => refresh(),
  })
  useWakeUp(refresh)
  return { ...measured, show, refresh }
}

/** Returns the time at which the page with its data arrived from the server. */
function readArrival(): number {
  if (typeof window === 'undefined') return 0
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation instanceof PerformanceNavigationTiming ? navigation.responseStart : performance.now()
}

type CancelProps = { returnRequest: Return; onChange: (returnRequest: Return) => void; onReload: () => Promise<void> }

function CancelReturn({ returnRequest, onChange, onReload }: CancelProps) {
  const t = useT()
  const { session } = useRouter().options.context
  const returnCalls = useReturnCalls()
  const [isAsking, setAsking] = useState(false)
  const { submit, ...sent } = useSubmit(returnCalls.cancelReturn)

  async function cancel() {
    // An item that is on its way can no longer be canceled, but the other items can.
    const open = returnRequest.products.filter(
      (item) => item.status === returnStatus.processing || isWaitingForParcel(item),
    )
    const done = await submit({
      returnId: returnRequest.id,
      id: returnRequest.id,
      after_sale_product_ids: open.map(({ id }) => id),
      ...returnCalls.getEmailParameter(session),
    })
    setAsking(false)
    // The return may have changed in the meantime, so the page loads the return again.
    if (!done) return onReload()
    onChange(done.answer)
    requestAnimationFrame(focusHeading)
  }

  return (
    <PageStrip>
      <FormProblem refusal={sent.refusal} hasFailed={sent.hasFailed} />
      <Button tone="secondary" block onClick={() => setAsking(true)}>
        {t('CANCEL RETURN')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        question={t('Do you really want to cancel the order?')}
        busy={sent.isBusy}
        onNo={() => setAsking(false)}
        onYes={cancel}
      />
    </PageStrip>
  )
}
