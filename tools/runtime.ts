import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const ownerIn = (dir: string) => join(dir, 'portal.pid')
const pidsIn = (dir: string) => join(dir, 'workerd.pids')

const toPids = (text: string) => text.split('\n').filter(Boolean).map(Number)
const readPids = (file: string) => (existsSync(file) ? toPids(readFileSync(file, 'utf8')) : [])

/** Returns the process ids that `pgrep` finds; none when it is missing. */
const findProcesses = (...args: string[]) => toPids(spawnSync('pgrep', args, { encoding: 'utf8' }).stdout ?? '')

const allRuntimes = () => findProcesses('-f', 'workerd serve')
const ownRuntimes = () => findProcesses('-P', String(process.pid), '-f', 'workerd serve')

/** Lists the process ids of the runtimes that use a data folder now; recorded ones that have ended are left out. */
export function listRuntimes(dir: string): number[] {
  const recorded = readPids(pidsIn(dir))
  if (recorded.length === 0) return []
  const running = new Set(allRuntimes())
  return recorded.filter((pid) => running.has(pid))
}

/** Waits until runtimes are ready and records the new ones, for the next start on the folder. */
export async function recordRuntimes(dir: string, ready: Promise<unknown>): Promise<void> {
  const before = new Set(ownRuntimes())
  await ready
  const started = ownRuntimes().filter((pid) => !before.has(pid))
  writeFileSync(pidsIn(dir), `${started.join('\n')}\n`)
}

const isPortal = (pid: number) => findProcesses('-f', 'tools/[a-z/-]+\\.ts').includes(pid)

/**
 * Takes a data folder for this process. Ends a runtime that a killed portal has left behind, because it would still
 * hold the port and the database.
 * @throws Error when another portal runs on the folder.
 */
export async function takeFolder(dir: string): Promise<void> {
  mkdirSync(dir, { recursive: true })
  const [owner] = readPids(ownerIn(dir))
  if (owner && owner !== process.pid && isPortal(owner))
    throw new Error(`A portal is already running on ${dir} (process ${owner}).`)
  for (const pid of listRuntimes(dir)) process.kill(pid, 'SIGKILL')
  while (listRuntimes(dir).length > 0) await sleep(20)
  rmSync(pidsIn(dir), { force: true })
  writeFileSync(ownerIn(dir), `${process.pid}\n`)
  process.on('exit', () => rmSync(ownerIn(dir), { force: true }))
}

/**
 * Checks that a port is free, because the runtime's own message is long.
 * @throws Error when another process listens on the port.
 */
export async function expectFreePort(port: number): Promise<void> {
  const server = createServer()
  const listening = new Promise<void>((resolve, reject) => {
    server.once('error', () => reject(new Error(`Port ${port} is taken. Choose another: PORT=8788 npm start`)))
    server.listen(port, '127.0.0.1', resolve)
  })
  await listening
  await new Promise((resolve) => server.close(resolve))
}
