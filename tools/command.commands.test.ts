import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root, stateFolder } from './local-portal.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-command-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a command of `tools` and returns its status and everything that it printed. */
function run(script: string, args: readonly string[], variables: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'tools', script), ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ENVIRONMENTS_DIR: folder, ...variables },
  })
  return { status, printed: `${stdout}${stderr}` }
}

const commands = [
  'bench/bench.ts',
  'conformance/run.ts',
  'course-walks/walk-all.ts',
  'deploy/deploy.ts',
  'deploy/doctor.ts',
  'deploy/rollback.ts',
  'first-superadministrator/make.ts',
  'kill-rounds/rounds.ts',
  'load/openings.ts',
  'reseed.ts',
  'restore/drill.ts',
  'restore/restore.ts',
]

test.each(commands)('%s explains itself and refuses an unknown option without a stack trace', (script) => {
  const help = run(script, ['--help'])
  expect(help.status).toBe(0)
  expect(help.printed).toContain('npm run ')
  const refused = run(script, ['--no-such-option'])
  expect(refused.status).toBe(2)
  expect(refused.printed).toContain("Unknown option '--no-such-option'")
  expect(refused.printed).not.toContain('    at ')
})

test('a restore leaves a folder with a portal as it is', () => {
  const dir = join(folder, 'portal')
  mkdirSync(stateFolder(dir), { recursive: true })
  const { status, printed } = run('restore/restore.ts', ['--from', folder, '--backup', '1', '--into', dir])
  expect({ status, printed }).toEqual({ status: 1, printed: `${dir} has a portal already; choose an empty folder\n` })
})

/** Returns a port of this machine on which nothing listens. */
async function findClosedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const place = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (place === null || typeof place === 'string') throw new Error('the server has no port')
  return place.port
}

test('doctor without a connection says so', async () => {
  const hosts = { portalHost: 'portal.example', contentHost: 'content.example', paymentHost: 'payment.example' }
  const environment = { accountId: 'c0ffee'.padEnd(32, '0'), name: 'portal-try', jurisdiction: 'eu' }
  writeFileSync(join(folder, 'try.json'), JSON.stringify(Object.assign(environment, hosts)))
  const { status, printed } = run('deploy/doctor.ts', ['--env', 'try'], {
    CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${await findClosedPort()}`,
    CLOUDFLARE_API_TOKEN: 'token-of-the-test',
  })
  expect(status).toBe(1)
  expect(printed).toContain('No connection: connect ECONNREFUSED')
  expect(printed).not.toContain('    at ')
})

test('the first superadministrator of an environment that does not exist is refused by its name', () => {
  const person = ['--user-name', 'anna', '--first-name', 'Anna', '--last-name', 'Berg', '--email', 'anna@example.se']
  const { status, printed } = run('first-superadministrator/make.ts', [...person, '--env', 'staging'])
  expect({ status, printed }).toEqual({ status: 1, printed: 'there is no environments/staging.json\n' })
})
