import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { staffOrderLink } from '#console/shell/console-links.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Segmented } from '#console/ui/buttons/segmented.tsx'
import { Status } from '#console/ui/content/status.tsx'
import { Tag } from '#console/ui/content/tag.tsx'
import { Thumb } from '#console/ui/content/thumbs.tsx'
import { Check } from '#console/ui/fields/check.tsx'
import { TextField } from '#console/ui/fields/field.tsx'
import { Money } from '#console/ui/format/money.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { Condition } from '#features/returns/restock.staff.rules.ts'
import { conditions, type StaffReturn } from '#features/returns/returns.staff.contract.ts'
import { joinClasses } from '#ui/content/join-classes.ts'
import { type DecisionName, decisionNames, decisions } from '../decide/decision.rules.ts'
import { RejectDialog } from '../decide/reject-dialog.tsx'
import type { Judging } from '../decide/use-judging.ts'
import { countItems, returnBadges } from '../parts/return-badges.rules.ts'
import { ArrivalPictures } from '../receive/arrival-pictures.tsx'
import { conditionNames, isRestocked, type Receiving } from '../receive/use-receiving.ts'
import styles from './return-items.module.css'
import type { Rejecting } from './use-return-processing.ts'

type Item = StaffReturn['items'][number]
type ItemProps = { item: Item }

type Props = {
  returnRequest: StaffReturn
  shopper: string
  judging: Judging
  receiving: Receiving
  rejecting: Rejecting | null
  setRejecting: (rejecting: Rejecting | null) => void
}

export function ReturnItems(props: Props) {
  const { returnRequest, receiving } = props
  return (
    <section className={styles.panel} aria-labelledby="return-items">
      <div className={styles.head}>
        <h2 id="return-items" className={styles.title}>
          {receiving.open.length > 0 ? 'Items in the parcel' : countItems(returnRequest.items.length)}
        </h2>
        <span className={styles.from}>
          from order{' '}
          <ConsoleLink href={staffOrderLink(returnRequest.order.number)}>{returnRequest.order.number}</ConsoleLink>
        </span>
        <b className={styles.sum}>
          <Money of={returnRequest.asked} />
        </b>
      </div>
      <ul>
        {returnRequest.items.map((item) => (
          <li key={item.id} className={styles.item}>
            <ItemFacts item={item} />
            <ItemControls {...props} item={item} />
          </li>
        ))}
      </ul>
      <ItemsToReject {...props} />
    </section>
  )
}

function ItemFacts({ item }: ItemProps) {
  const options = item.options.map(({ value }) => value).join(' / ')
  return (
    <>
      <Thumb src={item.image} size="line" />
      <div className={styles.what}>
        <p>
          <b className={styles.name}>{item.name}</b>{' '}
          <span className={styles.quiet}>{[options, item.sku].filter(Boolean).join(' · ')}</span>
        </p>
        <p className={styles.why}>
          {item.reasons[0] && <Tag>{item.reasons[0]}</Tag>}
          <span>{item.reasons.slice(1).join(', ')}</span>
        </p>
      </div>
      <div className={styles.money}>
        <b>
          <Money of={item.refund} />
        </b>
        <span className={styles.caption}>{formatItemAmounts(item)}</span>
      </div>
    </>
  )
}

function ItemControls({ item, returnRequest, judging, receiving, setRejecting }: Props & ItemProps) {
  const me = useMe()
  const isToJudge = judging.open.includes(item)
  const isToReceive = !isToJudge && receiving.open.includes(item)
  const canRejectNow = !isToJudge && item.possible.includes('reject') && allowsScope(me.scopes, 'returns:judge')
  return (
    <div className={styles.controls}>
      {isToJudge && (
        <Judge {...{ item, returnRequest, judging }} onReject={() => setRejecting({ ids: [item.id], isNow: false })} />
      )}
      {isToReceive && <Receive {...{ item, receiving }} />}
      {!isToJudge && !isToReceive && <Status badge={returnBadges[item.status]} />}
      {!isToJudge && <Arrived item={item} />}
      {(item.pictures.length > 0 || receiving.found[item.id]) && (
        <ArrivalPictures
          number={returnRequest.number}
          item={item}
          mayAdd={allowsScope(me.scopes, 'returns:receive') && item.condition !== 'missing'}
        />
      )}
      {canRejectNow && (
        <Button
          size="small"
          tone="danger"
          className={styles.reject}
          onClick={() => setRejecting({ ids: [item.id], isNow: true })}
        >
          Reject
        </Button>
      )}
    </div>
  )
}

/** Opens the dialog that rejects the chosen items. */
function ItemsToReject({ returnRequest, shopper, judging, rejecting, setRejecting }: Props) {
  const items = returnRequest.items.filter(({ id }) => rejecting?.ids.includes(id))
  if (!rejecting || items.length === 0) return null
  const { ids, isNow } = rejecting
  const first = ids[0] ?? ''
  return (
    <RejectDialog
      returnRequest={returnRequest}
      shopper={shopper}
      items={items}
      text={judging.decisions[first]?.text ?? ''}
      onReject={(text, template) => {
        if (isNow) return judging.rejectNow(first, text, template)
        judging.reject(ids, text, template)
        return true
      }}
      onClose={() => setRejecting(null)}
      isBusy={judging.busy === 'reject'}
      problem={isNow ? judging.problem : null}
      says={isNow ? `${shopper} gets an email now.` : 'Sent with the decision.'}
    />
  )
}

function formatItemAmounts({ refund, deduction, refunded, paid }: Item): string {
  if (refunded.amount > 0) return 'refunded'
  if (deduction.amount > 0) return 'to refund after a deduction'
  return refund.amount === paid.amount ? 'paid' : 'left to refund'
}

type JudgeProps = { item: Item; returnRequest: StaffReturn; judging: Judging; onReject: () => void }

function Judge({ item, returnRequest, judging, onReject }: JudgeProps) {
  const made = judging.decisions[item.id]
  const says: Record<DecisionName, string> = {
    approve: `Send back within ${returnRequest.policy.ship_days} days, then refund`,
    keep: 'Refunded now. The shopper keeps the item.',
    reject: '',
  }
  return (
    <>
      <Segmented<DecisionName | ''>
        label={`Decision about ${item.name}`}
        value={made?.decision ?? ''}
        onChange={(value) => {
          if (value === 'reject') onReject()
          else if (value !== '') judging.choose(item.id, value)
        }}
        parts={decisions
          .filter((name) => item.possible.includes(name))
          .map((value) => ({ value, name: decisionNames[value] }))}
      />
      {made && says[made.decision] && <span className={styles.says}>{says[made.decision]}</span>}
      {made?.decision === 'reject' && (
        <p className={styles.words}>
          <span dir="auto">{made.text}</span>
          <Button size="small" tone="quiet" icon={Pencil} onClick={onReject}>
            Edit
          </Button>
        </p>
      )}
    </>
  )
}

const outcomes: Record<Condition, { says: string; tone: 'good' | 'soon' | 'bad' }> = {
  as_sold: { says: 'Refunded now', tone: 'good' },
  worn: { says: 'Needs a decision before the refund', tone: 'soon' },
  damaged: { says: 'Needs a decision before the refund', tone: 'soon' },
  missing: { says: 'Needs a decision before the refund', tone: 'bad' },
}

function Receive({ item, receiving }: { item: Item; receiving: Receiving }) {
  const itemCondition = receiving.found[item.id]
  const outcome = itemCondition && outcomes[itemCondition.condition]
  return (
    <>
      <Segmented<Condition | ''>
        label={`Condition of ${item.name}`}
        value={itemCondition?.condition ?? ''}
        onChange={(condition) => condition !== '' && receiving.setCondition(item.id, condition)}
        parts={conditions.map((value) => ({ value, name: conditionNames[value] }))}
      />
      {outcome && (
        <span className={joinClasses(styles.outcome, styles[receiving.isInspected ? 'soon' : outcome.tone])}>
          {receiving.isInspected ? outcomes.worn.says : outcome.says}
        </span>
      )}
      {itemCondition && itemCondition.condition !== 'as_sold' && (
        <div className={styles.note}>
          <TextField
            label={`Problem with ${item.name}`}
            isLabelHidden
            icon={Pencil}
            placeholder="Describe the problem for colleagues"
            maxLength={500}
            value={itemCondition.note}
            onChange={(note) => receiving.set(item.id, { note })}
          />
        </div>
      )}
      {itemCondition && itemCondition.condition !== 'missing' && <Restock {...{ item, receiving, itemCondition }} />}
    </>
  )
}

type RestockProps = { item: Item; receiving: Receiving; itemCondition: NonNullable<Receiving['found'][string]> }

function Restock({ item, receiving, itemCondition }: RestockProps) {
  const isBack = isRestocked(itemCondition)
  const needsReason = !isBack && itemCondition.condition === 'as_sold'
  return (
    <>
      <Check
        label={
          <>
            Put back into stock<span className="visually-hidden">: {item.name}</span>
          </>
        }
        isChecked={isBack}
        onChange={(restock) => receiving.set(item.id, { restock })}
      />
      {needsReason && (
        <div className={styles.note}>
          <TextField
            label={`Why ${item.name} does not go back into stock`}
            isLabelHidden
            icon={Pencil}
            placeholder="Reason"
            maxLength={200}
            required
            value={itemCondition.reason ?? ''}
            onChange={(reason) => receiving.set(item.id, { reason })}
          />
        </div>
      )}
    </>
  )
}

function Arrived({ item: { condition, condition_note: note, restocked, not_restocked_reason: reason } }: ItemProps) {
  const [isWhole, setWhole] = useState(false)
  if (!condition) return null
  const isLong = note.length > 80
  return (
    <span className={styles.says}>
      Arrived {conditionNames[condition].toLowerCase()}
      {note && `: ${isLong && !isWhole ? `${note.slice(0, 80)}…` : note}`}{' '}
      {isLong && !isWhole && (
        <Button size="small" tone="quiet" onClick={() => setWhole(true)}>
          More
        </Button>
      )}
      {restocked !== null && (
        <span className={styles.stock}>{restocked ? 'Back in stock' : `Not back in stock: ${reason}`}</span>
      )}
    </span>
  )
}
