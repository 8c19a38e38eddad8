import { privacyLink, termsLink } from '#links/pages.links.ts'
import { T } from '#ui/i18n/t.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { useSite } from '#web/session/site.ts'
import styles from './sign-in.module.css'

/** Links to the terms and the privacy policy of the shop. Renders nothing until the shop has published both pages. */
export function Agreement() {
  const t = useT()
  const { has_legal_pages: hasLegalPages } = useSite()
  if (!hasLegalPages) return null
  return (
    <p className={styles.agreement}>
      <T
        id="By continuing you agree to our {terms} and {privacy}."
        values={{
          terms: (
            <a href={termsLink} target="_blank" rel="noreferrer">
              {t('Terms')}
            </a>
          ),
          privacy: (
            <a href={privacyLink} target="_blank" rel="noreferrer">
              {t('Privacy Notice')}
            </a>
          ),
        }}
      />
    </p>
  )
}
