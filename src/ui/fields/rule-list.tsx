import Check from 'lucide-react/icons/check'
import Circle from 'lucide-react/icons/circle'
import { Icon } from '../content/icon.tsx'
import { joinClasses } from '../content/join-classes.ts'
import { useT } from '../i18n/use-t.ts'
import styles from './rule-list.module.css'

/** Renders the rules of a new password, checked while it is typed. */
export function RuleList({ rules }: { rules: { text: string; met: boolean }[] }) {
  const t = useT()
  return (
    <ul className={styles.rules}>
      {rules.map(({ text, met }) => (
        <li key={text} className={joinClasses(styles.rule, met && styles.met)}>
          <Icon of={met ? Check : Circle} size="s" />
          <span>{text}</span>
          {met && <span className="visually-hidden"> {t('done')}</span>}
        </li>
      ))}
    </ul>
  )
}
