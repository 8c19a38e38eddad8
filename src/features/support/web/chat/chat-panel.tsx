import { useLocation, useRouter } from '@tanstack/react-router'
import SendHorizontal from 'lucide-react/icons/send-horizontal'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { ChatMessage } from '#features/support/chat.contract.ts'
import { chatMessageMaxLength, chatReplyHours } from '#features/support/chat.rules.ts'
import { readProductHandle } from '#links/catalogue.links.ts'
import { IconButton } from '#ui/buttons/icon-button.tsx'
import { FailedView } from '#ui/content/empty-view.tsx'
import { joinClasses } from '#ui/content/join-classes.ts'
import { Notice } from '#ui/content/notice.tsx'
import { Skeleton, SkeletonLine } from '#ui/content/skeleton.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { useStore } from '#ui/state/use-store.ts'
import { LocalTime } from '#ui/time/local-time.tsx'
import { newKey } from '#web/data/new-key.ts'
import { ReviewPictures } from '#web/parts/reviews/review-pictures.tsx'
import { builtInChat, closeBuiltInChat } from './built-in-chat.ts'
import styles from './chat-panel.module.css'
import { type UnsentMessageState, useConversation } from './use-conversation.ts'

export function ChatPanel() {
  const t = useT()
  const { isOpen } = useStore(builtInChat)
  const { call } = useRouter().options.context
  const { pathname } = useLocation()
  const chat = useConversation(call, isOpen, readProductHandle(pathname))
  const end = useRef<HTMLDivElement>(null)
  const said = chat.messages.length + chat.unsent.length

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the end after each new message.
  useEffect(() => {
    if (isOpen) end.current?.scrollIntoView({ block: 'end' })
  }, [isOpen, said, chat.isLoaded])

  return (
    <Sheet open={isOpen} onClose={closeBuiltInChat} title={t('Chat with us')} height="tall" flush>
      <div className={styles.chat}>
        <div className={styles.thread} role="log" aria-label={t('Chat with us')}>
          {chat.hasFailed && !chat.isLoaded && <FailedView onRefresh={chat.refresh} />}
          {!chat.isLoaded && !chat.hasFailed && (
            <Skeleton>
              <SkeletonLine width="long" />
              <SkeletonLine width="medium" />
            </Skeleton>
          )}
          {chat.isLoaded && said === 0 && (
            <p className={styles.hello}>
              {chat.isOnline
                ? t('Hello! How can we help?')
                : t('Write to us. The chat is offline right now, but we answer within {hours} hours.', {
                    hours: chatReplyHours,
                  })}
            </p>
          )}
          {chat.messages.map((message) => (
            <Said key={message.id} message={message} />
          ))}
          {chat.unsent.map((message) => (
            <UnsentMessage key={message.client_key} message={message} onRetry={() => void chat.send(message)} />
          ))}
          <div ref={end} className={styles.end} />
        </div>
        <Composer
          onType={chat.type}
          onSend={(body) => void chat.send({ body, client_key: newKey(), hasFailed: false })}
        />
      </div>
    </Sheet>
  )
}

function Said({ message }: { message: ChatMessage }) {
  const t = useT()
  if (message.author === 'system') {
    return <Notice>{t(message.body)}</Notice>
  }
  const isOwn = message.author === 'shopper'
  return (
    <div className={joinClasses(styles.said, isOwn && styles.own)}>
      <span className="visually-hidden">{isOwn ? t('You') : message.staff_name}</span>
      <p className={styles.bubble} dir="auto">
        {message.body}
      </p>
      <ReviewPictures pictures={message.images.map(({ url }) => url)} />
      <p className={styles.meta}>
        {!isOwn && message.staff_name && (
          <span className={styles.name} aria-hidden="true">
            <bdi>{message.staff_name}</bdi>
          </span>
        )}
        <LocalTime>{message.created_at}</LocalTime>
      </p>
    </div>
  )
}

function UnsentMessage({ message, onRetry }: { message: UnsentMessageState; onRetry: () => void }) {
  const t = useT()
  return (
    <div className={joinClasses(styles.said, styles.own)}>
      <p className={joinClasses(styles.bubble, styles.unsent)} dir="auto">
        {message.body}
      </p>
      <p className={styles.meta}>
        {message.hasFailed ? (
          <>
            <span className={styles.failed}>{t('Not sent')}</span>
            <button type="button" className={styles.retry} onClick={onRetry}>
              {t('Send again')}
            </button>
          </>
        ) : (
          <span>{t('Sending …')}</span>
        )}
      </p>
    </div>
  )
}

function Composer({ onSend, onType }: { onSend: (body: string) => void; onType: () => void }) {
  const t = useT()
  const [body, setBody] = useState('')
  const canSend = body.trim() !== ''

  function send(event: FormEvent) {
    event.preventDefault()
    if (!canSend) return
    onSend(body.trim())
    setBody('')
  }

  function handleKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // On a phone, Enter adds a line, so messages are sent with the button.
    const hasKeyboard = matchMedia('(hover: hover)').matches
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing && hasKeyboard) send(event)
  }

  return (
    <form className={styles.composer} onSubmit={send} data-sheet-foot>
      <textarea
        className={styles.input}
        name="body"
        aria-label={t('Message')}
        placeholder={t('Write a message')}
        rows={1}
        maxLength={chatMessageMaxLength}
        value={body}
        onChange={(event) => {
          setBody(event.target.value)
          onType()
        }}
        onKeyDown={handleKeyDown}
      />
      <IconButton type="submit" icon={SendHorizontal} flip label={t('Send')} disabled={!canSend} />
      <p className={styles.seen}>
        {t('While the chat is open, we see that you are online and which product you are viewing.')}
      </p>
    </form>
  )
}
