import { globSync, readFileSync } from 'node:fs'

/** Every page of the documentation. */
export const pages = globSync(['*.md', 'docs/**/*.md', 'packages/client/*.md']).map((file) => ({
  file,
  text: readFileSync(file, 'utf8'),
}))

/** What is typed, in blocks and in the middle of a sentence. */
export const typed = pages.flatMap(({ file, text }) =>
  [...text.matchAll(/(?:^|[`\s])((?:npm|node|npx) [^`\n#]+)/gm)].map(([, command = '']) => ({
    file,
    command: command.trim(),
  })),
)

/** Blocks of code with the words behind their fence. */
export const blocks = pages.flatMap(({ file, text }) =>
  [...text.matchAll(/^ *```(.*)\n([\s\S]*?)^ *```/gm)].map(([, kind = '', code = '']) => ({ file, kind, code })),
)
