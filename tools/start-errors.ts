import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { stateFolder } from './local-portal.ts'

/** Reason why a portal cannot start, and the remedy, in both languages. */
class CannotStart extends Error {
  constructor(swedish: string, english: string) {
    super(`${swedish}\n${english}`)
  }
}

const neededMb = 50

const diskFull = (dir: string) =>
  new CannotStart(
    `Disken är full: portalen kan inte skriva i ${dir}. Frigör minst ${neededMb} MB och starta igen.`,
    `The disk is full: the portal cannot write in ${dir}. Free at least ${neededMb} MB and start again.`,
  )

const notWritable = (dir: string) =>
  new CannotStart(
    `Portalen får inte skriva i ${dir}. Ge den rätt att skriva där, eller välj en annan mapp: DATA_DIR=/en/mapp npm start`,
    `The portal may not write in ${dir}. Let it write there, or choose another folder: DATA_DIR=/a/folder npm start`,
  )

const damaged = (file: string) =>
  new CannotStart(
    `Databasen är skadad och har inte rörts: ${file}. Lägg tillbaka en säkerhetskopia av mappen, eller börja om i en tom mapp: DATA_DIR=/en/mapp npm start`,
    `The database is damaged and was left as it is: ${file}. Put back a backup of the folder, or begin in an empty one: DATA_DIR=/a/folder npm start`,
  )

/** Creates the error of a database that a newer version has migrated. */
export const newerDatabase = (names: readonly string[]) =>
  new CannotStart(
    `Databasen är från en nyare version av portalen (${names.join(', ')}) och har inte rörts. Starta den versionen, eller välj en annan mapp: DATA_DIR=/en/mapp npm start`,
    `The database is of a newer version of the portal (${names.join(', ')}) and was left as it is. Start that version, or choose another folder: DATA_DIR=/a/folder npm start`,
  )

/** Creates the error of a database that was migrated by files which a later baseline has replaced. */
export const earlierBaseline = (names: readonly string[]) =>
  new CannotStart(
    `Databasen är skapad av en äldre version av portalen (${names.length} migreringar som inte finns längre) och kan inte uppgraderas; den har inte rörts. Kör npm start -- --fresh, som tar bort allt som är lagrat och bygger upp portalen på nytt.`,
    `The database was created by an earlier version of the portal (${names.length} migrations that no longer exist) and cannot be upgraded; it was left as it is. Run npm start -- --fresh, which deletes all stored data and builds the portal again.`,
  )

const isFull = (error: unknown) => /ENOSPC|EDQUOT|SQLITE_FULL|disk is full/.test(String(error))
const isRefused = (error: unknown) => /EROFS|EACCES|EPERM|ENOTDIR|ENOENT|EEXIST|SQLITE_READONLY/.test(String(error))

/** Returns the reason behind a system error during the start; null for an error with another cause. */
function reasonFor(error: unknown, dir: string): CannotStart | null {
  if (error instanceof CannotStart) return error
  if (isFull(error)) return diskFull(dir)
  return null
}

/**
 * Returns the message for an error that stopped a start: the known reason in Swedish and English, or else the error's
 * own.
 */
export function formatStartError(error: unknown, dir: string): string {
  const reason = reasonFor(error, dir) ?? error
  return reason instanceof Error ? reason.message : String(reason)
}

const freeBytesIn = (dir: string) => {
  const { bavail, bsize } = statfsSync(dir)
  return bavail * bsize
}

/**
 * Checks that files can be written in the folder.
 * @throws CannotStart when the folder is not writable or the disk has too little room.
 */
export function checkFolder(dir: string, freeBytes: (dir: string) => number = freeBytesIn): void {
  const probe = join(dir, 'written-at-start')
  try {
    mkdirSync(dir, { recursive: true })
    writeFileSync(probe, Buffer.alloc(65_536))
    rmSync(probe)
  } catch (error) {
    if (isRefused(error)) throw notWritable(dir)
    throw reasonFor(error, dir) ?? error
  }
  if (freeBytes(dir) < neededMb * 1_048_576) throw diskFull(dir)
}

function isWhole(file: string): boolean {
  try {
    // Read-only, because a damaged file must not be repaired by guessing.
    const db = new DatabaseSync(file, { readOnly: true })
    try {
      return Object.values(db.prepare('PRAGMA quick_check(1)').get() ?? {})[0] === 'ok'
    } finally {
      db.close()
    }
  } catch {
    return false
  }
}

/**
 * Checks the stored databases without changing them.
 * @throws CannotStart when one of the databases is damaged.
 */
export function checkDatabases(dir: string): void {
  const state = stateFolder(dir)
  if (!existsSync(state)) return
  const files = readdirSync(state, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sqlite'))
  for (const file of files.map((name) => join(state, name))) if (!isWhole(file)) throw damaged(file)
}
