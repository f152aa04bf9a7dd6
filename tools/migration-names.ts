import { readdirSync } from 'node:fs'
import type { Plugin } from 'vite'

/** The Worker imports this name, see src/env-content.d.ts. */
const NAME = 'virtual:migrations'

const folder = new URL('../migrations/', import.meta.url)

/** Lists the names of the migrations in their order. */
const listMigrationNames = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()

/** Writes the names of the migrations into a module of their own, by which the Worker knows which are pending. */
export const migrationNames = (): Plugin => ({
  name: 'migration-names',
  resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
  load: (id) => (id === `\0${NAME}` ? `export const migrationNames = ${JSON.stringify(listMigrationNames())}` : null),
})
