import { type FormEvent, useId, useState } from 'react'
import { formatOption } from '#features/catalogue/catalogue.rules.ts'
import type { ProductFilters } from '#features/catalogue/product-list.contract.ts'
import { clearFilters, type ProductQuery, readProductQuery } from '#features/catalogue/product-list.rules.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Chip, ChipGroup } from '#ui/buttons/chip.tsx'
import { CheckRow } from '#ui/fields/check-row.tsx'
import { Field } from '#ui/fields/field.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { Sheet } from '#ui/overlays/sheet.tsx'
import styles from './filter-sheet.module.css'

type FilterSheetProps = {
  open: boolean
  onClose: () => void
  filters: ProductFilters
  query: ProductQuery
  onApply: (query: ProductQuery) => void
}

export function FilterSheet({ open, onClose, ...form }: FilterSheetProps) {
  const t = useT()
  return (
    <Sheet open={open} onClose={onClose} title={t('Filter')}>
      <FilterForm {...form} />
    </Sheet>
  )
}

/** Renders the filters and applies the choice once. An update after every tap would make the list jump. */
function FilterForm({ filters, query, onApply }: Omit<FilterSheetProps, 'open' | 'onClose'>) {
  const t = useT()
  const [draft, setDraft] = useState(query)
  const [least, setLeast] = useState(query.minPrice?.toString() ?? '')
  const [most, setMost] = useState(query.maxPrice?.toString() ?? '')

  function submit(event: FormEvent) {
    event.preventDefault()
    const { minPrice, maxPrice } = readProductQuery({ min_price: least, max_price: most })
    // Swapped limits are treated as the range between them.
    const isReversed = minPrice !== null && maxPrice !== null && minPrice > maxPrice
    const prices = isReversed ? { minPrice: maxPrice, maxPrice: minPrice } : { minPrice, maxPrice }
    onApply({ ...draft, ...prices, page: 1 })
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <Values
        title={t('Size')}
        values={filters.sizes.map((one) => ({
          value: one.value,
          label: formatOption({ value_name: one.value, us_size: one.us_size }),
        }))}
        chosen={draft.size}
        onChange={(size) => setDraft({ ...draft, size })}
      />
      <Values
        title={t('Color')}
        values={filters.colors.map(({ value }) => ({ value, label: value }))}
        chosen={draft.color}
        onChange={(color) => setDraft({ ...draft, color })}
      />
      {filters.price && (
        <div className={styles.prices}>
          <Field
            label={`${t('Price from')} (${filters.price.least.code})`}
            inputMode="decimal"
            placeholder={filters.price.least.price_value}
            value={least}
            onChange={(event) => setLeast(stripToNumber(event.target.value))}
          />
          <Field
            label={`${t('Price to')} (${filters.price.least.code})`}
            inputMode="decimal"
            placeholder={filters.price.most.price_value}
            value={most}
            onChange={(event) => setMost(stripToNumber(event.target.value))}
          />
        </div>
      )}
      <div className={styles.stock}>
        <CheckRow
          checked={draft.isInStock}
          onChange={(event) => setDraft({ ...draft, isInStock: event.target.checked })}
        >
          {t('In stock only')}
        </CheckRow>
      </div>
      <div className={styles.actions} data-sheet-foot>
        <Button tone="secondary" block onClick={() => onApply(clearFilters(query))}>
          {t('Clear')}
        </Button>
        <Button type="submit" block>
          {t('Show')}
        </Button>
      </div>
    </form>
  )
}

/** Normalizes a typed number. Many languages use a decimal comma. */
const stripToNumber = (typed: string) => typed.replaceAll(',', '.').replace(/[^\d.]/g, '')

type ValuesProps = {
  title: string
  values: { value: string; label: string }[]
  chosen: string[]
  onChange: (chosen: string[]) => void
}

function Values({ title, values, chosen, onChange }: ValuesProps) {
  const id = useId()
  if (values.length === 0) return null
  return (
    <div>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      <ChipGroup labelledBy={id}>
        {values.map(({ value, label }) => (
          <Chip
            key={value}
            on={chosen.includes(value)}
            onChange={(on) => onChange(on ? [...chosen, value] : chosen.filter((one) => one !== value))}
          >
            {label}
          </Chip>
        ))}
      </ChipGroup>
    </div>
  )
}
