import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const projectFolder = fileURLToPath(new URL('../../../', import.meta.url))

/** Starts Harbor in its own process, as `npm start` does or as a service manager does (`dist/server/main.js`). */
export function startHarbor(
  environment: Record<string, string>,
  program = 'bin/start.mjs',
  { maxBlocks }: { /** The largest size of a file in blocks, to simulate a full disk. */ maxBlocks?: number } = {},
) {
  const [command, ...words] = maxBlocks
    ? ['/bin/sh', '-c', `ulimit -f ${maxBlocks}; exec "$0" "$1"`, process.execPath, program]
    : [process.execPath, program]
  const child = spawn(command, words, {
    cwd: projectFolder,
    env: { ...process.env, NODE_ENV: 'test', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    child,
    output: () => output + errors,
    errors: () => errors,
    ended,
    /** Resolves with the address once the shop is open. */
    opened: () => waitForAddress(child, () => output + errors),
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

function waitForAddress(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const address = /(?:is open at |"msg":"open","url":")([^\s"]+)/.exec(output())?.[1]
      if (address) resolve(address)
    }
    child.stdout?.on('data', look)
    child.once('close', () => reject(new Error(`Harbor did not open:\n${output()}`)))
    look()
  })
}
