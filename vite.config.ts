import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { createClassNames } from './src/build/class-names.ts'
import { dropSchemas } from './src/build/drop-schemas.ts'
import { noteAssets } from './src/build/old-assets.ts'

export default defineConfig(({ command }) => ({
  plugins: [react(), dropSchemas(), noteAssets()],
  // While developing, names that tell where they come from are worth more.
  css: command === 'build' ? { modules: { generateScopedName: createClassNames() } } : {},
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
        // The code of former releases stays for those who still have their pages open; it goes after a week.
        emptyOutDir: false,
        manifest: true,
        rolldownOptions: {
          input: 'src/app/entry-client.tsx',
          // Reading a property does nothing else here. Otherwise every `orderStatus.paid` of a table that only the server uses would stay.
          treeshake: { propertyReadSideEffects: false },
          output: {
            // What screens share has no name: a list of all of them is part of what every page loads.
            chunkFileNames: ({ name }) => `assets/${name.startsWith('shared') ? '' : `${name}-`}[hash].js`,
            codeSplitting: {
              groups: [
                // Changes least often, so it stays cached longest.
                { name: 'vendor', test: /node_modules\/(?:react|react-dom|scheduler|@tanstack|use-sync|zod|seroval)/ },
                // What every screen needs, and what many share, travels together: fifty requests cost more than a few spare bytes.
                { name: 'shell', tags: ['$initial'] },
                { name: 'parts', minShareCount: 9 },
                // Each is smaller than a request, and would take along whatever it was merged with.
                {
                  name: 'hooks',
                  test: /web\/(?:use-(?:debounced|draft|late-part|optional-retry)|i18n\/t)\.tsx?$|src\/links\/[\w-]+\.ts$/,
                  minShareCount: 2,
                },
                // By itself, or it would be merged with the reviews, and every list would fetch those.
                { name: 'view-more', test: /ui\/view-more/ },
                // Likewise: one icon that two screens show would tie everything around it together.
                { name: 'icons', test: /lucide-react/, minShareCount: 2 },
                // Most advert places show a banner: what coupons need must not come along.
                {
                  name: 'adverts',
                  test: /widget\/(?:ad-area|load-advert|record-click|watch-impression)|ui\/banner|adverts\.rules/,
                },
                { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 2200 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: { outDir: 'dist/ssr', copyPublicDir: false, rolldownOptions: { input: 'src/app/entry-server.tsx' } },
    },
    // The server in a few files, its packages included: a thousand modules take half a second longer to read, and 80 MB more to have read.
    server: {
      // Native code, and what only development needs.
      resolve: { noExternal: true, external: ['sharp', 'vite', 'pg-native'] },
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        rolldownOptions: {
          input: 'src/app/main.ts',
          // Beside each other, so that all lie as deep in the checkout as their source.
          output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        },
      },
    },
    // The coupon widget and banner for pages that are not ours: one file at an address that never changes.
    widget: {
      consumer: 'client',
      build: {
        outDir: 'dist/web',
        emptyOutDir: false,
        copyPublicDir: false,
        manifest: false,
        rolldownOptions: {
          input: { widget: 'src/widget/embed.ts' },
          output: { entryFileNames: '[name].js', chunkFileNames: 'assets/widget-[name]-[hash].js' },
        },
      },
    },
  },
  builder: {},
}))
