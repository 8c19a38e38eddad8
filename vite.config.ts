import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  appType: 'custom',
  publicDir: 'src/web/public',
  build: {
    target: 'es2023',
    // One style sheet for all screens: small enough, never a flash of unstyled page, cached once.
    cssCodeSplit: false,
    assetsInlineLimit: 0,
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/web',
        manifest: true,
        rolldownOptions: {
          input: 'src/app/entry-client.tsx',
          output: {
            codeSplitting: {
              groups: [
                // Changes least often, so it stays cached longest.
                { name: 'vendor', test: /node_modules\/(?:react|react-dom|scheduler|@tanstack|use-sync|zod|seroval)/ },
                // Small parts that many screens share travel together: twenty requests cost more than a few spare bytes.
                { name: 'parts', test: /src\/(?:web|contract)\/|lucide-react/, minShareCount: 4 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: { outDir: 'dist/ssr', copyPublicDir: false, rolldownOptions: { input: 'src/app/entry-server.tsx' } },
    },
  },
  builder: {},
})
