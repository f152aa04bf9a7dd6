import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { D1Database } from '@cloudflare/workers-types'
import { afterAll, expect, test } from 'vitest'
import { root, stateFolder } from './local-portal.ts'
import { migrate } from './migrate.ts'
import { checkDatabases, checkFolder, formatStartError } from './start-errors.ts'

const folder = mkdtempSync(join(tmpdir(), 'portal-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let folders = 0
function dataFolder(): string {
  folders += 1
  const dir = join(folder, `data-${folders}`)
  mkdirSync(join(stateFolder(dir), 'd1'), { recursive: true })
  return dir
}

/** Creates a database of several pages and returns its path. */
function databaseIn(dir: string): string {
  const file = join(stateFolder(dir), 'd1', 'portal.sqlite')
  const db = new DatabaseSync(file)
  db.exec('PRAGMA journal_mode = wal; CREATE TABLE people (id integer PRIMARY KEY, name text)')
  for (let at = 0; at < 200; at += 1) db.prepare('INSERT INTO people (name) VALUES (?)').run('Åsa'.repeat(100))
  db.close()
  return file
}

function overwrite(file: string, at: number, text: string): void {
  const opened = openSync(file, 'r+')
  writeSync(opened, text.repeat(500), at)
  closeSync(opened)
}

const start = (dir: string) =>
  spawnSync(process.execPath, [join(root, 'tools/serve.ts')], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dir, PORT: '18799' },
    encoding: 'utf8',
    timeout: 20_000,
  })

test('a folder with an intact database is accepted', () => {
  const dir = dataFolder()
  databaseIn(dir)
  checkFolder(dir)
  checkDatabases(dir)
})

test.each([
  ['in its middle', 8192],
  ['at its head', 0],
])('a database that is damaged %s is reported, and unchanged', (_, at) => {
  const dir = dataFolder()
  const file = databaseIn(dir)
  overwrite(file, at, 'nonsense')
  const before = readFileSync(file)
  const { status, stderr } = start(dir)
  expect(status).toBe(1)
  expect(stderr.trim().split('\n')).toEqual([
    expect.stringMatching(/^Databasen är skadad .*portal\.sqlite.*säkerhetskopia/),
    expect.stringMatching(/^The database is damaged .*portal\.sqlite.*backup/),
  ])
  expect(readFileSync(file).equals(before)).toBe(true)
})

test('a folder that cannot be written to is reported with a remedy', () => {
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  const dir = join(file, 'data')
  const { status, stderr } = start(dir)
  expect(status).toBe(1)
  expect(stderr.trim().split('\n')).toEqual([
    expect.stringContaining(`får inte skriva i ${dir}`),
    expect.stringContaining(`may not write in ${dir}`),
  ])
})

test('a disk without room is reported before anything is written', () => {
  const dir = dataFolder()
  expect(() => checkFolder(dir, () => 1_000_000)).toThrow(/^Disken är full: .*\nThe disk is full: /)
})

test.each(['ENOSPC: no space left on device, write', 'D1_ERROR: database or disk is full: SQLITE_FULL'])(
  'a disk that fills up during the start is reported the same way: %s',
  (message) => expect(formatStartError(new Error(message), '/data')).toMatch(/^Disken är full: .*\/data/),
)

test.each([
  [
    'a newer version is refused by name',
    ['0001_foundation.sql', '9999_later.sql'],
    /nyare version.*9999_later.*\n.*newer version/,
  ],
  [
    'an earlier baseline is refused with the command that rebuilds it',
    ['0001_ground.sql', '0002_guards.sql'],
    /\(2 migreringar.*npm start -- --fresh.*\n.*\(2 migrations.*npm start -- --fresh/,
  ],
])('a database of %s is reported before anything is written', async (_, applied, message) => {
  const written: string[] = []
  const rows = { all: async () => ({ results: applied.map((name) => ({ name })) }) }
  const db = {
    prepare: (text: string) => ({ ...rows, bind: () => rows, run: async () => written.push(text) }),
    batch: async () => written.push('batch'),
  }
  // `migrate` calls only these two methods.
  await expect(migrate(db as unknown as D1Database)).rejects.toThrow(message)
  expect(written.filter((text) => !text.startsWith('CREATE TABLE IF NOT EXISTS d1_migrations'))).toEqual([])
})
