import { accountHandlers } from '#features/account/server/account.http.ts'
import { settingsHandlers } from '#features/settings/server/settings.http.ts'
import { signInHandlers } from '#features/sign-in/server/sign-in.http.ts'
import type { Handler } from '#server/http.ts'

/** Every call of the JSON API: one line a feature. */
export const handlers: Handler[] = [...accountHandlers, ...settingsHandlers, ...signInHandlers]
