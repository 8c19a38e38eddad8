import { RouterClient } from '@tanstack/react-router/ssr/client'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createCaller } from '#contract/call.ts'
import { fetchCatalogue } from '#web/i18n/fetch-catalogue.ts'
import { startPageTranslator, surviveTranslators } from '#web/i18n/page-translator.ts'
import { createLoad, isSignInNeeded } from '#web/load.ts'
import { createSession } from '#web/session.ts'
import type { Site } from '#web/site.ts'
import { followTrail } from '#web/use-go-back.ts'
import { Overlays } from './overlays.tsx'
import { createShopRouter } from './router.tsx'
import '#web/styles/index.css'

const site = JSON.parse(document.getElementById('site')?.textContent ?? '') as Site
// Merchants' own scripts look for these two on the window.
Object.assign(window, { open_collect: site.open_collect, reviews_switch: site.reviews_switch })

surviveTranslators()
startPageTranslator(site)

const session = createSession(() => document.cookie)
const call = createCaller({ fetch: (path, init) => window.fetch(path, init), token: session.token })
const catalogue = await fetchCatalogue(site.language.code)
const router = createShopRouter({ call, load: createLoad(call), session, site, catalogue, Overlays })
followTrail(router.history)

// In small steps, between which a slow phone can scroll.
startTransition(() => {
  hydrateRoot(document, <RouterClient router={router} />, {
    // A page that asks for sign-in answers with the login dialog; that is nothing to complain about.
    onCaughtError: (error) => {
      if (!isSignInNeeded(error)) console.error(error)
    },
  })
})
