import { fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { root } from '../local-portal.ts'
import { listRuntimes } from '../runtime.ts'

export interface PortalProcess {
  /** Sends SIGKILL to the process and its children; resolves when all of them are gone. */
  kill: () => Promise<void>
}

const script = join(root, 'tools/kill-rounds/killable-portal.ts')

/**
 * Starts the built portal on a data folder, in a process group of its own. Its clock ticks each `tickMs` milliseconds.
 */
export async function startPortal(dir: string, port: number, log: string, tickMs = 500): Promise<PortalProcess> {
  const child = fork(script, [dir, String(port), log, String(tickMs)], { cwd: root, detached: true })
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const ready = new Promise<void>((resolve) => child.once('message', () => resolve()))
  const early = exit.then(() => {
    throw new Error('the portal ended before it was ready')
  })
  early.catch(() => undefined)
  await Promise.race([ready, early])
  return {
    async kill() {
      // A negative number means the whole process group.
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
      await exit
      while (listRuntimes(dir).length > 0) await after(20)
    },
  }
}
