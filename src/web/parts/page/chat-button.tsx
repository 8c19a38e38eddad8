import MessageCircle from 'lucide-react/icons/message-circle'
import { FloatingButton } from '#ui/buttons/floating-button.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { openChat, useChatUnread } from '#web/session/chat.ts'

/** Renders the button that opens the live chat, with the number of unread replies. */
export function ChatButton() {
  const t = useT()
  const unread = useChatUnread()
  const label = unread > 0 ? t('Chat with us ({count} unread)', { count: unread }) : t('Chat with us')
  return <FloatingButton icon={MessageCircle} label={label} count={unread} onClick={openChat} />
}
