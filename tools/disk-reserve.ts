import { existsSync, rmSync, statfsSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const reserveBytes = 24 * 1_048_576
/**
 * Bytes of the reserve released at a time: more than the size at which a database's log is reused, because the log must
 * fit before the database can be read again.
 */
const stepBytes = 8 * 1_048_576
const roomToSpare = 4 * reserveBytes
const msBetweenSteps = 10_000

const freeBytesIn = (dir: string) => {
  const { bavail, bsize } = statfsSync(dir)
  return bavail * bsize
}

/**
 * Holds room back on the disk. After a write that did not fit, the database needs room even to be read; on a full disk
 * the reserve is released step by step, and filled again when there is room to spare.
 *
 * The caller runs `fill` at intervals and `release` when the disk is full; a second `release` within the pause between
 * steps does nothing.
 */
export function openReserve(
  dir: string,
  freeBytes: (dir: string) => number = freeBytesIn,
  now: () => number = Date.now,
) {
  const file = join(dir, 'reserve')
  const heldBytes = () => (existsSync(file) ? statSync(file).size : 0)
  let releasedAt = Number.NEGATIVE_INFINITY
  const fill = () => {
    try {
      if (heldBytes() < reserveBytes && freeBytes(dir) > roomToSpare) writeFileSync(file, Buffer.alloc(reserveBytes))
    } catch {
      // The disk has just filled up: the incomplete reserve is deleted.
      rmSync(file, { force: true })
    }
  }
  return {
    fill,
    heldBytes,
    release(): void {
      if (now() - releasedAt < msBetweenSteps || heldBytes() === 0) return
      releasedAt = now()
      truncateSync(file, Math.max(0, heldBytes() - stepBytes))
    },
  }
}
