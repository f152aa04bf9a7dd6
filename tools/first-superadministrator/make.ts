import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashPassword } from '#api/people/authentication/passwords/password-hash.ts'
import { readOptions, runCommand } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { readEnvironment } from '../deploy/environment.ts'
import { workerConfigFile } from '../deploy/worker-config.ts'
import { root } from '../local-portal.ts'
import { findFault, listSuperadministrators, toStatements } from './statements.ts'

/**
 * Makes the first superadministrator of a deployed portal, with a random password that is shown once and must be
 * changed at the first sign-in. A portal that has a superadministrator is left as it is.
 *
 *   npm run first-superadministrator -- --user-name anna --first-name Anna --last-name Berg --email anna@example.se
 */

const hoursValid = 24

const values = readOptions(
  `Makes the first superadministrator of a deployed portal:
  npm run first-superadministrator -- --user-name anna --first-name Anna --last-name Berg --email anna@example.se`,
  {
    'user-name': { type: 'string' },
    'first-name': { type: 'string' },
    'last-name': { type: 'string' },
    email: { type: 'string' },
    /** Name of the D1 database in wrangler.toml. */
    database: { type: 'string', default: 'utbildningsportalen' },
    /** Name of a deployed environment, whose database is used instead of that of wrangler.toml. */
    env: { type: 'string' },
    /** The database of this machine instead of the deployed one, to try the command. */
    local: { type: 'boolean', default: false },
  },
)

const place = values.local ? '--local' : '--remote'

/** Returns Wrangler's arguments that choose the database. */
function chooseDatabase(): string[] {
  const environment = values.env ? readEnvironment(values.env) : null
  if (values.env && !environment) throw new CommandError(`there is no environments/${values.env}.json`)
  if (!environment) return [values.database]
  const config = workerConfigFile(join(root, 'dist/server'), environment)
  if (!existsSync(config)) throw new CommandError(`deploy first: npm run deploy -- --env ${values.env}`)
  return ['DB', '--config', config]
}

function wrangler(...given: string[]): string {
  const { status, stdout, stderr } = spawnSync(
    join(root, 'node_modules/.bin/wrangler'),
    ['d1', 'execute', ...chooseDatabase(), place, '--yes', '--json', ...given],
    { cwd: root, encoding: 'utf8' },
  )
  if (status !== 0) throw new CommandError(`wrangler failed:\n${stdout}${stderr}`)
  return stdout
}

function superadministrators(): string[] {
  const answer = wrangler('--command', listSuperadministrators)
  const [found] = JSON.parse(answer.slice(answer.indexOf('['))) as { results: { user_name: string }[] }[]
  return (found?.results ?? []).map((row) => row.user_name)
}

/**
 * Runs the statements. They hold a password hash, so the file is readable by its owner only and deleted immediately.
 */
function execute(statements: readonly string[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'portal-'))
  const file = join(folder, 'statements.sql')
  try {
    writeFileSync(file, statements.map((statement) => `${statement};\n`).join(''), { mode: 0o600 })
    wrangler('--file', file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

// No letters or digits that are easily mistaken for one another.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const newPassword = () =>
  [5, 5, 5, 5].map((length) => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')).join('-')

async function make(): Promise<void> {
  const [userName = '', firstName = '', lastName = '', email = ''] = (
    ['user-name', 'first-name', 'last-name', 'email'] as const
  ).map((name) => values[name]?.trim())
  const person = { userName, firstName, lastName, email }
  const fault = findFault(person)
  if (fault) throw new CommandError(`${fault}. Give --user-name, --first-name, --last-name and --email`)
  const before = superadministrators()
  if (before.length > 0) throw new CommandError(`there is a superadministrator already: ${before.join(', ')}`)
  const [password, now] = [newPassword(), new Date()]
  const expiresAt = new Date(now.getTime() + hoursValid * 3_600_000)
  execute(toStatements({ person, passwordHash: await hashPassword(password), now, expiresAt }))
  if (!superadministrators().includes(userName)) throw new CommandError('the superadministrator was not made')
  console.log(`
Superadministrator:  ${userName}
Temporary password:  ${password}

It is shown this once, works for ${hoursValid} hours and is changed at the first sign-in.`)
}

runCommand(make)
