import type { Form } from '#console/form/use-form.ts'
import { ManyCombobox } from '#console/ui/fields/combobox.tsx'
import { AreaField, SelectField, TextField } from '#console/ui/fields/field.tsx'
import { FieldGroup, FieldRow } from '#console/ui/layout/form-page.tsx'
import { keysOf } from '#contract/values.ts'
import type { StaffCategory } from '#features/catalogue/categories.staff.contract.ts'
import {
  type ProductState,
  productLimits,
  productStateNames,
  type SaleKind,
  saleKindNames,
} from '#features/catalogue/product.staff.rules.ts'
import { TaxCategoryField } from '#features/tax/console/parts/tax-category-field.tsx'
import type { TaxCategory } from '#features/tax/tax.staff.contract.ts'
import { type OfferName, offerHints, offerNames, saleHints, saleNames, stateBadges } from './product-badges.ts'

export type ProductValues = {
  name: string
  description: string
  status: ProductState
  categories: string[]
  sale: SaleKind
  offer: OfferName
  search_words: string
  tax_category: string | null
}
type Props = {
  form: Pick<Form<ProductValues>, 'field'>
  categories: StaffCategory[]
  taxCategories: readonly TaxCategory[]
  isFixed?: boolean
}

export function ProductFields({ form, categories, taxCategories, isFixed = false }: Props) {
  return (
    <FieldGroup name="Details" isFixed={isFixed}>
      <TextField label="Name" maxLength={productLimits.name} {...form.field('name')} />
      <AreaField label="Description" rows={4} maxLength={productLimits.description} {...form.field('description')} />
      <ManyCombobox
        label="Categories"
        hint="Rules and filters use the first category."
        choices={categories.map(({ code, name }) => ({ value: code, name }))}
        disabled={isFixed}
        {...form.field('categories')}
      />
      <FieldRow>
        <SelectField
          label="State"
          options={productStateNames.map((one) => ({ value: one, name: stateBadges[one].name }))}
          {...form.field('status')}
        />
      </FieldRow>
      <FieldRow>
        <SelectField
          label="Sale type"
          options={saleKindNames.map((one) => ({ value: one, name: saleNames[one] }))}
          hint={saleHints[form.field('sale').value]}
          {...form.field('sale')}
        />
        <SelectField
          label="Offer"
          options={keysOf(offerNames).map((one) => ({ value: one, name: offerNames[one] }))}
          hint={offerHints[form.field('offer').value]}
          {...form.field('offer')}
        />
      </FieldRow>
      <TaxCategoryField none="As its category" categories={taxCategories} {...form.field('tax_category')} />
      <TextField
        label="Search terms"
        hint="Words that shoppers search for and that are not in the product name."
        maxLength={1000}
        {...form.field('search_words')}
      />
    </FieldGroup>
  )
}
