import type { ComponentProps, ReactNode, Ref, RefObject } from 'react'
import { imageMegabytes } from '#contract/image-limits.ts'
import { formatOption } from '#features/catalogue/catalogue.rules.ts'
import type { OrderLine } from '#features/orders/orders.contract.ts'
import { commentMaxLength, imagesMax } from '#features/returns/returns.rules.ts'
import { Button, TextButton } from '#ui/buttons/button.tsx'
import { Quantity } from '#ui/buttons/quantity.tsx'
import { FormProblem } from '#ui/fields/form-problem.tsx'
import { ImageUploader } from '#ui/fields/image-uploader.tsx'
import { PickerField } from '#ui/fields/picker-field.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { BottomBar, Section } from '#ui/layout/page.tsx'
import { ButtonRow, Rows } from '#ui/lists/rows.tsx'
import { ProductLine } from '#web/parts/orders/product-line.tsx'
import { Price } from '#web/parts/price.tsx'
import { ProductImage } from '#web/parts/product-image.tsx'
import type { useUpload } from '#web/uploads/use-upload.ts'
import styles from '../form/return-form.module.css'

type ReasonProps = {
  line: OrderLine
  /** Category, and the specific reason if the category has one. */
  reason: string[]
  problem: string | undefined
  onPick: () => void
  /** Further actions for this line. */
  children: ReactNode
}

export function ReasonStep({ line, reason, problem, onPick, children }: ReasonProps) {
  const t = useT()
  return (
    <Section>
      <ProductLine
        image={<ProductImage src={line.image} alt="" size="line" eager />}
        name={<span>{line.name}</span>}
        options={line.options.map(formatOption).join(' / ')}
        price={<Price>{line.real_price.price}</Price>}
      />
      <PickerField
        className={styles.reason}
        label={t('Return Reason')}
        placeholder={t('Please select')}
        required
        value={reason.map((name) => t(name)).join(' / ')}
        {...(problem && { error: t(problem), 'data-invalid': true })}
        onClick={onPick}
      />
      {children}
    </Section>
  )
}

type HowManyProps = { value: number; max: number; onChange: (value: number) => void }

/** Chooses how many identical units to return. */
export function HowMany({ value, max, onChange }: HowManyProps) {
  const t = useT()
  const label = t('How many do you want to return?')
  return (
    <div className={styles.howMany}>
      <span aria-hidden="true">{label}</span>
      <Quantity label={label} value={value} max={max} onChange={onChange} />
    </div>
  )
}

type SameReasonProps = { isOpen: boolean; onUseSameReason: () => void; form: RefObject<HTMLFormElement | null> }

/** Offers to copy the changed reason of the first line to the other lines. */
export function SameReasonOffer({ isOpen, onUseSameReason, form }: SameReasonProps) {
  const t = useT()
  function applySameReason() {
    onUseSameReason()
    // The button disappears together with the offer, so the focus moves to the reason of the first line.
    form.current?.querySelector<HTMLElement>('[aria-haspopup=dialog]')?.focus()
  }
  return (
    <div aria-live="polite">
      {isOpen && (
        <TextButton className={styles.offer} onClick={applySameReason}>
          {t('Use this reason for the other items too')}
        </TextButton>
      )}
    </div>
  )
}

/** Removes a line that the shopper added. */
export function RemoveItemButton({ name, onRemoveItem }: { name: string; onRemoveItem: () => void }) {
  const t = useT()
  return (
    <TextButton className={styles.offer} onClick={onRemoveItem}>
      <span>{t('Remove')}</span> <span className="visually-hidden">{name}</span>
    </TextButton>
  )
}

/** Adds other lines of the order that can be returned. */
export function AddItemsStep({ ref, onAdd }: { ref: Ref<HTMLButtonElement>; onAdd: () => void }) {
  const t = useT()
  return (
    <Section flush>
      <Rows>
        <ButtonRow
          label={<span className={styles.more}>{t('Select products with the same return reason')}</span>}
          ref={ref}
          aria-haspopup="dialog"
          onClick={onAdd}
        />
      </Rows>
    </Section>
  )
}

type DescriptionProps = {
  comment: string
  isRequired: boolean
  problem: string | null
  upload: ReturnType<typeof useUpload>
  onType: (comment: string) => void
}

/** Asks for a description and pictures of the problem. */
export function DescriptionStep({ comment, isRequired, problem, upload, onType }: DescriptionProps) {
  const t = useT()
  return (
    <Section className={styles.fields}>
      <TextArea
        label={t('Problem Description')}
        required={isRequired}
        hint={isRequired && t('Please tell us in your own words what is wrong.')}
        maxLength={commentMaxLength}
        rows={4}
        value={comment}
        error={problem && t(problem)}
        onChange={(event) => onType(event.target.value)}
      />
      <ImageUploader
        label={t('Upload Pictures')}
        note={t('(Up to {count} Pics)', { count: imagesMax })}
        hint={t('PNG or JPG, each under {megabytes} MB', { megabytes: imageMegabytes })}
        max={imagesMax}
        items={upload.items}
        onAdd={upload.add}
        onRetry={upload.retry}
        onRemove={upload.remove}
      />
    </Section>
  )
}

type SubmitProps = ComponentProps<typeof FormProblem> & { isBusy: boolean }

export function SubmitStep({ isBusy, ...problem }: SubmitProps) {
  const t = useT()
  return (
    <BottomBar>
      <div className={styles.submit}>
        <FormProblem {...problem} />
        <Button type="submit" block busy={isBusy}>
          {t('Submit')}
        </Button>
      </div>
    </BottomBar>
  )
}
