import { writeCookie } from '../session/session.ts'
import type { Site } from '../session/site.ts'

export function startPageTranslator(site: Site): void {
  // The translator reads its languages from a cookie and then calls this function.
  writeCookie('googtrans', `/${site.language.code}/${site.picked.code}`, 1)
  Object.assign(window, {
    startTranslator: () => {
      if (!hasTranslator(window)) return
      const place = document.body.appendChild(document.createElement('div'))
      place.id = 'page-translator'
      place.hidden = true
      new window.google.translate.TranslateElement({ pageLanguage: site.language.code, autoDisplay: false }, place.id)
    },
  })
  const script = document.createElement('script')
  script.src = 'https://translate.google.com/translate_a/element.js?cb=startTranslator'
  document.head.append(script)
}

type Translator = { translate: { TranslateElement: new (options: object, id: string) => unknown } }
const hasTranslator = (scope: object): scope is { google: Translator } => 'google' in scope
