import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('never uses the pathname of a file URL, in which a space is %20', () => {
  const files = globSync(['{bin,src,db,bench,e2e,packages}/**/*.{ts,tsx,mjs}', '*.ts'])
  const wrong = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        /(?:import\.meta\.url|projectFolder|root)\)*\.pathname/.test(line) ? `${file}:${index + 1}` : [],
      ),
  )
  expect(files.length).toBeGreaterThan(900)
  expect(wrong).toEqual([])
})
