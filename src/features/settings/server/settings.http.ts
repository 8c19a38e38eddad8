import { handle } from '#server/http/http.ts'
import * as calls from '../settings.contract.ts'
import * as settings from './settings.service.ts'

export const settingsHandlers = [
  handle(calls.listCurrencies, ({ shop }) => settings.listCurrencies(shop.db)),
  handle(calls.listLanguages, ({ shop }) => settings.listLanguages(shop.db)),
]
