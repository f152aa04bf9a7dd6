import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { root } from './local-portal.ts'

const installed = [
  process.env['CHROMIUM_PATH'],
  // The headless shell lacks everything that only a window needs, and uses a third less processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Returns the path of an installed browser, or else of Playwright's own download; null without one. */
export function findChromium(): string | null {
  const candidates = [...installed, chromium.executablePath()]
  return candidates.find((path) => path && existsSync(path)) ?? null
}

const run = (command: string, args: string[]) => spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status === 0

function installByApt(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const install = (name: string) => run('apt-get', ['install', '-y', '--no-install-recommends', name])
  // Debian has both packages, Ubuntu neither.
  const either = () => install('chromium-headless-shell') || install('chromium')
  return either() || (run('apt-get', ['update']) && either())
}

/**
 * Returns the path of a browser that can run; installs one when there is none.
 * @throws Error when none can be installed.
 */
export function ensureChromium(): string {
  const found = findChromium()
  if (found) return found
  console.log('Installing Chromium …')
  installByApt() || run(process.execPath, [join(root, 'node_modules/playwright/cli.js'), 'install', 'chromium'])
  const fetched = findChromium()
  if (fetched) return fetched
  throw new Error('No Chromium: install one, or name it in CHROMIUM_PATH.')
}

/** No GPU, no sandbox of its own in a container, and no background requests. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
