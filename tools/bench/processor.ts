import { existsSync, readFileSync } from 'node:fs'

/** Milliseconds in a tick: Linux counts in hundredths of a second. */
const tickMs = 10

function ticksOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The second field is the command in brackets and may hold spaces; user and system time are the 14th and 15th.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return Number(user) + Number(system)
}

/**
 * Returns the processor time that the processes have used, in milliseconds; null when the system does not report it.
 */
export const readProcessorTime = (pids: readonly number[]): number | null =>
  pids.length > 0 && pids.every((pid) => existsSync(`/proc/${pid}/stat`))
    ? tickMs * pids.reduce((sum, pid) => sum + ticksOf(pid), 0)
    : null
