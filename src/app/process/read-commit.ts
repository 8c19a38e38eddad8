import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { projectFolder } from '#server/project-folder.ts'

/**
 * Returns the commit of the checkout, with `-dirty` if files differ from the commit. `HARBOR_COMMIT` names the commit
 * where there is no repository.
 */
export function readCommit(): string {
  if (process.env.HARBOR_COMMIT) return process.env.HARBOR_COMMIT
  try {
    const words = ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*']
    const cwd = fileURLToPath(projectFolder)
    return execFileSync('git', words, { cwd, encoding: 'utf8', stdio: 'pipe' }).trim() || 'unknown'
  } catch {
    return 'unknown'
  }
}
