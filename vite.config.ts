import react from '@vitejs/plugin-react'
import { defineConfig, type EnvironmentOptions } from 'vite'
import { readCommit } from './src/app/process/read-commit.ts'
import { buildTarget } from './src/build/browsers.ts'
import { dropSchemas } from './src/build/drop-schemas.ts'
import { namePageFiles } from './src/build/name-page-files.ts'
import { noteAssets } from './src/build/old-assets.ts'
import { separateConsole } from './src/build/separate-console.ts'

/** Of the console: all but what few pages have, or what brings a library along. */
const smallParts =
  /src\/console\/(?:ui\/[a-z]+\/(?!combobox|menu|split-button|tag-field|evidence|scan-button|template-list|steps|due-)|(?:data|form|shell)\/use-(?!counts)|form\/(?:edit-dialog|form\.rules)|data\/load-all)/

const client: EnvironmentOptions = {
  build: {
    outDir: 'dist/web',
    // The code of former releases stays for those who still have their pages open; it goes after a week.
    emptyOutDir: false,
    manifest: true,
    rolldownOptions: {
      // The second is loaded by nobody: it has the words of every language put beside the code, where the server tells pages to find theirs.
      input: ['src/app/render/entry-client.tsx', 'src/words/catalogue-addresses.ts'],
      // Reading a property does nothing else here. Otherwise every `orderStatus.paid` of a table that only the server uses would stay.
      treeshake: { propertyReadSideEffects: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'words', test: /src\/words\/(?:catalogue-addresses|catalogues\/)/ },
            // These change least often, so they stay cached longest.
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler|use-sync)/ },
            { name: 'vendor', test: /node_modules\/(?:@tanstack|zod|seroval)/ },
            { name: 'shell', tags: ['$initial'] },
            // A file for each icon would take more requests than it saves bytes.
            { name: 'icons', test: /node_modules\/lucide-react/, minShareCount: 2 },
            // What six or more screens and late parts share. With a lower number screens load code in vain, with a higher one they take too many requests.
            { name: 'common', minShareCount: 6 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 500 },
          ],
        },
      },
    },
  },
}

// The console: its own entry and style sheet. Nothing of it is in the shop's bundles, and the shop's parts that it uses are in its own.
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
        // Fonts are called as in the builds of the server and of the shop: the page that preloads a font, the sheet that uses it, and a
        // browser that was in the shop before all mean the same file.
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
            // Small parts that nearly every page has: one file, so that none of them lands in the company of something heavy.
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

// The server in a few files, its packages included: a thousand modules take half a second longer to read, and 80 MB more to have read.
const server: EnvironmentOptions = {
  // Native code, and what only development needs.
  resolve: { noExternal: true, external: ['sharp', 'vite', 'pg-native', 'pdfkit'] },
  build: {
    outDir: 'dist/server',
    copyPublicDir: false,
    rolldownOptions: {
      input: 'src/app/main.ts',
      // Beside each other, so that all lie as deep in the checkout as their source.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
}

// The scripts that stand inside of pages. The server reads them as text.
const inline: EnvironmentOptions = {
  consumer: 'server',
  build: {
    outDir: 'dist/inline',
    copyPublicDir: false,
    minify: true,
    rolldownOptions: {
      input: ['src/app/render/inline/guard.ts', 'src/app/render/inline/start.ts'],
      // An ES module would end with an `export`, which a script inside of a page must not have.
      output: { format: 'cjs', entryFileNames: '[name].js' },
    },
  },
}

// The coupon widget and banner for pages that are not ours: one file at an address that never changes.
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
    // One style sheet for all screens: its rules have the same order on every page, and a page that is opened later is never without its rules.
    cssCodeSplit: false,
    assetsInlineLimit: 0,
  },
  environments: {
    client,
    ssr: {
      // The build has its packages in it, so that a production install can leave them out. In development Node reads them.
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
