import { MessageSquare } from 'lucide-react'
import { usePageData } from '#console/data/use-page-data.ts'
import { parseOriginList } from '#console/list/moves/origin-list.rules.ts'
import type { ConsoleContext } from '#console/shell/console-context.ts'
import { useMe } from '#console/shell/console-context.ts'
import { returnsLink, staffReturnLink } from '#console/shell/console-links.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { formatActor, History } from '#console/ui/content/history.tsx'
import { Note } from '#console/ui/content/note.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { Evidence } from '#console/ui/overlays/evidence.tsx'
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
import { capitalizeName } from '../decide/decision.rules.ts'
import { type ReturnsSearch, toInput } from '../list/returns-view.rules.ts'
import { ReceivePanel } from '../receive/receive-panel.tsx'
import { MoneyPanel } from '../refund/money-panel.tsx'
import { RefundPanel } from '../refund/refund-panel.tsx'
import { ReturnRequest } from '../refund/return-request.tsx'
import { ReturnHead } from './return-head.tsx'
import { toHistory } from './return-history.rules.ts'
import { ReturnItems } from './return-items.tsx'
import styles from './return-page.module.css'
import { Parcel, ReturnTerms, Shopper } from './return-parts.tsx'
import { ReturnThread } from './return-thread.tsx'
import { type MainButton, type ReturnProcessing, useReturnProcessing } from './use-return-processing.ts'

type Loading = { context: ConsoleContext; params: { number: string }; deps: { list?: string } }
type PlaceInput = StaffInput<typeof findReturnPlace>

export async function loadReturn({ context: { load, call }, params, deps }: Loading) {
  const no = params.number
  const { data: returnRequest } = await load(getReturn, { no })
  // If the return was not opened from a list, for example from a mail, the page continues with the other returns that
  // wait for a decision.
  const search: ReturnsSearch | null = parseOriginList(deps.list) ?? (returnRequest.status === 'processing' ? {} : null)
  // The return page works without the position in the list, so a failed call is ignored.
  const place = search && (await call(findReturnPlace, { ...toInput(search), no } as PlaceInput).catch(() => null))
  const [{ data: requests }, { data: colleagues }] = await Promise.all([
    load(listRequests, { about: `returns/${returnRequest.number}` }),
    load(listReturnPeople, {}),
  ])
  return {
    returnRequest,
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
  return <Return key={loaded.returnRequest.number} {...loaded} />
}

function Return({ returnRequest, people, request, search, place, list }: Loaded) {
  const shopper = returnRequest.customer.name.split(' ')[0] || 'the shopper'
  const hrefOf = (number: string) => staffReturnLink(number, list)
  const work = useReturnProcessing(returnRequest, shopper, place?.next ? hrefOf(place.next) : null)
  const { judging, receiving, rejecting, setRejecting, main } = work
  const isOutdated = judging.isOutdated || receiving.isOutdated
  return (
    <main className={joinClasses(styles.page, main && styles.hasBar)}>
      <ReturnHead {...{ returnRequest, people, place, search, hrefOf }} />
      <div className={styles.body}>
        <div className={styles.column}>
          {isOutdated && <ChangedByColleague returnRequest={returnRequest} />}
          {request && <ReturnRequest returnRequest={returnRequest} request={request} shopper={shopper} />}
          <Pictures returnRequest={returnRequest} shopper={shopper} isToJudge={work.canJudge} />
          <Parcel returnRequest={returnRequest} />
          <ReturnItems {...{ returnRequest, shopper, judging, receiving, rejecting, setRejecting }} />
          {work.canReceive && (
            <Note>
              Items that arrived as sold are refunded and go back into stock at once. Worn, damaged and missing items
              wait for a decision.
            </Note>
          )}
          <ReturnThread returnRequest={returnRequest} shopper={shopper} />
        </div>
        <ReturnAside returnRequest={returnRequest} shopper={shopper} work={work} />
      </div>
      {main && <MainBar main={main} shopper={shopper} isBusy={[judging.busy, receiving.busy].some(isMainBusy)} />}
    </main>
  )
}

const isMainBusy = (busy: string | null) => busy === 'send' || busy === 'receive'

type PicturesProps = { returnRequest: StaffReturn; shopper: string; isToJudge: boolean }

function Pictures({ returnRequest, shopper, isToJudge }: PicturesProps) {
  if (returnRequest.images.length === 0) return isToJudge && <p className={styles.none}>No pictures were sent.</p>
  return (
    <section className={styles.evidence} aria-label="Pictures">
      <Evidence
        pictures={returnRequest.images.map(({ path }, index) => ({
          src: staffApiRoot + path,
          name: `Picture ${index + 1} of ${shopper}`,
        }))}
        catalogue={returnRequest.items.map(({ image, name }) => ({
          src: image,
          name: `${name}, product picture`,
        }))}
        caption={
          <>
            {capitalizeName(shopper)}, <Moment at={returnRequest.created_at} />
          </>
        }
      />
    </section>
  )
}

function ReturnAside({
  returnRequest,
  shopper,
  work,
}: {
  returnRequest: StaffReturn
  shopper: string
  work: ReturnProcessing
}) {
  const me = useMe()
  const canRefund = allowsScope(me.scopes, 'refunds:write') && returnRequest.possible.includes('refund')
  return (
    <div className={styles.aside}>
      <div className={styles.actions}>
        {work.canJudge && (
          <DecidePanel
            returnRequest={returnRequest}
            judging={work.judging}
            shopper={shopper}
            onSend={work.send}
            onReject={work.rejectAll}
          />
        )}
        {work.canReceive && (
          <ReceivePanel returnRequest={returnRequest} receiving={work.receiving} onReceive={work.receive} />
        )}
        {canRefund && <RefundPanel key={returnRequest.events.length} returnRequest={returnRequest} shopper={shopper} />}
      </div>
      {returnRequest.refunds.length > 0 && <MoneyPanel returnRequest={returnRequest} shopper={shopper} />}
      <Shopper returnRequest={returnRequest} />
      <ReturnTerms returnRequest={returnRequest} />
      <Panel title="History">
        <History entries={toHistory(returnRequest)} />
      </Panel>
    </div>
  )
}

/** Shows the main button at the bottom of a phone screen, beside a link to the comment. */
function MainBar({ main, shopper, isBusy }: { main: MainButton; shopper: string; isBusy: boolean }) {
  return (
    <div className={styles.bar}>
      <Button
        size="large"
        icon={MessageSquare}
        aria-label={`Write to ${shopper}, or add a note`}
        onClick={() => document.querySelector<HTMLElement>('#return-comment textarea')?.focus()}
      />
      <Button size="large" tone="primary" isBlock disabled={!main.isPossible} isBusy={isBusy} onClick={main.run}>
        {main.name}
      </Button>
    </div>
  )
}

/** Shows that a colleague changed the return in the meantime, with name, action and time. */
function ChangedByColleague({ returnRequest }: { returnRequest: StaffReturn }) {
  const [latest] = toHistory(returnRequest)
  return (
    <Note tone="warning" isAnnounced>
      {latest ? (
        <>
          {formatActor(latest.actor)} {latest.action}, <Moment at={latest.at} />. The page now shows the current status.
        </>
      ) : (
        'This return was changed in the meantime. The page now shows the current status.'
      )}
    </Note>
  )
}
