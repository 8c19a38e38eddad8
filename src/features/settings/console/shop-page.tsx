import { Check as CheckMark, Mail, Phone } from 'lucide-react'
import { useMemo } from 'react'
import { usePageData } from '#console/data/use-page-data.ts'
import { nest } from '#console/form/form.rules.ts'
import { useForm } from '#console/form/use-form.ts'
import styles from '#console/settings/settings.module.css'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import { settingsLinks } from '#console/settings/settings-places.ts'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { Check } from '#console/ui/check.tsx'
import { ManyCombobox } from '#console/ui/combobox.tsx'
import { ConflictNote } from '#console/ui/conflict-note.tsx'
import { AreaField, SelectField, TextField } from '#console/ui/field.tsx'
import { FieldRow } from '#console/ui/form-page.tsx'
import { Refusal } from '#console/ui/note.tsx'
import { Panel } from '#console/ui/panel.tsx'
import { SaveBar } from '#console/ui/save-bar.tsx'
import { Switch } from '#console/ui/switch.tsx'
import { showToast } from '#console/ui/toast-store.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import { countryCodes } from '../country-codes.rules.ts'
import { listCountryNames } from '../country-names.rules.ts'
import { editSettings, getSettings, type ShopSettings } from '../settings.staff.contract.ts'
import { judgeVatNumber, tidyVatNumber } from '../vat.rules.ts'

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

const toText = (lines: string[]) => lines.join('\n')
const toLines = (text: string) => text.split('\n').flatMap((line) => line.trim() || [])

function toValues({ shop, seller, returns, features }: ShopSettings) {
  return {
    'shop.name': shop.name,
    'shop.ships_to': shop.ships_to,
    'shop.time_zone': shop.time_zone,
    'shop.order_prefix': shop.order_prefix,
    'seller.name': seller.name,
    'seller.email': seller.email,
    'seller.phone': seller.phone,
    'seller.registration': seller.registration,
    'seller.vat_number': seller.vat_number,
    'seller.address': toText(seller.address),
    'returns.name': returns.name,
    'returns.address': toText(returns.address),
    'features.wishlist': features.wishlist,
    'features.reviews': features.reviews,
    'features.chat': features.chat,
    'features.page_translator': features.page_translator,
  }
}

/** Who sells, from where, and what the shop offers. */
export function ShopPage() {
  const { settings, etag } = usePageData<typeof loadShop>(settingsLinks.shop)
  const { call } = useConsole()
  const mayWrite = allowsScope(useMe().scopes, 'settings:write')
  const form = useForm({ initial: toValues(settings), about: 'settings' })
  const countries = useMemo(
    () => listCountryNames(countryCodes, 'en').map(({ code, name }) => ({ value: code, name, detail: code })),
    [],
  )
  async function save() {
    const isSaved = await form.save((changed) => {
      const sent = Object.entries(changed).map(([name, value]) => [
        name,
        name.endsWith('.address') ? toLines(String(value)) : value,
      ])
      return call(editSettings, nest(Object.fromEntries(sent)), { ifMatch: etag })
    })
    if (isSaved) showToast('Shop details saved')
  }
  const address = form.values['seller.address']
  const isVatRight = judgeVatNumber(tidyVatNumber(form.values['seller.vat_number'])) === 'fits'
  const isSame = address.trim() !== '' && form.values['returns.address'].trim() === address.trim()
  return (
    <SettingsPage
      follows="settings"
      title="Shop details"
      about="Shown in letters, on packing slips and to search engines. Without a legal name the shop takes no orders."
      foot={
        <SaveBar
          changes={form.changed.map((name) => names[name])}
          isBusy={form.isBusy}
          onSave={save}
          onDiscard={form.discard}
        />
      }
    >
      <ConflictNote conflict={form.conflict} names={names} />
      <Refusal problem={form.problem} />
      <fieldset disabled={!mayWrite} className={styles.column} aria-label="Shop details">
        <Panel title="The shop">
          <div className={styles.column}>
            <FieldRow isPairs>
              <TextField label="Name" maxLength={60} {...form.field('shop.name')} />
              <TextField label="Legal name" maxLength={100} {...form.field('seller.name')} />
              <TextField
                label="Registered at"
                hint="As CVR 13 58 56 28, Copenhagen"
                maxLength={100}
                {...form.field('seller.registration')}
              />
              <TextField
                label="VAT number"
                dir="ltr"
                autoComplete="off"
                maxLength={40}
                unit={isVatRight && <VatMark />}
                hint={isVatRight ? undefined : 'With its country, as DK13585628'}
                {...form.field('seller.vat_number')}
              />
              <TextField
                label="Email for shoppers"
                icon={Mail}
                type="email"
                dir="ltr"
                autoComplete="off"
                maxLength={100}
                {...form.field('seller.email')}
              />
              <TextField
                label="Phone"
                icon={Phone}
                type="tel"
                dir="ltr"
                autoComplete="off"
                maxLength={30}
                {...form.field('seller.phone')}
              />
            </FieldRow>
            <ManyCombobox
              label="Ships to"
              hint="Checkout takes these countries only. Without any it takes every country."
              placeholder="Find a country"
              disabled={!mayWrite}
              choices={countries}
              {...form.field('shop.ships_to')}
            />
          </div>
        </Panel>
        <div className={styles.halves}>
          <Panel title="Address">
            <AreaField
              label="Address of the seller"
              hint="One line for each line of the letter."
              rows={4}
              {...form.field('seller.address')}
            />
          </Panel>
          <Panel title="Return address">
            <div className={styles.column}>
              <Check
                label="Same as the address"
                isChecked={isSame}
                disabled={address.trim() === ''}
                onChange={(isWanted) => form.set('returns.address', isWanted ? address : '')}
              />
              <TextField
                label="Name on the label"
                placeholder="Harbor Returns, Dock 4"
                maxLength={100}
                {...form.field('returns.name')}
              />
              <AreaField
                label="Where parcels come back to"
                hint="Shown to shoppers once a return is approved."
                rows={4}
                {...form.field('returns.address')}
              />
            </div>
          </Panel>
        </div>
        <Panel title="Clock and figures">
          <div className={styles.two}>
            <TextField
              label="Time zone of the shop"
              hint="As Europe/Stockholm. Days of figures, coupons and adverts begin and end by it."
              dir="ltr"
              autoComplete="off"
              maxLength={60}
              {...form.field('shop.time_zone')}
            />
            <TextField
              label="Order numbers begin with"
              hint={
                settings.shop.is_order_prefix_fixed
                  ? 'Cannot be changed after the first order'
                  : 'Two letters other than I, L and O. They cannot be changed after the first order.'
              }
              dir="ltr"
              autoComplete="off"
              maxLength={2}
              readOnly={settings.shop.is_order_prefix_fixed}
              {...form.field('shop.order_prefix')}
            />
          </div>
        </Panel>
        <Panel title="What the shop offers">
          <div className={styles.halves}>
            <div className={styles.column}>
              {(['wishlist', 'reviews', 'chat'] as const).map((name) => (
                <Switch
                  key={name}
                  label={{ wishlist: 'Wishlist', reviews: 'Reviews of products', chat: 'Chat with support' }[name]}
                  isOn={form.values[`features.${name}`]}
                  disabled={!mayWrite}
                  onChange={(isOn) => form.set(`features.${name}`, isOn)}
                />
              ))}
            </div>
            <SelectField
              label="Words in languages that the shop does not know"
              options={[
                { value: 'local', name: 'English' },
                { value: 'google', name: 'Google translates the page' },
              ]}
              {...form.field('features.page_translator')}
            />
          </div>
        </Panel>
      </fieldset>
    </SettingsPage>
  )
}

/** Its digits were typed right. Whether it was given out only a tax office can say. */
function VatMark() {
  return (
    <span className={styles.fits}>
      <CheckMark size={14} strokeWidth={1.9} aria-hidden /> digits fit
    </span>
  )
}
