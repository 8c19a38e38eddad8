import { loadAll } from '#console/data/load-all.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import { FormBar, FormNotes, useEdit } from '#console/form/form-frame.tsx'
import { useForm } from '#console/form/use-form.ts'
import styles from '#console/settings/settings.module.css'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import { editSettings, getSettings, listStaffLanguages } from '../settings.staff.contract.ts'
import { toSentShop, toShopValues } from './shop-form.rules.ts'
import {
  DescriptionPanel,
  FiguresPanel,
  OffersPanel,
  ReturnAddressPanel,
  SellerAddressPanel,
  SellerPanel,
} from './shop-panels.tsx'

export async function loadShop({ context: { load } }: { context: ConsoleContext }) {
  const [{ data, etag }, languages] = await Promise.all([load(getSettings, {}), loadAll(load, listStaffLanguages, {})])
  return { settings: data, etag: etag ?? '', languages: languages.filter(({ code }) => code !== 'en') }
}

const names = {
  'shop.name': 'name',
  'shop.description': 'description',
  'shop.descriptions': 'translations of the description',
  'shop.time_zone': 'time zone',
  'shop.order_prefix': 'order numbers',
  'seller.name': 'legal name',
  'seller.country': 'country',
  'seller.region': 'region',
  'seller.city': 'city',
  'seller.postcode': 'postal code',
  'seller.tax_number': 'tax number',
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
  const { settings, etag, languages } = usePageData<typeof loadShop>(settingsLinks.shop)
  const { call } = useConsole()
  const mayWrite = allowsScope(useMe().scopes, 'settings:write')
  const form = useForm({ initial: toShopValues(settings), about: 'settings' })
  const edit = useEdit(form, {
    names,
    saved: 'Store details saved',
    send: (changed) => call(editSettings, toSentShop(changed), { ifMatch: etag }),
  })
  return (
    <SettingsPage
      follows="settings"
      title="Store details"
      about="Shown in emails, on packing slips and to search engines. The store cannot take orders without a legal name."
      foot={<FormBar {...edit} />}
    >
      <FormNotes {...edit} />
      <fieldset disabled={!mayWrite} className={styles.column} aria-label="Store details">
        <SellerPanel form={form} />
        <div className={styles.halves}>
          <SellerAddressPanel form={form} />
          <ReturnAddressPanel form={form} />
        </div>
        <DescriptionPanel form={form} isFixed={!mayWrite} languages={languages} />
        <FiguresPanel form={form} isPrefixFixed={settings.shop.is_order_prefix_fixed} />
        <OffersPanel form={form} isFixed={!mayWrite} />
      </fieldset>
    </SettingsPage>
  )
}
