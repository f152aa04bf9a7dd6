import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../local-portal.ts'
import { DeployError } from './environment.ts'

/** Lines of Wrangler's output that an error shows; a deployment lists all modules before. */
const maxLines = 40

/**
 * Runs Wrangler and returns what it printed. It finds the API token in CLOUDFLARE_API_TOKEN, or the sign-in of
 * `wrangler login`.
 *
 * @throws DeployError with the end of its output when it fails.
 */
export function runWrangler(args: readonly string[], variables: Record<string, string> = {}): string {
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin/wrangler'), args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: {
      ...process.env,
      WRANGLER_SEND_METRICS: 'false',
      CI: '1',
      ...variables,
    },
  })
  if (status !== 0) {
    const lines = `${stdout}${stderr}`.trimEnd().split('\n').slice(-maxLines)
    throw new DeployError(`wrangler ${args[0]} failed:\n${lines.join('\n')}`)
  }
  return stdout
}

/** Returns the API token of the command, or else of `wrangler login`; null when nobody is signed in. */
export function findToken(): string | null {
  const given = process.env['CLOUDFLARE_API_TOKEN']
  if (given) return given
  try {
    const answer = JSON.parse(runWrangler(['auth', 'token', '--json'])) as { token?: string }
    return answer.token ?? null
  } catch {
    return null
  }
}
