import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { buildTarget } from '../../src/build/browsers.ts'

export const scenesFolder = fileURLToPath(new URL('../../.cache/scenes/', import.meta.url))

/** Builds one script and one style sheet with all scenes. */
export default async function buildScenes() {
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    publicDir: false,
    build: {
      outDir: scenesFolder,
      emptyOutDir: true,
      minify: false,
      target: buildTarget,
      cssCodeSplit: false,
      rolldownOptions: {
        input: fileURLToPath(new URL('scenes.tsx', import.meta.url)),
        output: { entryFileNames: 'scenes.js', assetFileNames: 'assets/[name][extname]', codeSplitting: false },
      },
    },
  })
}
