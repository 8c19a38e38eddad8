import Copy from 'lucide-react/icons/copy'
import { Icon } from '../content/icon.tsx'
import { joinClasses } from '../content/join-classes.ts'
import { useT } from '../i18n/use-t.ts'
import { showToast } from '../overlays/toast-store.ts'
import styles from './copy-button.module.css'
import { copyText } from './copy-text.ts'

type CopyButtonProps = {
  text: string
  /** The name of the copied value, for screen readers. */
  subject?: string
  className?: string
}

export function CopyButton({ text, subject, className }: CopyButtonProps) {
  const t = useT()
  return (
    <button
      type="button"
      className={joinClasses(styles.copy, className)}
      onClick={async () => {
        const done = await copyText(text)
        if (done) showToast(t('Copy successfully'), { icon: 'ok' })
        else showToast(t('Copy failed'), { icon: 'alert' })
      }}
    >
      <Icon of={Copy} size="s" />
      <span>{t('Copy')}</span>
      {subject && <span className="visually-hidden"> {subject}</span>}
    </button>
  )
}
