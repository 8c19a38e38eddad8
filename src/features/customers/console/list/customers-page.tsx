import { Plus, Users } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { loadAll } from '#console/data/load-all.ts'
import { useShopperUpdates } from '#console/data/shopper-presence.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import { formatCappedCount } from '#console/list/filters/view-tabs.tsx'
import { ListPage } from '#console/list/list-page.tsx'
import { useListPage } from '#console/list/use-list-page.ts'
import { usePageCommands } from '#console/list/use-page-commands.ts'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { customersLink, staffCustomerLink } from '#console/shell/console-links.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { EmptyView } from '#console/ui/content/empty-view.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { StaffInput } from '#contract/calls/staff-call.ts'
import { countCustomers, listCustomers } from '#features/customers/customers.staff.contract.ts'
import { ExportLink } from '#features/imports/console/parts/export-link.tsx'
import { listStaffLanguages } from '#features/settings/settings.staff.contract.ts'
import { listViews } from '#features/staff/views.staff.contract.ts'
import { CustomerCard, columns, listFilters, renderName } from './customer-columns.tsx'
import { type CustomersSearch, isNarrowed, listCustomerTabs, toCustomersInput } from './customer-list.rules.ts'
import styles from './customers-page.module.css'

const rowsAtOnce = 50

/** The form for a new customer and the preview are loaded on demand. */
const NewCustomerDialog = lazy(async () => ({ default: (await import('./new-customer-dialog.tsx')).NewCustomerDialog }))
const CustomerPreview = lazy(async () => ({ default: (await import('./customer-preview.tsx')).CustomerPreview }))

type ListInput = StaffInput<typeof listCustomers>
const inputOf = (search: CustomersSearch & { after?: string }) =>
  ({ ...toCustomersInput(search), limit: rowsAtOnce }) as ListInput

export async function loadCustomers({ context, deps }: { context: ConsoleContext; deps: CustomersSearch }) {
  const { load, me } = context
  // Languages are part of the settings, which require their own scope.
  const mayNameLanguages = allowsScope(me?.scopes, 'settings:read')
  const [page, counted, views, languages] = await Promise.all([
    load(listCustomers, inputOf(deps)),
    load(countCustomers, {}),
    load(listViews, { place: 'customers' }),
    mayNameLanguages ? loadAll(load, listStaffLanguages, {}) : [],
  ])
  const named = languages.map(({ code, english_name }) => ({ value: code, name: english_name }))
  return { page: page.data, counted: counted.data, views: views.data.data, languages: named }
}

export function CustomersPage() {
  useShopperUpdates()
  const { call, shop } = useConsole()
  const { scopes } = useMe()
  const { page: first, counted, views, languages } = usePageData<typeof loadCustomers>(customersLink)
  const [isAdding, setAdding] = useState(false)
  const page = useListPage({
    path: customersLink,
    first,
    keyOf: ({ id }) => id,
    read: async (input) => (await call(listCustomers, inputOf(input))).data,
    isCursorInAddress: true,
  })
  const { list, rows, search, previewed } = page
  const mayWrite = allowsScope(scopes, 'customers:write')
  const add = () => setAdding(true)
  usePageCommands(mayWrite ? [{ name: 'New customer', hint: 'C', run: add }] : [])
  return (
    <ListPage
      page={page}
      title="Customers"
      className={styles.page}
      actions={<Actions add={mayWrite ? add : null} />}
      views={{
        place: 'customers',
        label: 'Views of customers',
        builtIn: listCustomerTabs(counted, scopes, shop.currency),
        saved: views,
      }}
      filters={{ searchLabel: 'Name, email, phone or order', filters: listFilters(languages, search, shop.currency) }}
      empty={<NoCustomers search={search} />}
      table={{
        columns,
        nameHeading: 'Customer',
        nameOf: renderName,
        hrefOf: ({ id }) => staffCustomerLink(id),
        card: (row) => <CustomerCard row={row} />,
        peek: page.togglePreview,
      }}
      hints={[{ keys: ['Space'], does: 'peek' }]}
      foot={formatTotal(list.total, list.rows.length)}
    >
      <Suspense>
        {previewed && <CustomerPreview row={previewed} move={rows.move} close={page.closePreview} />}
        {isAdding && <NewCustomerDialog languages={languages} onClose={() => setAdding(false)} />}
      </Suspense>
    </ListPage>
  )
}

function formatTotal(total: number | null, shown: number): string {
  if (total === null) return `The first ${shown} of more than 10,000 customers`
  return `${formatCappedCount(total)} ${total === 1 ? 'customer' : 'customers'}`
}

/** Shows the actions of the page. `add` is null for staff who may not add customers. */
function Actions({ add }: { add: (() => void) | null }) {
  return (
    <>
      <ExportLink list="customers" />
      {add && (
        <Button tone="primary" icon={Plus} onClick={add} hint="C" aria-keyshortcuts="c">
          New customer
        </Button>
      )}
    </>
  )
}

function NoCustomers({ search }: { search: CustomersSearch }) {
  if (!isNarrowed(search)) {
    return <EmptyView icon={Users} title="No customers yet" text="Customers appear here once they create an account." />
  }
  return (
    <EmptyView
      icon={Users}
      title="No matching customers"
      text={search.q ? `No name, email or phone starts with “${search.q}”.` : 'No customer matches the filters.'}
    >
      <ConsoleLink href={customersLink}>Show all customers</ConsoleLink>
    </EmptyView>
  )
}
