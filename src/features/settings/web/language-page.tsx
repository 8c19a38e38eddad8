import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { msg } from '#contract/text/translate.ts'
import { accountLink } from '#links/account.links.ts'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { beginPending } from '#ui/overlays/pending-requests.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import { RowsSkeleton } from '#web/parts/rows-skeleton.tsx'
import type { WebContext } from '#web/root.tsx'
import { writeCookie } from '#web/session/session.ts'
import { useSite } from '#web/session/site.ts'
import { listLanguages } from '../settings.contract.ts'
import { languageCookieDays, matchesSearch } from '../settings.rules.ts'
import { ChoicePage } from './choice-page.tsx'
import styles from './language-page.module.css'

const route = getRouteApi('/account/settinglanguage')

/** Loads the languages with their names, because names in the browser may differ from the server's. */
export async function loadLanguages({ context }: { context: WebContext }) {
  const languages = await context.load(listLanguages, {})
  const names = new Intl.DisplayNames(context.site.language.code, { type: 'language' })
  return languages.map((one) => ({ ...one, here: names.of(one.code) ?? one.english_name }))
}

export function LanguagePage() {
  const t = useT()
  const site = useSite()
  const languages = route.useLoaderData()
  const goBack = useGoBack(accountLink)
  const [search, setSearch] = useState('')
  const found = languages.filter((one) => matchesSearch(search, [one.name, one.english_name, one.here, one.code]))

  const isEnglishInstead = site.picked.code !== site.language.code && site.page_translator !== 'google'
  const noticeText =
    isEnglishInstead &&
    t('The shop is not available in {language} yet, so it is shown in English.', { language: site.picked.name })
  // A toast shows the message too. If the language is chosen at the end of the list, the notice above the list is out
  // of view.
  useEffect(() => {
    if (popLanguageChosen() && noticeText) showToast(noticeText, { icon: 'alert' })
  }, [noticeText])

  function choose(code: string) {
    storeLanguageChosen()
    writeCookie('language', code, languageCookieDays)
    beginPending()
    window.location.reload()
  }

  return (
    <ChoicePage
      header={<AppBar title={t('Language')} onBack={goBack} />}
      searchLabel={t('Search languages')}
      search={search}
      onSearch={setSearch}
      listLabel={t('Language')}
      value={site.picked.code}
      notice={noticeText}
      onChoose={choose}
      choices={found.map((one) => ({
        value: one.code,
        label: (
          <span lang={one.code} dir={one.direction} translate="no" className={styles.ownName}>
            {one.name}
          </span>
        ),
        note: one.here,
      }))}
    />
  )
}

const languageChosenKey = 'language_chosen'

/** Stores, for the next page load, that a language was just chosen. */
function storeLanguageChosen(): void {
  try {
    sessionStorage.setItem(languageChosenKey, '1')
  } catch {
    // Without session storage, only the notice above the list shows the message.
  }
}

function popLanguageChosen(): boolean {
  try {
    const isChosen = sessionStorage.getItem(languageChosenKey) !== null
    sessionStorage.removeItem(languageChosenKey)
    return isChosen
  } catch {
    return false
  }
}

export function LanguageSkeleton() {
  return <RowsSkeleton title={msg('Language')} />
}
