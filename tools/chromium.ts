import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { root } from './house.ts'

const installed = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** A browser that is on the machine already; Playwright's own download comes last. */
export function findChromium(): string | null {
  const candidates = [...installed, chromium.executablePath()]
  return candidates.find((path) => path && existsSync(path)) ?? null
}

const run = (command: string, args: string[]) => spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status === 0

function installByApt(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const args = ['install', '-y', '--no-install-recommends', 'chromium']
  return run('apt-get', args) || (run('apt-get', ['update']) && run('apt-get', args))
}

/** The path of a browser that can run, fetched if there is none. */
export function readyChromium(): string {
  const found = findChromium()
  if (found) return found
  console.log('Installing Chromium …')
  installByApt() || run(process.execPath, [join(root, 'node_modules/playwright/cli.js'), 'install', 'chromium'])
  const fetched = findChromium()
  if (fetched) return fetched
  throw new Error('No Chromium: install one, or name it in CHROMIUM_PATH.')
}

/** No GPU, no sandbox of its own in a container, and no calls home. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
