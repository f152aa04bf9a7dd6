import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './local-portal.ts'

const sources = [
  'src',
  'locales',
  'public',
  'tools/content-scripts.ts',
  'astro.config.mjs',
  'wrangler.toml',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]
const stamp = join(root, 'dist/.built-from')

function filesUnder(path: string): string[] {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)))
}

/** Returns the hash of the names and contents of all files that the build is made from. */
export function fingerprint(): string {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((source) => filesUnder(join(root, source)))) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/** Whether there is a build, current or not: enough to read the Worker's bindings. */
export const isBuilt = () => existsSync(join(root, 'dist/server/wrangler.json'))

/**
 * Builds the Worker and its pages unless dist/ is up to date with the sources.
 * @throws Error with the output when the build fails.
 */
export function build(): void {
  const current = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return
  console.log('Building …')
  const begun = Date.now()
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/astro/bin/astro.mjs'), 'build'],
    {
      cwd: root,
      encoding: 'utf8',
      // Only its presence is checked; the real secret is bound when the Worker runs.
      env: { ...process.env, SESSION_SECRET: 'bound-when-served', ASTRO_TELEMETRY_DISABLED: '1' },
    },
  )
  if (status !== 0) throw new Error(`the build failed:\n${stdout}\n${stderr}`)
  writeFileSync(stamp, current)
  console.log(`Built in ${((Date.now() - begun) / 1000).toFixed(1)} s`)
}

if (import.meta.main) build()
