import { useRouter } from '@tanstack/react-router'

/** What every page knows about the shop and its visitor's choices. Travels inside the HTML. */
export type Site = {
  name: string
  publicUrl: string
  language: { id: number; code: string; name: string; direction: 'ltr' | 'rtl' }
  currency: string
  open_collect: string
  reviews_switch: string
  /** Whether the shop's own chat is offered; another provider may be. */
  chat_switch: string
}

export function useSite(): Site {
  return useRouter().options.context.site
}
