import { Link } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Form } from '#console/form/use-form.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { Segmented } from '#console/ui/buttons/segmented.tsx'
import { type Choice, ManyCombobox } from '#console/ui/fields/combobox.tsx'
import { NumberField, SelectField, TextField } from '#console/ui/fields/field.tsx'
import { MoneyField } from '#console/ui/fields/money-field.tsx'
import { DayFields, FieldGroup, FieldRow } from '#console/ui/layout/form-page.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { listStaffProducts } from '#features/catalogue/products.staff.contract.ts'
import { couponKindNames } from '#features/coupons/coupon-terms.staff.rules.ts'
import { kindNames } from '../parts/coupon-badges.ts'
import { type CouponValues, formatCondition, toTerms } from './coupon-form.rules.ts'
import styles from './coupon-page.module.css'

type CouponForm = Pick<Form<CouponValues>, 'field' | 'values' | 'set'>

type Props = {
  form: CouponForm
  isNew?: boolean
  /** True if the staff member may not change the coupon. */
  isFixed?: boolean
  /** True if shoppers have claimed the coupon. The discount can then no longer be changed. */
  isClaimed?: boolean
  /** Null if the staff member may not see categories. In this case, the scope of the coupon cannot be chosen. */
  categories: Choice[] | null
  /** The codes of the currencies. */
  currencies: string[]
}

export function CouponFields({ isFixed = false, isClaimed = false, isNew = false, ...props }: Props) {
  const { form, categories, currencies } = props
  const areTermsFixed = isFixed || isClaimed
  return (
    <>
      <Panel title="Discount">
        <FieldGroup name="Discount" isFixed={areTermsFixed}>
          <ValueFields {...{ form, isNew, currencies }} />
        </FieldGroup>
        {isClaimed && !isFixed && (
          <p className={styles.hint}>
            Shoppers have claimed this coupon, so its value and conditions cannot change. Duplicate it to offer
            something else.
          </p>
        )}
      </Panel>
      <Panel title="Products and texts">
        <div className={styles.fields}>
          {categories && (
            <FieldGroup name="Products" isFixed={areTermsFixed}>
              <ManyCombobox
                label="Categories"
                placeholder="All"
                choices={categories}
                disabled={areTermsFixed}
                {...form.field('categories')}
              />
              <ProductsField isFixed={areTermsFixed} {...form.field('products')} />
            </FieldGroup>
          )}
          <FieldGroup name="Texts" isFixed={isFixed}>
            <WordFields {...{ form, isNew }} />
          </FieldGroup>
        </div>
      </Panel>
      <Panel title="Dates and limits">
        <FieldGroup name="Dates and limits" isFixed={isFixed}>
          <LimitFields {...{ form, isNew }} />
        </FieldGroup>
      </Panel>
    </>
  )
}

type PartProps = { form: CouponForm; isNew: boolean }

function ValueFields({ form, isNew, currencies }: PartProps & Pick<Props, 'currencies'>) {
  const { values, set, field } = form
  const { kind, currency } = values
  const offered = [...new Set([currency, ...currencies])]
  return (
    <>
      <div className={styles.kinds}>
        <Segmented
          label="Kind"
          parts={couponKindNames.map((value) => ({ value, name: kindNames[value] }))}
          value={kind}
          onChange={(one) => set('kind', one)}
        />
      </div>
      <FieldRow>
        <TextField
          label="Code"
          hint={isNew ? 'Shoppers enter this code at checkout' : 'The code cannot be changed'}
          dir="ltr"
          autoCapitalize="characters"
          maxLength={40}
          readOnly={!isNew}
          {...field('code')}
          onChange={(code) => set('code', code.toUpperCase())}
        />
        {kind === 'fixed' && <MoneyField label="Discount amount" currency={currency} {...field('amount')} />}
        {kind === 'percent' && (
          <NumberField label="Discount percentage" unit="%" min={1} max={100} {...field('percent')} />
        )}
        {kind !== 'fixed' && (
          <MoneyField label="Maximum discount" placeholder="No maximum" currency={currency} {...field('maximum')} />
        )}
        <MoneyField label="Minimum order" placeholder="No minimum" currency={currency} {...field('minimum')} />
        {offered.length > 1 && (
          <SelectField
            label="Currency"
            options={offered.map((one) => ({ value: one, name: one }))}
            {...field('currency')}
          />
        )}
      </FieldRow>
    </>
  )
}

function WordFields({ form: { values, field }, isNew }: PartProps) {
  return (
    <FieldRow isPairs>
      <TextField
        label="Condition text"
        placeholder={isNew ? formatCondition(toTerms(values)) : undefined}
        maxLength={200}
        {...field('condition_text')}
      />
      <TextField label="Text on the coupon" placeholder="All products" maxLength={100} {...field('object')} />
      <TextField
        label="Link of the USE button"
        icon={Link}
        hint="A path in this shop, such as /products"
        dir="ltr"
        maxLength={300}
        {...field('link')}
      />
      <TextField label="Name of the linked page" maxLength={100} {...field('link_name')} />
    </FieldRow>
  )
}

function LimitFields({ form: { field }, isNew }: PartProps) {
  return (
    <FieldRow isPairs>
      <DayFields from={field('starts_at')} until={field('ends_at')} isNew={isNew} />
      <NumberField
        label="Valid after the claim for"
        placeholder="No limit"
        hint="An earlier end date of the coupon still applies"
        unit="days"
        min={1}
        max={3650}
        {...field('valid_days')}
      />
      <NumberField label="Number of coupons" placeholder="Unlimited" min={1} {...field('stock')} />
    </FieldRow>
  )
}

/** The most products that are suggested. */
const maxSuggestions = 20

type ProductsProps = {
  value: string[]
  onChange: (handles: string[]) => void
  error: string | null
  isFixed: boolean
}

/** Renders a product search, because a shop has too many products for a list. */
function ProductsField({ isFixed, ...field }: ProductsProps) {
  const { call } = useConsole()
  const [found, setFound] = useState<Choice[]>([])
  const last = useRef('')
  async function search(typed: string) {
    last.current = typed
    const q = typed.trim()
    if (q === '') return setFound([])
    const answer = await call(listStaffProducts, { q, limit: maxSuggestions }).catch(() => null)
    // The search field has newer input, so this outdated result is ignored.
    if (!answer || last.current !== typed) return
    setFound(answer.data.data.map(({ handle, name }) => ({ value: handle, name, detail: handle })))
  }
  return (
    <ManyCombobox
      label="Individual products"
      hint="Leave categories and products empty to include all products."
      placeholder="Name, handle or SKU"
      choices={found}
      onSearch={search}
      disabled={isFixed}
      {...field}
    />
  )
}
