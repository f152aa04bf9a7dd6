import { createWriteStream, type WriteStream } from 'node:fs'

const retryAfterMs = 5_000

type Open = (file: string) => Pick<WriteStream, 'write' | 'on'>

/**
 * Opens a log file to which `write` appends lines. A line that cannot be written, as on a full disk, is counted and
 * dropped, so that the log never ends the portal. The file is reopened after a while and then begins with the number of
 * missing lines.
 */
export function openLogFile(
  file: string,
  open: Open = (name) => createWriteStream(name, { flags: 'a' }),
  now: () => number = Date.now,
) {
  let stream: ReturnType<Open> | null = null
  let [lost, triedAt] = [0, Number.NEGATIVE_INFINITY]
  const drop = (failed: ReturnType<Open>) => {
    if (stream === failed) stream = null
    triedAt = now()
  }
  const append = (to: ReturnType<Open>, line: string, lines: number) =>
    to.write(`${line}\n`, (error) => {
      if (!error) return
      lost += lines
      drop(to)
    })
  const reopen = () => {
    const [next, missing] = [open(file), lost]
    stream = next
    triedAt = now()
    lost = 0
    next.on('error', () => drop(next))
    if (missing > 0) append(next, JSON.stringify({ level: 'warn', event: 'log.linesLost', lines: missing }), missing)
  }
  return {
    write(line: string): void {
      if (!stream && now() - triedAt >= retryAfterMs) reopen()
      if (stream) append(stream, line, 1)
      else lost += 1
    },
    /** Number of lines dropped since the last successful write. */
    lost: () => lost,
  }
}
