export default {
  dialect: 'postgresql',
  schema: './src/**/*.tables.ts',
  out: './db/migrations',
}
