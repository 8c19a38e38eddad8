import type { Form } from '#console/form/use-form.ts'
import { ManyCombobox } from '#console/ui/fields/combobox.tsx'
import { AreaField, SelectField, TextField } from '#console/ui/fields/field.tsx'
import { FieldGroup, FieldRow } from '#console/ui/layout/form-page.tsx'
import type { StaffCategory } from '#features/catalogue/categories.staff.contract.ts'
import {
  type ProductState,
  productLimits,
  productStateNames,
  type SaleKind,
  saleKindNames,
} from '#features/catalogue/product.staff.rules.ts'
import { saleNames, stateBadges } from './product-badges.ts'

export type ProductValues = {
  name: string
  description: string
  status: ProductState
  categories: string[]
  sale: SaleKind
  search_words: string
}
type Props = {
  form: Pick<Form<ProductValues>, 'field'>
  categories: StaffCategory[]
  isFixed?: boolean
}

export function ProductFields({ form, categories, isFixed = false }: Props) {
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
        <SelectField
          label="Sale type"
          options={saleKindNames.map((one) => ({ value: one, name: saleNames[one] }))}
          {...form.field('sale')}
        />
      </FieldRow>
      <TextField
        label="Search terms"
        hint="Words that shoppers search for and that are not in the product name."
        maxLength={1000}
        {...form.field('search_words')}
      />
    </FieldGroup>
  )
}
