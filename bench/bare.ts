import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { Pool } from 'pg'

/** A baseline server: one route without work, and one with a single query. */
const pool = new Pool({ connectionString: process.argv[2], max: 10 })
const app = new Hono()
app.get('/hello', (c) => c.json({ message: 'success' }))
app.get('/select', async (c) => {
  const { rows } = await pool.query('select 1 as one')
  return c.json(rows)
})

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0, overrideGlobalObjects: false }, ({ port }) =>
  process.send?.({ port }),
)
process.on('disconnect', () => process.exit())
