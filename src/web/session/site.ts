import { useRouter } from '@tanstack/react-router'

/** What every page knows about the shop and its visitor's choices. Travels inside the HTML. */
export type Site = {
  name: string
  publicUrl: string
  /** The language the page is written in. */
  language: { id: number; code: string; name: string; direction: 'ltr' | 'rtl' }
  /** The language the visitor picked; it differs where we have no words for it. */
  picked: { code: string; name: string }
  /** What is done about such a language: English with a notice, or the page translator that the shop switched on. */
  page_translator: string
  currency: string
  /** The time zone of the browser, from its cookie; UTC until it has told. */
  time_zone: string
  /** The device that asked, as its header tells; a store's address follows it. */
  device: 'ios' | 'android' | 'other'
  open_collect: string
  reviews_switch: string
  /** Whether the shop's own chat is offered; another provider may be. */
  chat_switch: string
  /** The shop has published its terms and its privacy notice. */
  has_legal_pages: boolean
}

export function useSite(): Site {
  return useRouter().options.context.site
}
