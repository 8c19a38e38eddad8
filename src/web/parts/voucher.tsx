import type { ComponentProps, CSSProperties, ReactNode } from 'react'
import { buttonClass } from '#ui/buttons/button.tsx'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import { joinClasses } from '#ui/content/join-classes.ts'
import { Literal } from '#ui/content/literal.tsx'
import { measureWidestWord } from '#ui/content/widest-word.ts'
import { AppLink } from '../navigation/app-link.tsx'
import styles from './voucher.module.css'

type VoucherProps = {
  /** The currency sign before the amount, set small. */
  sign?: string
  amount: string
  /** The word OFF or SHIPPING. */
  caption: string
  condition: ReactNode
  object?: ReactNode
  /** The lines with the start and the end. */
  dates: ReactNode
  code?: string
  /** A `VoucherLink`, which makes the whole voucher tappable, or a tag with the reason why there is no link. */
  end?: ReactNode
  /** Whether the voucher is gray and has no link. */
  off?: boolean
}

export function Voucher({ sign, amount, caption, condition, object, dates, code, end, off }: VoucherProps) {
  return (
    <div className={styles.shadow}>
      <article className={joinClasses(styles.voucher, off && styles.off)}>
        <div className={styles.stub}>
          <div className={styles.amount} style={widestWordStyle(`${sign ?? ''}${amount}`)}>
            <Literal>
              {sign && <small className={styles.sign}>{sign}</small>}
              {amount}
            </Literal>
          </div>
          <div className={styles.caption} style={widestWordStyle(caption.toUpperCase(), 0.2)}>
            {caption}
          </div>
        </div>
        <div className={styles.body}>
          <div className={styles.top}>
            <div className={styles.words}>
              <h3 className={styles.condition}>{condition}</h3>
              {object && <p className={styles.object}>{object}</p>}
            </div>
            {end && <div className={styles.end}>{end}</div>}
          </div>
          <div className={styles.dates}>{dates}</div>
          {code && (
            <div className={styles.code}>
              <Literal className={styles.codeText}>{code}</Literal>
              {!off && <CopyButton text={code} subject={code} className={styles.copy} />}
            </div>
          )}
        </div>
      </article>
    </div>
  )
}

/** Returns the variable from which the style sheet computes a font size at which no word is cut. */
function widestWordStyle(text: string, spacing?: number): CSSProperties {
  return { '--widest': measureWidestWord(text, spacing) }
}

export function VoucherLink({ className, ...anchor }: ComponentProps<typeof AppLink>) {
  return <AppLink {...anchor} className={joinClasses(buttonClass({ size: 'small' }), styles.link, className)} />
}
