import Copy from 'lucide-react/icons/copy'
import { useT } from '#web/i18n/use-t.ts'
import styles from './copy-button.module.css'
import { copyText } from './copy-text.ts'
import { Icon } from './icon.tsx'
import { joinClasses } from './join-classes.ts'
import { showToast } from './toast-store.ts'

type CopyButtonProps = {
  text: string
  /** What is copied, for those who do not see what stands beside the button. */
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
