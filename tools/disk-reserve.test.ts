import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openReserve } from './disk-reserve.ts'

const dir = mkdtempSync(join(tmpdir(), 'reserve-'))
afterAll(() => rmSync(dir, { recursive: true }))

const mb = 1_048_576

test('room is reserved, released in steps, and reserved again when there is room to spare', () => {
  const disk = { free: 10 * mb, now: 0 }
  const reserve = openReserve(
    dir,
    () => disk.free,
    () => disk.now,
  )
  reserve.release()
  reserve.fill()
  expect(reserve.heldBytes()).toBe(0)
  disk.free = 500 * mb
  reserve.fill()
  expect(reserve.heldBytes()).toBe(24 * mb)
  reserve.release()
  reserve.release()
  expect(reserve.heldBytes()).toBe(16 * mb)
  for (let at = 0; at < 10; at += 1) {
    disk.now += 10_000
    reserve.release()
  }
  expect(reserve.heldBytes()).toBe(0)
  reserve.fill()
  expect(reserve.heldBytes()).toBe(24 * mb)
})
