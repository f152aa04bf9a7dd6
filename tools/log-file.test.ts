import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openLogFile } from './log-file.ts'

const dir = mkdtempSync(join(tmpdir(), 'log-'))
afterAll(() => rmSync(dir, { recursive: true }))

type WriteCallback = (error?: Error | null) => void

/** Simulates a disk that can be full; stores the lines that fit. */
function disk() {
  const lines: string[] = []
  const state = { isFull: false, now: 0 }
  const open = () => {
    let onError = (_: Error) => {}
    return {
      on(_: string, listener: (error: Error) => void) {
        onError = listener
      },
      write(text: string, written: WriteCallback) {
        const error = state.isFull ? new Error('ENOSPC: no space left on device, write') : null
        if (error) onError(error)
        else lines.push(text.trim())
        written(error)
      },
    } as never
  }
  return { lines, state, log: openLogFile('portal.log', open, () => state.now) }
}

test('lines that do not fit on a full disk are counted, and logging continues when there is room', () => {
  const { lines, state, log } = disk()
  log.write('one')
  state.isFull = true
  log.write('two')
  log.write('three')
  expect(log.lost()).toBe(2)
  state.isFull = false
  state.now += 1_000
  log.write('four')
  expect([lines, log.lost()]).toEqual([['one'], 3])
  state.now += 5_000
  log.write('five')
  expect(lines).toEqual(['one', '{"level":"warn","event":"log.linesLost","lines":3}', 'five'])
  expect(log.lost()).toBe(0)
})

test('a full disk is retried, and never ends the process', () => {
  const { lines, state, log } = disk()
  state.isFull = true
  for (let at = 0; at < 10; at += 1) {
    log.write(`line ${at}`)
    state.now += 3_000
  }
  expect([lines, log.lost()]).toEqual([[], 10])
})

test('a real file is appended to, and one that cannot be opened ends nothing', async () => {
  const file = join(dir, 'portal.log')
  const log = openLogFile(file)
  log.write('first')
  log.write('second')
  await expect.poll(() => readFileSync(file, 'utf8')).toBe('first\nsecond\n')
  const nowhere = openLogFile(join(dir, 'portal.log', 'below-a-file'))
  nowhere.write('lost')
  await expect.poll(() => nowhere.lost()).toBe(1)
})
