import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { builtInChat, offerBuiltInChat } from '#features/support/web/chat/built-in-chat.ts'
import { useStore } from '#ui/state/use-store.ts'
import { lazyPart } from '#web/navigation/code-loading.tsx'
import { registerLoginDialog, useLoginRequest } from '#web/session/login-dialog.ts'

const SignInDialog = lazyPart(async () => (await import('#features/sign-in/web/sign-in-dialog.tsx')).SignInDialog)
const ChatPanel = lazyPart(async () => (await import('#features/support/web/chat/chat-panel.tsx')).ChatPanel)

/** Renders the dialogs that any page can open. The code of a dialog is loaded at its first use. */
export function Overlays() {
  const login = useLoginRequest()
  const isChatWanted = useOfferedChat()
  useEffect(() => registerLoginDialog(SignInDialog.fetchEarly), [])
  return (
    <>
      {login && <SignInDialog request={login} />}
      {isChatWanted && <ChatPanel />}
    </>
  )
}

/**
 * Registers the shop's own chat. Another chat can be registered here instead, by calling `registerChat` when that chat
 * is ready.
 */
function useOfferedChat(): boolean {
  const { call, site } = useRouter().options.context
  const isOn = site.chat_switch === 'on'
  useEffect(() => (isOn ? offerBuiltInChat(call) : undefined), [call, isOn])
  return useStore(builtInChat).isWanted
}
