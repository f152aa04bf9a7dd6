import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { root } from './house.ts'

const ownerIn = (dir: string) => join(dir, 'portal.pid')
const pidsIn = (dir: string) => join(dir, 'workerd.pids')

const pidsOf = (file: string) =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number) : []

/** How a living process was started; empty when there is none of that id. */
function commandOf(pid: number): string {
  const file = `/proc/${pid}/cmdline`
  if (existsSync('/proc/self/cmdline')) return existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\0', ' ') : ''
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
}

const isRuntime = (pid: number) => commandOf(pid).includes('workerd serve')

/** The runtimes that work on a data folder now; what is written down may be older. */
export const runtimesOn = (dir: string): number[] => pidsOf(pidsIn(dir)).filter(isRuntime)

/**
 * Takes a data folder for this process. Another living portal keeps it; a runtime that a killed portal left behind is
 * ended, because it would still hold the port and the database.
 */
export function takeFolder(dir: string): void {
  mkdirSync(dir, { recursive: true })
  const [owner] = pidsOf(ownerIn(dir))
  if (owner && owner !== process.pid && /tools\/\w+\.ts/.test(commandOf(owner)))
    throw new Error(`A portal is already running on ${dir} (process ${owner}).`)
  for (const pid of runtimesOn(dir)) process.kill(pid, 'SIGKILL')
  rmSync(pidsIn(dir), { force: true })
  writeFileSync(ownerIn(dir), `${process.pid}\n`)
  process.on('exit', () => rmSync(ownerIn(dir), { force: true }))
}

/** Says plainly that somebody else has the port; the runtime's own words for it are long. */
export async function expectFree(port: number): Promise<void> {
  const server = createServer()
  const listening = new Promise<void>((resolve, reject) => {
    server.once('error', () => reject(new Error(`Port ${port} is taken. Choose another: PORT=8788 npm start`)))
    server.listen(port, '127.0.0.1', resolve)
  })
  await listening
  await new Promise((resolve) => server.close(resolve))
}

/** Has Miniflare start its runtime through `workerd.sh`. */
export function tieRuntimeTo(dir: string): void {
  if (process.platform === 'win32') return
  const path: { default: string } = createRequire(import.meta.url)('workerd')
  process.env['PORTAL_WORKERD'] = path.default
  process.env['PORTAL_WORKERD_PIDS'] = pidsIn(dir)
  process.env['MINIFLARE_WORKERD_PATH'] = join(root, 'tools/workerd.sh')
}
