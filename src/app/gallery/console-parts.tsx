import { type ConsoleContext, ConsoleReact } from '#console/shell/console-context.ts'
import { Toaster } from '#console/ui/overlays/toaster.tsx'
import { showParts } from './show-parts.tsx'
import '#ui/themes/theme-console.css'

const shop = { name: 'Harbor', url: '/', time_zone: 'Europe/Copenhagen', currency: 'USD', currencies: ['USD', 'EUR'] }
// No shop is behind these pages, so calls stay pending, as on a very slow connection.
const call = () => new Promise<never>(() => undefined)
const context: ConsoleContext = {
  additions: { loadFinders: async () => [], notes: {}, memberAreaParts: [] },
  call,
  load: call,
  shop,
  clock: { now: Date.parse('2026-09-18T08:42:00Z'), zone: shop.time_zone },
  isPhone: false,
  me: {
    kind: 'member',
    id: 'ingrid',
    name: 'Ingrid Solheim',
    email: 'ingrid@harbor.example',
    role: { id: 'owner', name: 'Owner', is_owner: true },
    scopes: ['orders:read', 'returns:read', 'inbox:read'],
    refund_limit: null,
    second_step: { is_required: true, is_missing: false, required_from: null, ways: [], recovery_codes_left: 8 },
    company_account: 'off',
    confirmed_until: null,
    single_keys: true,
    keys: {},
    compact_rows: false,
    shop,
    counts: {},
  },
}

showParts(import.meta.glob('../../features/gallery/console/gallery-*.tsx', { eager: true }), (parts) => (
  <ConsoleReact value={context}>
    <main>{parts}</main>
    <Toaster />
  </ConsoleReact>
))
