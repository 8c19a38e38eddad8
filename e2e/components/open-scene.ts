import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from '../support/test.ts'
import { scenesFolder } from './build-scenes.ts'
import type { SceneName } from './scenes.tsx'

/** Browsers treat this origin as secure, like https, and no server is needed. */
const origin = 'http://scenes.localhost'
const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

// The gallery has its own app bar and heading. Other scenes get a heading here.
const stage = (scene: string) =>
  scene === 'gallery'
    ? '<div id="scene" data-scene="gallery"></div>'
    : `<header><h1>${scene}</h1></header><main id="scene" data-scene="${scene}" style="min-height: 200vh"></main>`

const html = (scene: string, dir: string) => `<!doctype html>
<html lang="en" dir="${dir}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${scene}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/style.css">
${stage(scene)}
<script type="module" src="/scenes.js"></script>
</html>`

/** Opens a page with a single scene. Requests of the scene are answered by the routes that the test sets. */
export async function openScene(page: Page, scene: SceneName, { dir = 'ltr' } = {}): Promise<void> {
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    const type = types[extname(pathname)]
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: html(scene, dir) })
    if (!type) return route.fallback()
    return route.fulfill({ contentType: type, body: await readFile(join(scenesFolder, pathname)) })
  })
  await page.goto(dir === 'ltr' ? origin : `${origin}/?dir=${dir}`)
  await expect(page.locator('[data-ready]')).toBeAttached()
}
