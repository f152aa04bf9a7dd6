// Plain JavaScript on purpose: runs on any version of Node, before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const pinned = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')

const packagesIn = (file) => JSON.parse(readFileSync(join(root, file), 'utf8')).packages

/** True when the installed packages match the lockfile, except those of other platforms. */
function isInstalled() {
  if (!existsSync(pinned) || !existsSync(join(root, 'node_modules/.package-lock.json'))) return false
  const installed = packagesIn('node_modules/.package-lock.json')
  return Object.entries(packagesIn('package-lock.json')).every(
    ([path, wanted]) => path === '' || wanted.optional || installed[path]?.version === wanted.version,
  )
}

export function install() {
  if (isInstalled()) return
  console.log('Installing packages …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { status } = spawnSync(npm, ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    console.error('`npm install` failed; its message is above.')
    process.exit(status ?? 1)
  }
}

/** Continues in a script on the pinned version of Node and exits with its status. */
export function continueIn(script, args = process.argv.slice(2)) {
  const child = spawn(pinned, [join(root, script), ...args], {
    cwd: root,
    // The channel tells the child when this process has ended, for whatever reason.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}` },
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => process.exit(code ?? 1))
}
