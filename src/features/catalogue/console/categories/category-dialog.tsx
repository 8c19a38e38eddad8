import { EditDialog } from '#console/form/edit-dialog.tsx'
import type { RowDialogProps } from '#console/form/row-dialog.tsx'
import type { Form } from '#console/form/use-form.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { Check } from '#console/ui/fields/check.tsx'
import { NumberField, SelectField, TextField } from '#console/ui/fields/field.tsx'
import {
  createCategory,
  deleteCategory,
  editCategory,
  type StaffCategory,
} from '#features/catalogue/categories.staff.contract.ts'
import { TaxCategoryField } from '#features/tax/console/parts/tax-category-field.tsx'
import type { TaxCategory } from '#features/tax/tax.staff.contract.ts'
import { suggestHandle } from '../products/handle.rules.ts'

type Props = RowDialogProps<StaffCategory> & { categories: StaffCategory[]; taxCategories: readonly TaxCategory[] }

/** The form values. An empty number is null. */
type Values = {
  code: string
  name: string
  parent: string
  is_returnable: boolean
  tax_category: string | null
  sort: number | null
}

const toValues = (known?: StaffCategory): Values => ({
  code: known?.code ?? '',
  name: known?.name ?? '',
  parent: known?.parent ?? '',
  is_returnable: known?.is_returnable ?? true,
  tax_category: known?.tax_category ?? null,
  sort: known?.sort ?? 0,
})

const toSent = ({ code: _, parent, sort, ...rest }: Partial<Values>) => ({
  ...rest,
  ...(parent !== undefined && { parent: parent || null }),
  ...(sort !== undefined && { sort: sort ?? 0 }),
})

export function CategoryDialog({ categories, taxCategories, opened, onClose }: Props) {
  const { call } = useConsole()
  const known = opened?.data
  const ifMatch = opened?.etag ?? ''
  const make = ({ name, code, ...values }: Values) =>
    call(createCategory, { ...toSent(values), name, code: code || suggestHandle(name) })
  return (
    <EditDialog<Values>
      title={known ? known.name : 'New category'}
      button={known ? 'Save category' : 'Create category'}
      isNew={!known}
      initial={toValues(known)}
      {...(known && { about: `categories/${known.code}` })}
      reload={opened?.reload}
      onClose={onClose}
      send={(changed, values) =>
        known ? call(editCategory, { code: known.code, ...toSent(changed) }, { ifMatch }) : make(values)
      }
      remove={
        known && known.products === 0
          ? {
              button: 'Delete',
              done: `${known.name} is deleted`,
              run: () => call(deleteCategory, { code: known.code }, { ifMatch }),
            }
          : undefined
      }
    >
      {(form) => <CategoryFields {...{ form, known, categories, taxCategories }} />}
    </EditDialog>
  )
}

type FieldsProps = Pick<Props, 'categories' | 'taxCategories'> & {
  form: Form<Values>
  known: StaffCategory | undefined
}

function CategoryFields({ form, known, categories, taxCategories }: FieldsProps) {
  return (
    <>
      <TextField label="Name" maxLength={100} {...form.field('name')} />
      {!known && (
        <TextField
          label="Code"
          hint="Rules and links use this code, so it cannot be changed."
          dir="ltr"
          maxLength={60}
          placeholder={suggestHandle(form.values.name)}
          {...form.field('code')}
        />
      )}
      <SelectField
        label="Parent category"
        options={[
          { value: '', name: 'None (top level)' },
          ...categories.filter(({ code }) => code !== known?.code).map(({ code, name }) => ({ value: code, name })),
        ]}
        {...form.field('parent')}
      />
      <TaxCategoryField
        none={form.values.parent ? 'As the category above' : 'None: the general rate'}
        categories={taxCategories}
        {...form.field('tax_category')}
      />
      <NumberField label="Position" hint="Smaller numbers come first." {...form.field('sort')} />
      <Check
        label="Returns allowed"
        hint="Products in this category can be returned under the shop’s rules."
        {...form.check('is_returnable')}
      />
    </>
  )
}
