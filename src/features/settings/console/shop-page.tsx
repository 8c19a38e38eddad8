import { usePageData } from '#console/data/use-page-data.ts'
import { FormBar, FormNotes, useEdit } from '#console/form/form-frame.tsx'
import { useForm } from '#console/form/use-form.ts'
import styles from '#console/settings/settings.module.css'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { AreaField } from '#console/ui/fields/field.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import { editSettings, getSettings } from '../settings.staff.contract.ts'
import { toSentShop, toShopValues } from './shop-form.rules.ts'
import { FiguresPanel, OffersPanel, ReturnAddressPanel, SellerPanel } from './shop-panels.tsx'

export async function loadShop({ context: { load } }: { context: ConsoleContext }) {
  const { data, etag } = await load(getSettings, {})
  return { settings: data, etag: etag ?? '' }
}

const names = {
  'shop.name': 'name',
  'shop.ships_to': 'countries',
  'shop.time_zone': 'time zone',
  'shop.order_prefix': 'order numbers',
  'seller.name': 'legal name',
  'seller.email': 'email',
  'seller.phone': 'phone',
  'seller.registration': 'registration',
  'seller.vat_number': 'VAT number',
  'seller.address': 'address',
  'returns.name': 'name on the label',
  'returns.address': 'return address',
  'features.wishlist': 'wishlist',
  'features.reviews': 'reviews',
  'features.chat': 'chat',
  'features.page_translator': 'translator',
} as const

/** Renders the settings of the shop: the seller, the addresses, and the features. */
export function ShopPage() {
  const { settings, etag } = usePageData<typeof loadShop>(settingsLinks.shop)
  const { call } = useConsole()
  const mayWrite = allowsScope(useMe().scopes, 'settings:write')
  const form = useForm({ initial: toShopValues(settings), about: 'settings' })
  const edit = useEdit(form, {
    names,
    saved: 'Shop details saved',
    send: (changed) => call(editSettings, toSentShop(changed), { ifMatch: etag }),
  })
  return (
    <SettingsPage
      follows="settings"
      title="Shop details"
      about="Shown in emails, on packing slips and to search engines. The shop cannot take orders without a legal name."
      foot={<FormBar {...edit} />}
    >
      <FormNotes {...edit} />
      <fieldset disabled={!mayWrite} className={styles.column} aria-label="Shop details">
        <SellerPanel form={form} isFixed={!mayWrite} />
        <div className={styles.halves}>
          <Panel title="Address">
            <AreaField
              label="Seller address"
              hint="Enter the lines as they are printed on an envelope."
              rows={4}
              {...form.field('seller.address')}
            />
          </Panel>
          <ReturnAddressPanel form={form} />
        </div>
        <FiguresPanel form={form} isPrefixFixed={settings.shop.is_order_prefix_fixed} />
        <OffersPanel form={form} isFixed={!mayWrite} />
      </fieldset>
    </SettingsPage>
  )
}
