import { Plus } from 'lucide-react'
import { loadAll } from '#console/data/load-all.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import { EditButton, useRowDialog } from '#console/form/row-dialog.tsx'
import { type ConsoleContext, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { categoriesLink, productsLink } from '#console/shell/console-links.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { EmptyView } from '#console/ui/content/empty-view.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { FormPage } from '#console/ui/layout/form-page.tsx'
import { PageHead } from '#console/ui/layout/page-head.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { endCell, Table } from '#console/ui/layout/table.tsx'
import { toQuery } from '#contract/calls/call.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import { getStaffCategory, listStaffCategories } from '#features/catalogue/categories.staff.contract.ts'
import { loadTaxCategories } from '#features/tax/console/parts/tax-category-field.tsx'
import { CategoryDialog } from './category-dialog.tsx'

export async function loadCategories({ context }: { context: ConsoleContext }) {
  const [categories, taxCategories] = await Promise.all([
    loadAll(context.load, listStaffCategories, {}),
    loadTaxCategories(context),
  ])
  return { categories, taxCategories }
}

export function CategoriesPage() {
  const { categories, taxCategories } = usePageData<typeof loadCategories>(categoriesLink)
  const mayWrite = allowsScope(useMe().scopes, 'catalogue:write')
  const rowDialog = useRowDialog(getStaffCategory, (props) => (
    <CategoryDialog categories={categories} taxCategories={taxCategories} {...props} />
  ))
  const nameOf = (code: string | null) => categories.find((one) => one.code === code)?.name ?? code
  return (
    <FormPage
      head={
        <PageHead title="Categories" crumb={<ConsoleLink href={productsLink}>Products</ConsoleLink>}>
          {mayWrite && (
            <Button tone="primary" icon={Plus} onClick={rowDialog.add}>
              New category
            </Button>
          )}
        </PageHead>
      }
      foot={rowDialog.dialog}
    >
      <Refusal problem={rowDialog.problem} />
      <Panel title="Categories in shop order" isFlush>
        {categories.length === 0 ? (
          <EmptyView
            title="No categories yet"
            text="Every product belongs to a category, such as dresses, shoes or bags."
          />
        ) : (
          <Table
            label="Categories"
            columns={[
              { name: 'Category' },
              { name: 'Parent category' },
              { name: 'Returns' },
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
                <td>{one.is_returnable ? 'Allowed' : 'Not allowed'}</td>
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
    </FormPage>
  )
}
