import { loadAll } from '#console/data/load-all.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import { EditDialog } from '#console/form/edit-dialog.tsx'
import { EditList } from '#console/form/edit-list.tsx'
import type { RowDialogProps } from '#console/form/row-dialog.tsx'
import type { useForm } from '#console/form/use-form.ts'
import styles from '#console/settings/settings.module.css'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import { useSwitches } from '#console/settings/use-switches.ts'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { Refusal } from '#console/ui/content/note.tsx'
import { Check } from '#console/ui/fields/check.tsx'
import { NumberField, PlaceField, SelectField, TextField } from '#console/ui/fields/field.tsx'
import { MoneyField } from '#console/ui/fields/money-field.tsx'
import { Switch } from '#console/ui/fields/switch.tsx'
import { Money } from '#console/ui/format/money.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { endCell } from '#console/ui/layout/table.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import { lowStock } from '#features/catalogue/stock.rules.ts'
import { listMarkets, type StaffMarket } from '#features/markets/markets.staff.contract.ts'
import {
  createShippingMethod,
  editShippingMethod,
  getShippingMethod,
  listShippingMethods,
  removeShippingMethod,
  type ShippingMethod,
} from '#features/markets/shipping-methods.staff.contract.ts'
import { carrierNames } from '#features/orders/carriers.rules.ts'
import { autoCompleteDays, autoReceiveDays, unpaidHours } from '#features/orders/orders.rules.ts'
import { loadCurrencies } from '#features/settings/console/parts/load-currencies.ts'
import { staffApiDocsLink } from '#features/staff/staff-links.ts'
import { type MethodValues, toMethodValues, toSentMethod } from './method-values.rules.ts'

export async function loadShipping({ context }: { context: ConsoleContext }) {
  const [methods, markets, currencies] = await Promise.all([
    loadAll(context.load, listShippingMethods, {}),
    loadAll(context.load, listMarkets, {}),
    loadCurrencies(context),
  ])
  return {
    methods: [...methods].sort((a, b) => a.sort - b.sort || a.id - b.id),
    markets: [...markets].sort((a, b) => a.sort - b.sort || (a.id < b.id ? -1 : 1)),
    currencies: currencies.map(({ code }) => code),
  }
}

const promises = [
  { name: 'Unpaid orders are canceled after', value: unpaidHours, unit: 'hours' },
  { name: 'Shipped orders are marked as received after', value: autoReceiveDays, unit: 'days' },
  { name: 'Received orders are completed after', value: autoCompleteDays, unit: 'days' },
  { name: 'Low stock at', value: lowStock, unit: 'items' },
]

const methodColumns = [
  { name: 'Method' },
  { name: 'Price', isEnd: true },
  { name: 'Free from', isEnd: true },
  { name: 'Delivery time' },
  { name: 'Active' },
]

export function ShippingPage() {
  const { methods, markets, currencies } = usePageData<typeof loadShipping>(settingsLinks.shipping)
  const { call } = useConsole()
  const mayWrite = allowsScope(useMe().scopes, 'settings:write')
  const switches = useSwitches<ShippingMethod>(
    ({ id }, is_active) => call(editShippingMethod, { id, is_active }, { ifMatch: '*' }),
    ({ name }, isOn) => (isOn ? `${name} is offered at checkout` : `${name} is no longer offered`),
  )
  return (
    <SettingsPage follows="settings" title="Shipping" about="Shoppers see these methods at checkout in this order.">
      <Refusal problem={switches.problem} />
      <EditList
        title="Methods"
        addName="Add method"
        mayWrite={mayWrite}
        columns={methodColumns}
        rows={methods}
        call={getShippingMethod}
        toInput={({ id }) => ({ id })}
        nameOf={({ name }) => name}
        cells={(one) => (
          <>
            <td>
              <span className={styles.strong}>{one.name}</span> <span className={styles.third}>{one.code}</span>
            </td>
            <td className={endCell}>
              <Money of={one.price} />
            </td>
            <td className={endCell}>
              <span className={styles.second}>{one.free_from ? <Money of={one.free_from} /> : 'Never'}</span>
            </td>
            <td className={styles.second}>{formatDays(one)}</td>
            <td>
              <Switch
                label={`Offer ${one.name}`}
                isLabelHidden
                isOn={switches.isOn(one)}
                disabled={!mayWrite}
                onChange={(isOn) => switches.set(one, isOn)}
              />
            </td>
          </>
        )}
        dialog={(props) => <MethodDialog {...props} markets={markets} currencies={currencies} />}
      />
      <CarriersAndPromises />
    </SettingsPage>
  )
}

function CarriersAndPromises() {
  return (
    <div className={styles.halves}>
      <Panel title="Carriers">
        <p className={styles.strong}>{carrierNames.join(', ')}</p>
        <p className={styles.hint}>
          Staff choose from these carriers when they ship an order, or type another name. Tracking events arrive through{' '}
          <a href={staffApiDocsLink} className={styles.link}>
            the staff API
          </a>
          , or staff add them on the order page.
        </p>
      </Panel>
      <Panel title="Fixed values">
        <div className={styles.column}>
          <div className={styles.pair}>
            {promises.map(({ name, value, unit }) => (
              <TextField key={name} label={name} readOnly unit={unit} value={String(value)} onChange={() => {}} />
            ))}
          </div>
          <p className={styles.hint}>These values are built in and cannot be changed.</p>
        </div>
      </Panel>
    </div>
  )
}

function formatDays({ min_days: min, max_days: max }: ShippingMethod): string {
  if (max === 0) return 'Same day'
  return min === max ? `${max} ${max === 1 ? 'day' : 'days'}` : `${min} to ${max} days`
}

type DialogProps = RowDialogProps<ShippingMethod> & { markets: StaffMarket[]; currencies: string[] }

function MethodDialog({ opened, markets, currencies, onClose }: DialogProps) {
  const { call, shop } = useConsole()
  const id = opened?.data.id ?? 0
  const ifMatch = opened?.etag ?? ''
  // Empty fields are sent unchanged. The server's refusal names the missing field.
  type Edit = Parameters<typeof call<typeof editShippingMethod>>[1]
  type Create = Parameters<typeof call<typeof createShippingMethod>>[1]
  return (
    <EditDialog<MethodValues>
      title={opened ? opened.data.name : 'Add a method'}
      button={opened ? 'Save method' : 'Add method'}
      isNew={!opened}
      initial={toMethodValues(opened?.data, shop.currency, markets[0]?.id)}
      about={`shipping-methods/${id}`}
      reload={opened?.reload}
      says="Existing orders keep their shipping price."
      done={opened ? 'Method saved' : 'Method added'}
      onClose={onClose}
      send={(changed, values) =>
        opened
          ? call(editShippingMethod, { ...toSentMethod(changed, values), id } as Edit, { ifMatch })
          : call(createShippingMethod, { ...toSentMethod(values, values), code: values.code } as Create)
      }
      remove={
        opened && {
          button: 'Remove',
          done: 'Method removed',
          run: () => call(removeShippingMethod, { id }, { ifMatch }),
        }
      }
    >
      {(form) => <MethodFields form={form} markets={markets} currencies={currencies} isNew={!opened} />}
    </EditDialog>
  )
}

type FieldsProps = {
  form: Pick<ReturnType<typeof useForm<MethodValues>>, 'values' | 'field' | 'check'>
  markets: StaffMarket[]
  currencies: string[]
  isNew: boolean
}

function MethodFields({ form, markets, currencies, isNew }: FieldsProps) {
  const { currency } = form.values
  const offered = [...new Set([currency, ...currencies])]
  return (
    <>
      <div className={styles.two}>
        <TextField label="Name" maxLength={60} {...form.field('name')} />
        <TextField
          label="Code"
          hint={
            isNew
              ? 'Used by programs. Lowercase letters and hyphens only.'
              : 'Programs use this code, so it cannot be changed'
          }
          dir="ltr"
          maxLength={40}
          readOnly={!isNew}
          {...form.field('code')}
        />
        <SelectField
          label="Market"
          options={markets.map(({ id, name }) => ({ value: id, name }))}
          {...form.field('market_id')}
        />
        <TextField label="Carrier" hint="Such as Royal Mail Tracked 48" maxLength={60} {...form.field('carrier')} />
        <MoneyField label="Price" currency={currency} {...form.field('price')} />
        <MoneyField
          label="Free for orders from"
          hint="Leave empty for never"
          placeholder="Never"
          currency={currency}
          {...form.field('free_from')}
        />
        {offered.length > 1 && (
          <SelectField
            label="Currency"
            options={offered.map((code) => ({ value: code, name: code }))}
            {...form.field('currency')}
          />
        )}
        <NumberField label="Delivery takes at least" unit="days" min={0} max={365} {...form.field('min_days')} />
        <NumberField label="Delivery takes at most" unit="days" min={0} max={365} {...form.field('max_days')} />
        <PlaceField {...form.field('sort')} />
      </div>
      <Check label="Offer it at checkout" {...form.check('is_active')} />
    </>
  )
}
