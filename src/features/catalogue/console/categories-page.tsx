import { Plus } from 'lucide-react'
import { type ConsoleContext, useConsole, useMe } from '#console/console-context.ts'
import { ConsoleLink } from '#console/console-link.tsx'
import { categoriesLink, productsLink } from '#console/console-links.ts'
import { EditDialog } from '#console/edit-dialog.tsx'
import { loadAll } from '#console/load-all.ts'
import { EditButton, type RowDialogProps, useRowDialog } from '#console/row-dialog.tsx'
import { Button } from '#console/ui/button.tsx'
import { Check } from '#console/ui/check.tsx'
import { EmptyView } from '#console/ui/empty-view.tsx'
import { NumberField, SelectField, TextField } from '#console/ui/field.tsx'
import { Refusal } from '#console/ui/note.tsx'
import { PageHead } from '#console/ui/page-head.tsx'
import { Panel } from '#console/ui/panel.tsx'
import { endCell, Table } from '#console/ui/table.tsx'
import { usePageData } from '#console/use-page-data.ts'
import { toQuery } from '#contract/call.ts'
import { allowsScope } from '#contract/scopes.ts'
import {
  createCategory,
  deleteCategory,
  editCategory,
  getStaffCategory,
  listStaffCategories,
  type StaffCategory,
} from '../categories.staff.contract.ts'
import { suggestHandle } from './handle.rules.ts'
import styles from './product-page.module.css'

export async function loadCategories({ context: { load } }: { context: ConsoleContext }) {
  return loadAll(load, listStaffCategories, {})
}

export function CategoriesPage() {
  const categories = usePageData<typeof loadCategories>(categoriesLink)
  const mayWrite = allowsScope(new Set(useMe().scopes), 'catalogue:write')
  const rowDialog = useRowDialog(getStaffCategory, (props) => <CategoryDialog categories={categories} {...props} />)
  const nameOf = (code: string | null) => categories.find((one) => one.code === code)?.name ?? code
  return (
    <main className={styles.page}>
      <PageHead title="Categories" crumb={<ConsoleLink href={productsLink}>Products</ConsoleLink>}>
        {mayWrite && (
          <Button tone="primary" icon={Plus} onClick={rowDialog.add}>
            New category
          </Button>
        )}
      </PageHead>
      <div className={styles.body}>
        <div className={styles.main}>
          <Refusal problem={rowDialog.problem} />
          <Panel title="In the shop’s order" isFlush>
            {categories.length === 0 ? (
              <EmptyView title="No categories yet" text="Every product stands in one: dresses, shoes, bags." />
            ) : (
              <Table
                label="Categories"
                columns={[
                  { name: 'Category' },
                  { name: 'Below' },
                  { name: 'Can come back' },
                  { name: 'Products', isEnd: true },
                  { name: 'Edit', isNameHidden: true },
                ]}
              >
                {categories.map((one) => (
                  <tr key={one.code}>
                    <td>
                      {one.name} <small>{one.code}</small>
                    </td>
                    <td>{nameOf(one.parent)}</td>
                    <td>{one.is_returnable ? 'Yes' : 'No returns'}</td>
                    <td className={endCell}>
                      <ConsoleLink href={productsLink + toQuery({ category: one.code })}>{one.products}</ConsoleLink>
                    </td>
                    <td className={endCell}>
                      {mayWrite && <EditButton rowDialog={rowDialog} which={{ code: one.code }} name={one.name} />}
                    </td>
                  </tr>
                ))}
              </Table>
            )}
          </Panel>
        </div>
      </div>
      {rowDialog.dialog}
    </main>
  )
}

type Props = RowDialogProps<StaffCategory> & { categories: StaffCategory[] }

function CategoryDialog({ categories, opened, onClose }: Props) {
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
