import react from '@vitejs/plugin-react'
import { defineConfig, type EnvironmentOptions } from 'vite'
import { readCommit } from './src/app/process/read-commit.ts'
import { buildTarget } from './src/build/browsers.ts'
import { dropSchemas } from './src/build/drop-schemas.ts'
import { namePageFiles } from './src/build/name-page-files.ts'
import { noteAssets } from './src/build/old-assets.ts'
import { separateConsole } from './src/build/separate-console.ts'

/**
 * Matches the parts of the console that most pages use. Parts that few pages use and parts that need their own library
 * are excluded.
 */
const smallParts =
  /src\/console\/(?:ui\/[a-z]+\/(?!combobox|menu|split-button|tag-field|evidence|scan-button|template-list|steps|due-)|(?:data|form|shell)\/use-(?!counts)|form\/(?:edit-dialog|form\.rules)|data\/load-all)/

const client: EnvironmentOptions = {
  build: {
    outDir: 'dist/web',
    // The code of earlier releases stays for a week, for pages that are still open.
    emptyOutDir: false,
    manifest: true,
    rolldownOptions: {
      // No page loads the second entry. The entry adds the catalogs of all languages to the build, and the server gives
      // each page the address of its catalog.
      input: ['src/app/render/entry-client.tsx', 'src/words/catalogue-addresses.ts'],
      // Reading a property has no side effect here. Otherwise every `orderStatus.paid` of a server table would stay in the bundle.
      treeshake: { propertyReadSideEffects: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'words', test: /src\/words\/(?:catalogue-addresses|catalogues\/)/ },
            // Libraries change least often, so browsers cache their files longest.
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler|use-sync)/ },
            { name: 'vendor', test: /node_modules\/(?:@tanstack|zod|seroval)/ },
            { name: 'shell', tags: ['$initial'] },
            // One file for each icon would cost more requests than the bytes it saves.
            { name: 'icons', test: /node_modules\/lucide-react/, minShareCount: 2 },
            // Code that at least six screens or lazily loaded parts share. A lower number would load unused code, and a
            // higher number would cost too many requests.
            { name: 'common', minShareCount: 6 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 500 },
          ],
        },
      },
    },
  },
}

// The console has its own entry and style sheet. The shop's bundles contain no code of the console.
const staffConsole: EnvironmentOptions = {
  consumer: 'client',
  build: {
    outDir: 'dist/web',
    emptyOutDir: false,
    copyPublicDir: false,
    manifest: '.vite/console-manifest.json',
    rolldownOptions: {
      input: 'src/app/console/entry-client.tsx',
      treeshake: { propertyReadSideEffects: false },
      output: {
        entryFileNames: 'assets/console-[hash].js',
        chunkFileNames: ({ name }) => `assets/console-${name.startsWith('shared') ? '' : `${name}-`}[hash].js`,
        // Fonts have the same names in all builds. So the preload of a page, the style sheet and a browser's cache mean the same file.
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.woff2'))
            ? 'assets/[name]-[hash][extname]'
            : 'assets/console-[hash][extname]',
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(?:react|react-dom|scheduler|@tanstack\/(?:history|react-router|router-core|react-store|store)|use-sync|seroval)/,
            },
            { name: 'shell', tags: ['$initial'] },
            // Small parts of nearly every page share one file, so that no page loads a heavy file for a small part.
            { name: 'parts', test: smallParts },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 1000 },
          ],
        },
      },
    },
  },
}

const consoleSsr: EnvironmentOptions = {
  consumer: 'server',
  resolve: { noExternal: true },
  build: {
    outDir: 'dist/console-ssr',
    copyPublicDir: false,
    rolldownOptions: { input: 'src/app/console/entry-server.tsx' },
  },
}

// The server is bundled into a few files with its packages. A thousand modules would take half a second and 80 MB more to load.
const server: EnvironmentOptions = {
  // External: packages with native code or files of their own, and packages that only development needs.
  resolve: { noExternal: true, external: ['sharp', 'vite', 'pg-native', 'pdfkit', 'fontkit', 'subset-font'] },
  build: {
    outDir: 'dist/server',
    copyPublicDir: false,
    rolldownOptions: {
      input: {
        main: 'src/app/main.ts',
        // Worker thread that draws papers.
        'document-worker': 'src/features/documents/server/render/document-worker.ts',
      },
      // All files lie in one folder, at the same depth below the project folder as their source.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
}

// Inline scripts of pages. The server reads them as text.
const inline: EnvironmentOptions = {
  consumer: 'server',
  build: {
    outDir: 'dist/inline',
    copyPublicDir: false,
    minify: true,
    rolldownOptions: {
      input: ['src/app/render/inline/guard.ts', 'src/app/render/inline/start.ts'],
      // An ES module would end with an `export`, which an inline script must not contain.
      output: { format: 'cjs', entryFileNames: '[name].js' },
    },
  },
}

// The coupon widget and banner for other pages of the shop's host: one file at a fixed address.
const widget: EnvironmentOptions = {
  consumer: 'client',
  build: {
    outDir: 'dist/web',
    emptyOutDir: false,
    copyPublicDir: false,
    manifest: false,
    rolldownOptions: {
      input: { widget: 'src/widget/embed/embed.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: 'assets/widget-[name]-[hash].js' },
    },
  },
}

export default defineConfig(({ command }) => ({
  plugins: [react(), dropSchemas(), noteAssets(), separateConsole(), namePageFiles()],
  define: { builtCommit: JSON.stringify(readCommit()) },
  appType: 'custom',
  publicDir: 'src/web/public',
  build: {
    target: buildTarget,
    // One style sheet serves all screens, so that rules have the same order on every page and parts that load late have their rules.
    cssCodeSplit: false,
    assetsInlineLimit: 0,
  },
  environments: {
    client,
    ssr: {
      // The build contains its packages, so that a production install can leave them out. In development Node loads them.
      resolve: { noExternal: command === 'build' || [] },
      build: {
        outDir: 'dist/ssr',
        copyPublicDir: false,
        rolldownOptions: { input: 'src/app/render/entry-server.tsx' },
      },
    },
    console: staffConsole,
    consoleSsr,
    server,
    inline,
    widget,
  },
  builder: {},
}))
