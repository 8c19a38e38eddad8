import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { msg } from '#contract/text/translate.ts'
import { accountLink } from '#links/account.links.ts'
import { Literal } from '#ui/content/literal.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { loadOptional } from '#web/data/load-optional.ts'
import { useOptionalRetry } from '#web/data/use-optional-retry.ts'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import { RowsSkeleton } from '#web/parts/rows-skeleton.tsx'
import type { WebContext } from '#web/root.tsx'
import { writeCookie } from '#web/session/session.ts'
import { useSite } from '#web/session/site.ts'
import { listCurrencies } from '../settings.contract.ts'
import { currencyCookieDays, matchesSearch } from '../settings.rules.ts'
import { ChoicePage } from './choice-page.tsx'

const route = getRouteApi('/account/settingcurrency')

/** Loads the currencies with their names, because names in the browser may differ from the server's. */
export function loadCurrencies({ context }: { context: WebContext }) {
  return loadOptional(context, 'currencies', async (load) => {
    const currencies = await load(listCurrencies, {})
    const names = new Intl.DisplayNames(context.site.language.code, { type: 'currency' })
    return currencies.map((one) => ({ ...one, name: names.of(one.code) ?? one.code }))
  })
}

export function CurrencyPage() {
  const t = useT()
  const router = useRouter()
  const site = useSite()
  const { value, isUnavailable } = route.useLoaderData()
  useOptionalRetry(isUnavailable)
  // If the list fails to load, the current currency is still shown.
  const currencies = value ?? [{ code: site.currency, name: '', symbol_left: '', symbol_right: '' }]
  const goBack = useGoBack(accountLink)
  const [search, setSearch] = useState('')
  const found = currencies.filter((one) =>
    matchesSearch(search, [one.code, one.name, one.symbol_left, one.symbol_right]),
  )

  function choose(code: string) {
    writeCookie('currency', code, currencyCookieDays)
    router.update({ context: { ...router.options.context, site: { ...site, currency: code } } })
    router.invalidate()
    goBack()
  }

  return (
    <ChoicePage
      header={<AppBar title={t('Currency')} onBack={goBack} />}
      searchLabel={t('Search currencies')}
      search={search}
      onSearch={setSearch}
      listLabel={t('Currency')}
      value={site.currency}
      onChoose={choose}
      choices={found.map((one) => ({ value: one.code, label: <Literal>{one.code}</Literal>, note: one.name }))}
    />
  )
}

export function CurrencySkeleton() {
  return <RowsSkeleton title={msg('Currency')} />
}
