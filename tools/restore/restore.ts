import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build, isBuilt } from '../build.ts'
import { readOptions, runCommand } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { deleteStoredData, stateFolder } from '../local-portal.ts'
import { migrate } from '../migrate.ts'
import { openStore } from '../portal.ts'
import { comparedRows, compareRows } from './compare-rows.ts'
import { toRemoteTarget } from './remote-target.ts'
import { type BackupSource, type RestoreTarget, restoreDatabase, toTarget } from './restore-database.ts'

/**
 * Restores a downloaded backup into an empty database:
 *
 *   npm run restore -- --from <folder> --backup <id> --into <data folder>
 *   npm run restore -- --from <folder> --backup <id> --account <id> --database <id>
 *
 * The first form makes a local portal, the second fills a D1 database that has its migrations and no people; the
 * variable CLOUDFLARE_API_TOKEN holds a token that may edit it. `<folder>` holds the copy of the bucket.
 */
const values = readOptions(
  `Restores a downloaded backup into a folder of this machine, or into an empty D1 database:
  npm run restore -- --from <folder> --backup <id> --into <data folder>
  npm run restore -- --from <folder> --backup <id> --account <id> --database <id>`,
  {
    from: { type: 'string' },
    backup: { type: 'string' },
    into: { type: 'string' },
    account: { type: 'string' },
    database: { type: 'string' },
    api: { type: 'string', default: 'https://api.cloudflare.com' },
  },
)

function folderSource(folder: string): BackupSource {
  return {
    read: async (key) =>
      new Uint8Array(
        await readFile(join(folder, key)).catch(() => {
          throw new CommandError(`${join(folder, key)} is missing`)
        }),
      ),
  }
}

async function restoreInto(target: RestoreTarget, source: BackupSource, id: string): Promise<void> {
  const begun = Date.now()
  const manifest = await restoreDatabase(target, source, id)
  await compareRows(target, source, manifest)
  const { tables, files, finishedAt } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `${rows} rows of ${tables.length} tables, as of ${finishedAt.toISOString()}, in ${Math.round((Date.now() - begun) / 1000)} s.`,
  )
  console.log(`${comparedRows} rows drawn at random are those of the backup.`)
  if (files.missing > 0) console.log(`${files.missing} stored files were missing already when the backup was made.`)
}

async function restoreLocally(dir: string, source: BackupSource, id: string): Promise<void> {
  if (existsSync(stateFolder(dir))) throw new CommandError(`${dir} has a portal already; choose an empty folder`)
  if (!isBuilt()) build()
  const store = await openStore(dir)
  try {
    await migrate(store.db)
    // The Worker's own type of the same object, as in `openStore`.
    await restoreInto(toTarget(store.db as unknown as D1Database), source, id)
  } catch (error) {
    // Half a restore is of no use, and a second try needs an empty folder.
    await store.close()
    deleteStoredData(dir)
    throw error
  }
  await store.close()
}

async function restore(): Promise<void> {
  const { from, backup, into, account, database, api } = values
  if (!from || !backup) throw new CommandError('give --from, a folder, and --backup, the id of a backup in it')
  const source = folderSource(resolve(from))
  const token = process.env['CLOUDFLARE_API_TOKEN']
  if (into) await restoreLocally(resolve(into), source, backup)
  else if (account && database && token)
    await restoreInto(toRemoteTarget({ api, account, database, token }), source, backup)
  else throw new CommandError('give --into, or --account and --database with the variable CLOUDFLARE_API_TOKEN')
}

runCommand(restore)
