import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../local-portal.ts'

/** Commit of the suite that the record store was last tested with; MIT, never part of this repository. */
const commit = '2ec25f2eb8ccfcb7cb63ec2679dbd965f9f6ffdc'

const folder = join(root, '.cache/conformance', commit)

const inFolder = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })

/** Fetches the pinned commit of ADL's suite from a repository, unless it is there, and returns its folder. */
export function fetchSuite(from: string): string {
  if (existsSync(join(folder, 'node_modules/mocha'))) return folder
  mkdirSync(folder, { recursive: true })
  if (!existsSync(join(folder, 'package.json'))) {
    console.log(`Fetching ${from} …`)
    inFolder('git', 'init', '--quiet')
    inFolder('git', 'fetch', '--quiet', '--depth', '1', from, commit)
    inFolder('git', 'checkout', '--quiet', 'FETCH_HEAD')
  }
  console.log('Installing what it needs …')
  inFolder('npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error')
  return folder
}
