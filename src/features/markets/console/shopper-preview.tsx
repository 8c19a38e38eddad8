import { useState } from 'react'
import settings from '#console/settings/settings.module.css'
import { SelectField } from '#console/ui/fields/field.tsx'
import { Money } from '#console/ui/format/money.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import type { StaffProduct } from '#features/catalogue/products.staff.contract.ts'
import type { CountryName } from '#features/settings/country-names.rules.ts'
import type { StaffCurrency, StaffLanguage } from '#features/settings/settings.staff.contract.ts'
import type { StaffMarket } from '../markets.staff.contract.ts'
import type { ShippingMethod } from '../shipping-methods.staff.contract.ts'
import styles from './market-page.module.css'
import { findCheapestMethod, findShownPrice } from './shopper-preview.rules.ts'

type Props = {
  markets: StaffMarket[]
  methods: ShippingMethod[]
  currencies: StaffCurrency[]
  languages: StaffLanguage[]
  /** Names of all countries, in the order of the alphabet. */
  names: CountryName[]
  products: StaffProduct[]
  /** The country of the address of the page, chosen at first. */
  country: string | undefined
}

/** Renders price, language, shipping and delivery as a shopper in a country sees them. */
export function ShopperPreview({ markets, methods, currencies, languages, names, products, country }: Props) {
  const sold = markets.flatMap((market) => market.countries.map(({ country: code }) => ({ code, market })))
  const [chosen, setChosen] = useState(country)
  const skus = products.flatMap((product) => product.skus.map((sku) => ({ product, sku })))
  const [code, setCode] = useState(skus[0]?.sku.sku ?? '')
  const place = sold.find((one) => one.code === chosen) ?? sold[0]
  if (!place) return null
  const { market } = place
  const method = findCheapestMethod(methods, market.id)
  const sku = skus.find((one) => one.sku.sku === code)?.sku
  const price = sku && findShownPrice(sku, market.currency, currencies)
  const language = languages.find((one) => one.code === market.languages[0])
  return (
    <Panel title="Preview as a shopper">
      <div className={settings.column}>
        <div className={settings.two}>
          <SelectField
            label="Country"
            options={names
              .filter((known) => sold.some((one) => one.code === known.code))
              .map(({ code: value, name }) => ({ value, name }))}
            value={place.code}
            onChange={setChosen}
          />
          {skus.length > 0 && (
            <SelectField
              label="Product"
              options={skus.map(({ product, sku: one }) => ({
                value: one.sku,
                name: [product.name, one.options.map(({ value }) => value).join(' / ')].filter(Boolean).join(', '),
              }))}
              value={code}
              onChange={setCode}
            />
          )}
        </div>
        <dl className={styles.facts}>
          <div>
            <dt>Market</dt>
            <dd>
              {market.name}
              {market.status === 'draft' && <span className={settings.warning}> Draft</span>}
            </dd>
          </div>
          {sku && (
            <div>
              <dt>Price</dt>
              <dd>
                {price ? <Money of={price} /> : `Not sold in ${market.currency}`}{' '}
                {price && (
                  <span className={settings.third}>{market.tax_display === 'included' ? 'incl. tax' : 'plus tax'}</span>
                )}
              </dd>
            </div>
          )}
          <div>
            <dt>Language</dt>
            <dd>{language?.english_name ?? 'The visitor’s language'}</dd>
          </div>
          <div>
            <dt>Shipping</dt>
            <dd>
              {method ? <Money of={method.price} /> : 'No method'}{' '}
              {method?.free_from && (
                <span className={settings.third}>
                  free from <Money of={method.free_from} />
                </span>
              )}
            </dd>
          </div>
          {method && (
            <div>
              <dt>Delivery</dt>
              <dd>
                {method.min_days} to {method.max_days} days
              </dd>
            </div>
          )}
        </dl>
      </div>
    </Panel>
  )
}
