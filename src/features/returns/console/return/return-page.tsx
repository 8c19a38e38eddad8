import { MessageSquare } from 'lucide-react'
import { usePageData } from '#console/data/use-page-data.ts'
import { readCameFrom } from '#console/list/moves/came-from.rules.ts'
import type { ConsoleContext } from '#console/shell/console-context.ts'
import { useMe } from '#console/shell/console-context.ts'
import { returnsLink, staffReturnLink } from '#console/shell/console-links.ts'
import { Button } from '#console/ui/button.tsx'
import { Evidence } from '#console/ui/evidence.tsx'
import { History, nameActor } from '#console/ui/history.tsx'
import { Moment } from '#console/ui/moment.tsx'
import { Note } from '#console/ui/note.tsx'
import { Panel } from '#console/ui/panel.tsx'
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
import { asFirstWord } from '../decide/decision.rules.ts'
import { type ReturnsSearch, toInput } from '../list/returns-view.rules.ts'
import { ReceivePanel } from '../receive/receive-panel.tsx'
import { MoneyPanel } from '../refund/money-panel.tsx'
import { RefundPanel } from '../refund/refund-panel.tsx'
import { ReturnRequest } from '../refund/return-request.tsx'
import { ReturnHead } from './return-head.tsx'
import { toHistory } from './return-history.rules.ts'
import { ReturnItems } from './return-items.tsx'
import styles from './return-page.module.css'
import { Parcel, Promised, Shopper } from './return-parts.tsx'
import { ReturnThread } from './return-thread.tsx'
import { type MainMove, type ReturnWork, useReturnWork } from './use-return-work.ts'

type Loading = { context: ConsoleContext; params: { number: string }; deps: { list?: string } }
type PlaceInput = StaffInput<typeof findReturnPlace>

export async function loadReturn({ context: { load, call }, params, deps }: Loading) {
  const no = params.number
  const { data: thing } = await load(getReturn, { no })
  // Without a list, for example from a mail, the page continues with the other returns that wait for an answer.
  const search: ReturnsSearch | null = readCameFrom(deps.list) ?? (thing.status === 'processing' ? {} : null)
  // The page of the return does not need its position in the list, so a failed call is ignored.
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

export function ReturnPage() {
  const loaded = usePageData<typeof loadReturn>(`${returnsLink}/$number`)
  return <Return key={loaded.thing.number} {...loaded} />
}

function Return({ thing, people, request, search, place, list }: Loaded) {
  const shopper = thing.customer.name.split(' ')[0] || 'the shopper'
  const hrefOf = (number: string) => staffReturnLink(number, list)
  const work = useReturnWork(thing, shopper, place?.next ? hrefOf(place.next) : null)
  const { judging, receiving, rejecting, setRejecting, main } = work
  const isBehind = judging.isBehind || receiving.isBehind
  return (
    <main className={joinClasses(styles.page, main && styles.hasBar)}>
      <ReturnHead {...{ thing, people, place, search, hrefOf }} />
      <div className={styles.body}>
        <div className={styles.column}>
          {isBehind && <Faster thing={thing} />}
          {request && <ReturnRequest thing={thing} request={request} shopper={shopper} />}
          <Pictures thing={thing} shopper={shopper} isToJudge={work.canJudge} />
          <Parcel thing={thing} />
          <ReturnItems {...{ thing, shopper, judging, receiving, rejecting, setRejecting }} />
          {work.canReceive && (
            <Note>
              Items that arrived as sold are refunded and go back into stock at once. Worn, damaged and missing items
              wait for a decision.
            </Note>
          )}
          <ReturnThread thing={thing} shopper={shopper} />
        </div>
        <ReturnAside thing={thing} shopper={shopper} work={work} />
      </div>
      {main && <MainBar main={main} shopper={shopper} isBusy={[judging.busy, receiving.busy].some(isMainBusy)} />}
    </main>
  )
}

const isMainBusy = (busy: string | null) => busy === 'send' || busy === 'receive'

type PicturesProps = { thing: StaffReturn; shopper: string; isToJudge: boolean }

function Pictures({ thing, shopper, isToJudge }: PicturesProps) {
  if (thing.images.length === 0) return isToJudge && <p className={styles.none}>No pictures were sent.</p>
  return (
    <section className={styles.evidence} aria-label="Pictures">
      <Evidence
        pictures={thing.images.map(({ path }, index) => ({
          src: staffApiRoot + path,
          name: `Picture ${index + 1} of ${shopper}`,
        }))}
        catalogue={thing.items.map(({ image, name }) => ({ src: image, name: `${name}, as the shop shows it` }))}
        caption={
          <>
            {asFirstWord(shopper)}, <Moment at={thing.created_at} />
          </>
        }
      />
    </section>
  )
}

function ReturnAside({ thing, shopper, work }: { thing: StaffReturn; shopper: string; work: ReturnWork }) {
  const me = useMe()
  const canRefund = allowsScope(me.scopes, 'refunds:write') && thing.possible.includes('refund')
  return (
    <div className={styles.aside}>
      <div className={styles.actions}>
        {work.canJudge && (
          <DecidePanel
            thing={thing}
            judging={work.judging}
            shopper={shopper}
            onSend={work.send}
            onReject={work.rejectAll}
          />
        )}
        {work.canReceive && <ReceivePanel thing={thing} receiving={work.receiving} onReceive={work.receive} />}
        {canRefund && <RefundPanel key={thing.events.length} thing={thing} shopper={shopper} />}
      </div>
      {thing.refunds.length > 0 && <MoneyPanel thing={thing} shopper={shopper} />}
      <Shopper thing={thing} />
      <Promised thing={thing} />
      <Panel title="History">
        <History entries={toHistory(thing)} />
      </Panel>
    </div>
  )
}

/** Shows the main button at the bottom of a phone, beside a link to the comment. */
function MainBar({ main, shopper, isBusy }: { main: MainMove; shopper: string; isBusy: boolean }) {
  return (
    <div className={styles.bar}>
      <Button
        size="large"
        icon={MessageSquare}
        aria-label={`Ask ${shopper} something, or note it`}
        onClick={() => document.querySelector<HTMLElement>('#return-comment textarea')?.focus()}
      />
      <Button size="large" tone="primary" isBlock disabled={!main.isPossible} isBusy={isBusy} onClick={main.run}>
        {main.name}
      </Button>
    </div>
  )
}

/** Shows that a colleague changed the return in the meantime, with name, action and time. */
function Faster({ thing }: { thing: StaffReturn }) {
  const [latest] = toHistory(thing)
  return (
    <Note tone="warning" isNews>
      {latest ? (
        <>
          {nameActor(latest.actor)} {latest.deed}, <Moment at={latest.at} />. The page now shows the current status.
        </>
      ) : (
        'This return was changed in the meantime. The page now shows the current status.'
      )}
    </Note>
  )
}
