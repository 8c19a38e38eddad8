import { Star } from 'lucide-react'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { staffOrderLink } from '#console/shell/console-links.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Status } from '#console/ui/content/status.tsx'
import { Tag } from '#console/ui/content/tag.tsx'
import { Thumb } from '#console/ui/content/thumbs.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { staffApiRoot } from '#contract/calls/staff-call.ts'
import { joinClasses } from '#ui/content/join-classes.ts'
import type { StaffReview } from '../reviews.staff.contract.ts'
import { splitLinks } from '../reviews.staff.rules.ts'
import { AnswerForm } from './answer-form.tsx'
import styles from './reviews-page.module.css'

type Props = {
  review: StaffReview
  isCurrent: boolean
  onPoint: () => void
  mayWrite: boolean
  isAnswering: boolean
  setAnswering: (isOn: boolean) => void
  onHide: () => void
  onRead: () => void
  onChanged: (review: StaffReview) => void
}

export function ReviewRow(props: Props) {
  const { review, isCurrent, onPoint } = props
  return (
    <article
      className={joinClasses(styles.row, isCurrent && styles.current, review.state === 'hidden' && styles.hidden)}
      onPointerDown={onPoint}
      onFocus={onPoint}
    >
      <Thumb src={review.image || null} size="line" />
      <div className={styles.words}>
        <h2 className={styles.head} tabIndex={isCurrent ? 0 : -1} data-row>
          <Stars rank={review.rank} />
          {review.product.name} <span className={styles.quiet}>{review.options.join(' / ')}</span>
        </h2>
        <ReviewText content={review.content} />
        {review.labels.length > 0 && (
          <p className={styles.tags}>
            {review.labels.map((label) => (
              <Tag key={label}>{label}</Tag>
            ))}
          </p>
        )}
        {review.pictures.length > 0 && <ReviewPictures review={review} />}
        <Answer {...props} />
      </div>
      <ReviewSide {...props} />
    </article>
  )
}

function ReviewText({ content }: { content: string }) {
  return (
    <p dir="auto" className={styles.text}>
      {splitLinks(content).map(({ text, isLink, at }) =>
        isLink ? (
          <mark key={at} className={styles.link}>
            {text}
          </mark>
        ) : (
          text
        ),
      )}
    </p>
  )
}

function ReviewPictures({ review }: { review: StaffReview }) {
  return (
    <p className={styles.pictures}>
      {review.pictures.map((id, at) => {
        const src = `${staffApiRoot}/reviews/${review.id}/images/${id}`
        return (
          <a key={id} href={src} target="_blank" rel="noreferrer" aria-label={`Picture ${at + 1}, large`}>
            <img src={src} alt="" loading="lazy" width={58} height={58} />
          </a>
        )
      })}
    </p>
  )
}

function Answer({ review, isAnswering, setAnswering, onChanged }: Props) {
  const { answer } = review
  if (isAnswering) return <AnswerForm review={review} onClose={() => setAnswering(false)} onChanged={onChanged} />
  if (!answer) return null
  return (
    <blockquote className={styles.answer} dir="auto">
      {answer.content}
      <footer className={styles.quiet}>
        Public answer, <Moment at={answer.at} />
      </footer>
    </blockquote>
  )
}

/** Renders the author, the order, and the commands of the review. */
function ReviewSide(props: Props) {
  const { review, mayWrite } = props
  return (
    <div className={styles.side}>
      <span>{review.author}</span>
      <span className={styles.quiet}>
        <Moment at={review.created_at} />, order{' '}
        <ConsoleLink href={staffOrderLink(review.order_number)}>{review.order_number}</ConsoleLink>
      </span>
      {review.state === 'hidden' && (
        <>
          <Status badge={{ name: 'Hidden', tone: 'ink', gauge: 'dash' }} />
          <span className={styles.quiet}>{review.hidden_reason}</span>
        </>
      )}
      {mayWrite && <Commands {...props} />}
    </div>
  )
}

function Commands({ review: { possible, answer }, isCurrent, isAnswering, setAnswering, onHide, onRead }: Props) {
  return (
    <span className={styles.commands}>
      <Button size="small" onClick={onHide} {...(isCurrent && { hint: 'H' })}>
        {possible.includes('hide') ? 'Hide' : 'Show'}
      </Button>
      {possible.includes('answer') && !isAnswering && (
        <Button size="small" onClick={() => setAnswering(true)} {...(isCurrent && { hint: 'A' })}>
          {answer ? 'Edit the answer' : 'Answer'}
        </Button>
      )}
      {possible.includes('read') && (
        <Button size="small" onClick={onRead} {...(isCurrent && { hint: 'E' })}>
          Mark as read
        </Button>
      )}
    </span>
  )
}

const five = [1, 2, 3, 4, 5]

function Stars({ rank }: { rank: number }) {
  return (
    <span className={styles.stars}>
      {five.map((star) => (
        <Star
          key={star}
          size={14}
          strokeWidth={0}
          aria-hidden
          className={rank >= star * 20 - 10 ? styles.on : styles.off}
        />
      ))}
      <span className="visually-hidden">{rank / 20} of 5 stars: </span>
    </span>
  )
}
