import { useRouter } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type ConsoleContext, useConsole, useMe } from '#console/console-context.ts'
import { ConsoleLink } from '#console/console-link.tsx'
import { couponsLink, newCouponLink, staffCouponLink } from '#console/console-links.ts'
import { FilterRow } from '#console/list/filter-row.tsx'
import { ListFoot } from '#console/list/list-foot.tsx'
import { type Column, ListTable } from '#console/list/list-table.tsx'
import { useList, useListAddress } from '#console/list/use-list.ts'
import { useRows } from '#console/list/use-rows.ts'
import { showCount, ViewTabs } from '#console/list/view-tabs.tsx'
import { usePaletteCommands } from '#console/palette/palette-store.ts'
import { buttonClass } from '#console/ui/button.tsx'
import { EmptyView } from '#console/ui/empty-view.tsx'
import { Money } from '#console/ui/money.tsx'
import { PageHead } from '#console/ui/page-head.tsx'
import { Status } from '#console/ui/status.tsx'
import { useKeys } from '#console/use-keys.ts'
import { usePageData } from '#console/use-page-data.ts'
import { toQuery } from '#contract/call.ts'
import { allowsScope } from '#contract/scopes.ts'
import type { CouponState } from '#features/coupons/coupon-terms.staff.rules.ts'
import { listStaffCoupons, type StaffCoupon } from '#features/coupons/coupons.staff.contract.ts'
import { showCondition, showGives, showUntil } from './coupon-form.rules.ts'
import { couponLooks } from './coupon-looks.ts'
import { loadCouponUse } from './coupon-use.ts'
import styles from './coupons-page.module.css'

type Search = { status?: CouponState; q?: string }

export async function loadCoupons({ context, deps }: { context: ConsoleContext; deps: Search }) {
  const [{ data: page }, use] = await Promise.all([context.load(listStaffCoupons, deps), loadCouponUse(context)])
  return { page, use }
}

const views: { name: string; status?: CouponState }[] = [
  { name: 'All' },
  { name: 'Live', status: 'running' },
  { name: 'Planned', status: 'scheduled' },
  { name: 'All claimed', status: 'taken' },
  { name: 'Ended', status: 'ended' },
]

export function CouponsPage() {
  const { page, use } = usePageData<typeof loadCoupons>(couponsLink)
  const { call, shop } = useConsole()
  const router = useRouter()
  const { search, change } = useListAddress(couponsLink)
  const mayWrite = allowsScope(new Set(useMe().scopes), 'marketing:write')
  const list = useList<StaffCoupon>({
    first: page,
    search,
    keyOf: ({ code }) => code,
    read: async (input) => (await call(listStaffCoupons, input as Search)).data,
    topics: ['marketing'],
  })
  const rows = useRows(
    list.rows.map(({ code }) => code),
    { at: search.at, most: 0 },
  )
  const usedOf = (code: string) => use?.find((one) => one.code === code)
  const second = (text: string) => <span className={styles.second}>{text}</span>
  const columns: Column<StaffCoupon>[] = [
    { id: 'gives', name: 'Gives', cell: showGives },
    { id: 'condition', name: 'Condition', isExtra: true, cell: (row) => second(showCondition(row)) },
    { id: 'for', name: 'For', isExtra: true, cell: (row) => second(showFor(row)) },
    { id: 'state', name: 'State', cell: ({ status }) => <Status look={couponLooks[status]} /> },
    { id: 'until', name: 'Until', cell: (row) => second(showUntil(row, shop.time_zone)) },
    { id: 'claimed', name: 'Claimed', isEnd: true, cell: showClaimed },
    ...(use
      ? [
          {
            id: 'orders',
            name: 'Used',
            isEnd: true,
            cell: ({ code }: StaffCoupon) => showCount(usedOf(code)?.orders ?? 0),
          },
          {
            id: 'given',
            name: 'Given away',
            isEnd: true,
            isExtra: true,
            cell: ({ code }: StaffCoupon) => usedOf(code)?.discount.map((one) => <Money key={one.currency} of={one} />),
          },
        ]
      : []),
  ]
  const create = () => router.navigate({ href: newCouponLink })
  useKeys(mayWrite ? { c: create } : {})
  usePaletteCommands(mayWrite ? [{ name: 'New coupon', hint: 'C', icon: Plus, run: create }] : [], 'Coupons')
  return (
    <main className={styles.page}>
      <PageHead title="Coupons">
        {mayWrite && (
          <ConsoleLink href={newCouponLink} className={buttonClass({ tone: 'primary' })} aria-keyshortcuts="c">
            <Plus size={16} strokeWidth={1.75} aria-hidden />
            New coupon
          </ConsoleLink>
        )}
      </PageHead>
      <ViewTabs
        label="Views"
        views={views.map(({ name, status }) => ({ name, href: couponsLink + toQuery({ status }) }))}
        current={couponsLink + toQuery({ status: search.status })}
      />
      <FilterRow searchLabel="Code" search={search} change={change} filters={[]} />
      {list.rows.length === 0 ? (
        <NoCoupons isFiltered={Boolean(search.q || search.status)} mayWrite={mayWrite} />
      ) : (
        <ListTable
          label="Coupons"
          list={list}
          rows={rows}
          columns={columns}
          nameHeading="Code"
          nameOf={({ code }) => <bdi dir="ltr">{code}</bdi>}
          hrefOf={({ code }) => staffCouponLink(code)}
          card={(row) => <Card row={row} until={showUntil(row, shop.time_zone)} />}
          open={({ code }) => router.navigate({ href: staffCouponLink(code) })}
        />
      )}
      <ListFoot>
        {list.total === null ? `${showCount(list.rows.length)} shown` : `${showCount(list.total)} coupons`}
        {use && '. Used and given away: the last 30 days'}
      </ListFoot>
    </main>
  )
}

function showFor({ categories, products, object }: StaffCoupon): string {
  if (categories.length === 0 && products.length === 0) return 'All products'
  if (object) return object
  const one = (count: number, singular: string, plural: string) =>
    count > 0 ? [`${count} ${count === 1 ? singular : plural}`] : []
  return [...one(categories.length, 'category', 'categories'), ...one(products.length, 'product', 'products')].join(
    ', ',
  )
}

const showClaimed = ({ claimed, stock }: StaffCoupon) =>
  stock === null ? showCount(claimed) : `${showCount(claimed)} of ${showCount(stock)}`

function Card({ row, until }: { row: StaffCoupon; until: string }) {
  return (
    <span className={styles.card}>
      <b>
        <bdi dir="ltr">{row.code}</bdi>
      </b>
      <span>
        {showGives(row)} · {showCondition(row)}
      </span>
      <span>
        {until} · {showClaimed(row)} claimed
      </span>
      <Status look={couponLooks[row.status]} />
    </span>
  )
}

function NoCoupons({ isFiltered, mayWrite }: { isFiltered: boolean; mayWrite: boolean }) {
  if (isFiltered) {
    return (
      <EmptyView title="No coupon like that" text="Nothing fits the search and the view.">
        <ConsoleLink href={couponsLink}>Show all coupons</ConsoleLink>
      </EmptyView>
    )
  }
  return (
    <EmptyView
      title="No coupons yet"
      text="Shoppers claim them from a widget, type their code at checkout, or get one."
    >
      {mayWrite && <ConsoleLink href={newCouponLink}>New coupon</ConsoleLink>}
    </EmptyView>
  )
}
