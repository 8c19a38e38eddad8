import { useRouter } from '@tanstack/react-router'
import { ArrowLeft, ChevronRight, MessageSquare } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { usePageData } from '#console/data/use-page-data.ts'
import { useStaffLive } from '#console/data/use-staff-live.ts'
import { readCameFrom, tellPlace } from '#console/list/moves/came-from.rules.ts'
import { Hops } from '#console/list/moves/hops.tsx'
import { usePaletteCommands } from '#console/palette/palette-store.ts'
import type { ConsoleContext } from '#console/shell/console-context.ts'
import { useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { returnsLink, staffReturnLink } from '#console/shell/console-links.ts'
import { useKeys } from '#console/shell/use-keys.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { DueBar } from '#console/ui/due-bar.tsx'
import { Evidence } from '#console/ui/evidence.tsx'
import { History, nameActor } from '#console/ui/history.tsx'
import { Moment } from '#console/ui/moment.tsx'
import { Note } from '#console/ui/note.tsx'
import { PageHead } from '#console/ui/page-head.tsx'
import { Panel } from '#console/ui/panel.tsx'
import { Presence } from '#console/ui/presence.tsx'
import { Status } from '#console/ui/status.tsx'
import { showToast } from '#console/ui/toast-store.ts'
import { toQuery } from '#contract/calls/call.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import { type StaffInput, staffApiRoot } from '#contract/calls/staff-call.ts'
import {
  findReturnPlace,
  getReturn,
  listReturnPeople,
  type StaffReturn,
} from '#features/returns/returns.staff.contract.ts'
import { listRequests } from '#features/staff/requests.staff.contract.ts'
import { joinClasses } from '#ui/content/join-classes.ts'
import { DecidePanel } from '../decide/decide-panel.tsx'
import { asFirstWord, sendName } from '../decide/decision.rules.ts'
import { useJudging } from '../decide/use-judging.ts'
import { nameList, type ReturnsSearch, toInput } from '../list/returns-view.rules.ts'
import { returnLooks } from '../parts/return-looks.rules.ts'
import { ReceivePanel } from '../receive/receive-panel.tsx'
import { useReceiving } from '../receive/use-receiving.ts'
import { MoneyPanel } from '../refund/money-panel.tsx'
import { RefundPanel } from '../refund/refund-panel.tsx'
import { ReturnRequest } from '../refund/return-request.tsx'
import { Assignee } from './assignee.tsx'
import { toHistory } from './return-history.rules.ts'
import { ReturnItems } from './return-items.tsx'
import styles from './return-page.module.css'
import { Parcel, Promised, Shopper } from './return-parts.tsx'
import { ReturnThread } from './return-thread.tsx'

type Loading = { context: ConsoleContext; params: { number: string }; deps: { list?: string } }
type PlaceInput = StaffInput<typeof findReturnPlace>

export async function loadReturn({ context: { load, call }, params, deps }: Loading) {
  const no = params.number
  const { data: thing } = await load(getReturn, { no })
  // Whoever comes from no list, from a mail or another page, judges one after the other.
  const search: ReturnsSearch | null = readCameFrom(deps.list) ?? (thing.status === 'processing' ? {} : null)
  // A list that cannot be asked for is none: the return is there all the same.
  const place = search && (await call(findReturnPlace, { ...toInput(search), no } as PlaceInput).catch(() => null))
  const [{ data: requests }, { data: colleagues }] = await Promise.all([
    load(listRequests, { about: `returns/${thing.number}` }),
    load(listReturnPeople, {}),
  ])
  return {
    thing,
    people: colleagues.people,
    request: requests.data[0] ?? null,
    search,
    place: place?.data ?? null,
    list: deps.list,
  }
}
type Loaded = Awaited<ReturnType<typeof loadReturn>>

/** One return, from the pictures to the money. */
export function ReturnPage() {
  const loaded = usePageData<typeof loadReturn>(`${returnsLink}/$number`)
  return <Return key={loaded.thing.number} {...loaded} />
}

function Return({ thing, people, request, search, place, list }: Loaded) {
  const router = useRouter()
  const me = useMe()
  const others = useStaffLive([`returns/${thing.number}`], () => router.invalidate())
  const judging = useJudging(thing)
  const receiving = useReceiving(thing)
  const [rejecting, setRejecting] = useState<{ ids: string[]; isNow: boolean } | null>(null)
  const shopper = thing.customer.name.split(' ')[0] || 'the shopper'
  const next = place?.next
  const hrefOf = (number: string) => staffReturnLink(number, list)
  const goToNext = () => next && router.navigate({ href: hrefOf(next) })
  const listHref = returnsLink + toQuery({ ...search, ...(search && { at: thing.number }) })
  async function send() {
    if (!(await judging.send())) return
    showToast(`Sent to ${shopper}`, next ? { action: { label: 'Next return', run: goToNext } } : {})
  }
  async function receive() {
    if (await receiving.receive()) showToast('Received')
  }
  const rejectAll = () => setRejecting({ ids: judging.open.map(({ id }) => id), isNow: false })
  const canJudge = judging.open.length > 0
  const canReceive = receiving.open.length > 0
  const main = canJudge ? send : canReceive ? receive : null
  useKeys({
    ...(canJudge && { a: () => judging.chooseAll('approve'), y: () => judging.chooseAll('keep'), f: rejectAll }),
    ...(canReceive && {
      1: () => receiving.setNext('as_sold'),
      2: () => receiving.setNext('worn'),
      3: () => receiving.setNext('damaged'),
      4: () => receiving.setNext('missing'),
    }),
    ...(next && { n: goToNext }),
  })
  useCtrlEnter(main)
  usePaletteCommands([
    ...(canJudge
      ? [
          { name: 'Approve all items', hint: 'A', run: () => judging.chooseAll('approve') },
          { name: 'Let the shopper keep it', hint: 'Y', run: () => judging.chooseAll('keep') },
          { name: 'Reject', hint: 'F', run: rejectAll },
        ]
      : []),
  ])
  const mayPay = allowsScope(me.scopes, 'refunds:write')
  const canRefund = mayPay && thing.possible.includes('refund')
  const isBehind = judging.isBehind || receiving.isBehind
  return (
    <main className={joinClasses(styles.page, main && styles.hasBar)}>
      <PageHead
        title={thing.number}
        isNumber
        back={
          <ConsoleLink href={listHref} className={buttonClass({ tone: 'quiet' }, true)} aria-label="Returns">
            <ArrowLeft size={18} strokeWidth={1.75} aria-hidden className={styles.arrow} />
          </ConsoleLink>
        }
        crumb={
          <>
            <ConsoleLink href={listHref}>Returns</ConsoleLink>
            <ChevronRight size={14} strokeWidth={1.9} aria-hidden className={styles.arrow} />
            {search ? tellPlace(nameList(search), place) : <Moment at={thing.created_at} />}
          </>
        }
        beside={
          <>
            <Status look={returnLooks[thing.status]} isLarge />
            <Presence people={others} />
          </>
        }
      >
        {thing.reply_due_at && (
          <span className={styles.due}>
            <span>Reply due</span>
            <DueBar since={thing.created_at} due={thing.reply_due_at} />
          </span>
        )}
        <Hops place={place} hrefOf={hrefOf} />
        <span className={styles.assignee}>
          <Assignee thing={thing} people={people} />
        </span>
      </PageHead>
      <div className={styles.body}>
        <div className={styles.column}>
          {isBehind && <Faster thing={thing} />}
          {request && <ReturnRequest thing={thing} request={request} shopper={shopper} />}
          {thing.images.length > 0 ? (
            <section className={styles.evidence} aria-label="Pictures">
              <Evidence
                pictures={thing.images.map(({ path }, index) => ({
                  src: staffApiRoot + path,
                  name: `Picture ${index + 1} of ${shopper}`,
                }))}
                catalogue={thing.items.map(({ image, name }) => ({
                  src: image,
                  name: `${name}, as the shop shows it`,
                }))}
                caption={
                  <>
                    {asFirstWord(shopper)}, <Moment at={thing.created_at} />
                  </>
                }
              />
            </section>
          ) : (
            canJudge && <p className={styles.none}>No pictures were sent.</p>
          )}
          <Parcel thing={thing} />
          <ReturnItems {...{ thing, shopper, judging, receiving, rejecting, setRejecting }} />
          {canReceive && (
            <Note>
              Items that arrived as sold are refunded and go back into stock at once. Worn, damaged and missing items
              wait for somebody to judge them.
            </Note>
          )}
          <ReturnThread thing={thing} shopper={shopper} />
        </div>
        <div className={styles.aside}>
          <div className={styles.actions}>
            {canJudge && (
              <DecidePanel thing={thing} judging={judging} shopper={shopper} onSend={send} onReject={rejectAll} />
            )}
            {canReceive && <ReceivePanel thing={thing} receiving={receiving} onReceive={receive} />}
            {canRefund && <RefundPanel key={thing.events.length} thing={thing} shopper={shopper} />}
          </div>
          {thing.refunds.length > 0 && <MoneyPanel thing={thing} shopper={shopper} />}
          <Shopper thing={thing} />
          <Promised thing={thing} />
          <Panel title="History">
            <History entries={toHistory(thing)} />
          </Panel>
        </div>
      </div>
      {main && (
        <div className={styles.bar}>
          <Button
            size="large"
            icon={MessageSquare}
            aria-label={`Ask ${shopper} something, or note it`}
            onClick={() => document.querySelector<HTMLElement>('#return-comment textarea')?.focus()}
          />
          <Button
            size="large"
            tone="primary"
            isBlock
            disabled={canJudge ? Object.keys(judging.complete).length === 0 : !receiving.canReceive}
            isBusy={judging.busy === 'send' || receiving.busy === 'receive'}
            onClick={main}
          >
            {canJudge
              ? sendName(judging.decisions, judging.open.length)
              : `Receive ${receiving.looked.length} of ${receiving.open.length}`}
          </Button>
        </div>
      )}
    </main>
  )
}

/** Somebody was faster: who, what, when. */
function Faster({ thing }: { thing: StaffReturn }) {
  const [latest] = toHistory(thing)
  return (
    <Note tone="warning" isNews>
      {latest ? (
        <>
          {nameActor(latest.actor)} {latest.deed}, <Moment at={latest.at} />. This page now shows how it stands.
        </>
      ) : (
        'This return has moved on. The page now shows how it stands.'
      )}
    </Note>
  )
}

/** Sends what is decided, wherever the cursor is; dialogs and the comment have their own. */
function useCtrlEnter(run: (() => unknown) | null): void {
  const known = useRef(run)
  known.current = run
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
      if (document.querySelector('dialog[open]')) return
      known.current?.()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
