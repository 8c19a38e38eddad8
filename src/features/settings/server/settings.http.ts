import { handle } from '#server/http.ts'
import * as calls from '../settings.contract.ts'
import { getNavigation } from './navigation.service.ts'
import * as settings from './settings.service.ts'

export const settingsHandlers = [
  handle(calls.getNavigation, ({ shop, input }) => getNavigation(shop.db, input.id ?? null)),
  handle(calls.listCurrencies, ({ shop }) => settings.listCurrencies(shop.db)),
  handle(calls.listLanguages, ({ shop }) => settings.listLanguages(shop.db)),
]
