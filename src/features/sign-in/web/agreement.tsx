import { privacyLink, termsLink } from '#links/pages.links.ts'
import { T } from '#web/i18n/t.tsx'
import { useT } from '#web/i18n/use-t.ts'
import styles from './sign-in.module.css'

export function Agreement() {
  const t = useT()
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
