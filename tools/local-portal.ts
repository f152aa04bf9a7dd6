import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Root folder of the repository, with a separator at its end. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** Folder of a local portal's database, files, queue and secret. */
export const dataDir = () => resolve(root, process.env['DATA_DIR'] ?? '.data')

/** Returns the port of the variable `PORT`, 8787 by default. */
export const port = () => Number(process.env['PORT'] ?? 8787)

/**
 * Origin in the names of people and courses in the record store of every local portal, whatever its port, because the
 * seed uses it.
 */
export const namingOrigin = 'http://localhost:8787'

/** Folder inside the data folder that Wrangler, the development server and the portal all use. */
export const stateFolder = (dir: string) => join(dir, 'v3')

const secretIn = (dir: string) => join(dir, 'session-secret')

/**
 * Returns the session secret of a data folder; creates it once, so that people stay signed in when the portal restarts.
 */
export function loadSecret(dir: string): string {
  const file = secretIn(dir)
  if (!existsSync(file)) {
    mkdirSync(dir, { recursive: true })
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 })
  }
  return readFileSync(file, 'utf8')
}

/** Deletes the stored data and the session secret of a portal, and leaves other files in the folder. */
export function deleteStoredData(dir: string): void {
  rmSync(stateFolder(dir), { recursive: true, force: true })
  rmSync(secretIn(dir), { force: true })
}

/** Returns the origins of the portal and of course content on a port. */
export const toOrigins = (at: number) => ({
  portal: `http://localhost:${at}`,
  content: `http://content.localhost:${at}`,
})
