import { EditDialog } from '#console/form/edit-dialog.tsx'
import type { RowDialogProps } from '#console/form/row-dialog.tsx'
import { useConsole } from '#console/shell/console-context.ts'
import { Check } from '#console/ui/check.tsx'
import { NumberField, SelectField, TextField } from '#console/ui/field.tsx'
import {
  createCategory,
  deleteCategory,
  editCategory,
  type StaffCategory,
} from '#features/catalogue/categories.staff.contract.ts'
import { suggestHandle } from '../products/handle.rules.ts'

type Props = RowDialogProps<StaffCategory> & { categories: StaffCategory[] }

/** A category as it is made or changed. */
export function CategoryDialog({ categories, opened, onClose }: Props) {
  const { call } = useConsole()
  const known = opened?.data
  const initial = {
    code: known?.code ?? '',
    name: known?.name ?? '',
    parent: known?.parent ?? '',
    is_returnable: known?.is_returnable ?? true,
    sort: (known?.sort ?? 0) as number | null,
  }
  type Values = typeof initial
  const toSent = ({ code: _, parent, sort, ...rest }: Partial<Values>) => ({
    ...rest,
    ...(parent !== undefined && { parent: parent || null }),
    ...(sort !== undefined && { sort: sort ?? 0 }),
  })
  return (
    <EditDialog<Values>
      title={known ? known.name : 'New category'}
      button={known ? 'Save category' : 'Make category'}
      isNew={!known}
      initial={initial}
      {...(known && { about: `categories/${known.code}` })}
      reload={opened?.reload}
      onClose={onClose}
      send={(changed, values) =>
        known
          ? call(editCategory, { code: known.code, ...toSent(changed) }, { ifMatch: opened?.etag ?? '' })
          : call(createCategory, {
              ...toSent(values),
              name: values.name,
              code: values.code || suggestHandle(values.name),
            })
      }
      remove={
        known && known.products === 0
          ? {
              button: 'Delete',
              done: `${known.name} is deleted`,
              run: () => call(deleteCategory, { code: known.code }, { ifMatch: opened?.etag ?? '' }),
            }
          : undefined
      }
    >
      {(form) => (
        <>
          <TextField label="Name" maxLength={100} {...form.field('name')} />
          {!known && (
            <TextField
              label="Code"
              hint="Rules and addresses know it by that; it stays."
              dir="ltr"
              maxLength={60}
              placeholder={suggestHandle(form.values.name)}
              {...form.field('code')}
            />
          )}
          <SelectField
            label="Below"
            options={[
              { value: '', name: 'Nothing: it stands by itself' },
              ...categories.filter(({ code }) => code !== known?.code).map(({ code, name }) => ({ value: code, name })),
            ]}
            {...form.field('parent')}
          />
          <NumberField label="Place in the order" hint="Smaller numbers come first." {...form.field('sort')} />
          <Check
            label="Can come back"
            hint="Products of it can be returned under the shop’s rules."
            isChecked={form.values.is_returnable}
            onChange={(isOn) => form.set('is_returnable', isOn)}
          />
        </>
      )}
    </EditDialog>
  )
}
