import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { useT } from '../i18n/use-t.ts'
import styles from './app-bar.module.css'

type AppBarProps = {
  title: string
  /** Called by the back arrow, which is shown only with this function. */
  onBack?: () => void
  end?: ReactNode
}

export function AppBar({ title, onBack, end }: AppBarProps) {
  const t = useT()
  return (
    <header className={styles.bar}>
      <div className={styles.start}>
        {onBack && <IconButton icon={ArrowLeft} flip label={t('Back')} onClick={onBack} />}
      </div>
      <h1 className={styles.title}>{title}</h1>
      <div className={styles.end}>{end}</div>
    </header>
  )
}
