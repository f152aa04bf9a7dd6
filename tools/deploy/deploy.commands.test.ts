import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { build } from '../build.ts'
import { root } from '../local-portal.ts'
import { type CloudflareStandIn, startCloudflareStandIn } from './stand-in/cloudflare-stand-in.ts'

const accountId = 'c0ffee'.padEnd(32, '0')
const token = 'token-of-the-test'
const environment = {
  accountId,
  name: 'portal-try',
  jurisdiction: 'eu',
  portalHost: 'utbildning.example.se',
  contentHost: 'example-kurser.net',
  paymentHost: 'example-betalning.se',
}

let cloudflare: CloudflareStandIn
let folder: string

/** Runs one of the commands as a person would, and returns its exit code with what it printed. */
async function run(
  command: 'deploy' | 'rollback' | 'doctor',
  args: string[] = [],
  variables: Record<string, string> = {},
) {
  const child = spawn(process.execPath, [join(root, `tools/deploy/${command}.ts`), '--env', 'try', ...args], {
    cwd: root,
    env: {
      ...process.env,
      CLOUDFLARE_API_BASE_URL: cloudflare.base,
      CLOUDFLARE_API_TOKEN: token,
      ENVIRONMENTS_DIR: folder,
      SESSION_SECRET: '',
      CI: '',
      ...variables,
    },
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk
  })
  const code = await new Promise<number | null>((resolve) => {
    child.on('close', resolve)
  })
  return { code, output }
}

const deploy = (args: string[] = [], variables: Record<string, string> = {}) =>
  run('deploy', ['--yes', '--skip-smoke', ...args], variables)

const writeEnvironment = (content: unknown) => writeFileSync(join(folder, 'try.json'), JSON.stringify(content))

beforeAll(() => build(), 120_000)

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'environments-'))
  writeEnvironment(environment)
  cloudflare = await startCloudflareStandIn(accountId, token)
  cloudflare.account.zones = [
    { id: 'zone-1', name: 'example.se', status: 'active' },
    { id: 'zone-2', name: 'example-kurser.net', status: 'active' },
    { id: 'zone-3', name: 'example-betalning.se', status: 'pending' },
  ]
})

afterEach(() => {
  cloudflare.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('deploying', { timeout: 120_000 }, () => {
  test('an empty account gets everything, in the jurisdiction, and a second run changes nothing', async () => {
    const first = await deploy([], { SMTP_HOST: 'smtp.example.se', STRIPE_SECRET_KEY: 'sk_live_x' })
    expect(first.output).toContain('✓ worker')
    expect(first.code).toBe(0)
    const { account, writes, refused } = cloudflare
    expect(refused).toEqual([])
    expect(account.databases).toMatchObject([{ name: 'portal-try', jurisdiction: 'eu' }])
    expect(account.buckets).toEqual([
      { name: 'portal-try-files', jurisdiction: 'eu' },
      { name: 'portal-try-backups', jurisdiction: 'eu' },
    ])
    expect(account.queues.map((queue) => [queue.queue_name, queue.consumers.length])).toEqual([
      ['portal-try-jobs', 1],
      ['portal-try-jobs-dead', 0],
    ])
    expect(account.queues[0]?.consumers[0]).toMatchObject({ dead_letter_queue: 'portal-try-jobs-dead' })
    expect(account.records).toEqual([{ zone: 'zone-2', name: '*.example-kurser.net', proxied: true }])
    expect(account.routes).toEqual(['*.example-kurser.net/*'])
    expect(account.domains).toEqual(['utbildning.example.se', 'example-betalning.se'])
    expect(account.schedules).toEqual(['* * * * *'])
    const tables = account.databases[0]?.content.prepare("select name from sqlite_schema where name = 'users'").all()
    expect(tables).toHaveLength(1)
    const bindings = account.versions[0]?.metadata['bindings']
    expect(bindings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'PORTAL_ORIGIN', text: 'https://utbildning.example.se' }),
        expect.objectContaining({ name: 'DATA_JURISDICTION', text: 'eu' }),
        expect.objectContaining({ name: 'FILES', bucket_name: 'portal-try-files', jurisdiction: 'eu' }),
        expect.objectContaining({ name: 'DB', id: account.databases[0]?.uuid }),
      ]),
    )
    expect(Object.keys(account.secrets).sort()).toEqual([
      'PERSONAL_NUMBER_SECRET',
      'SESSION_SECRET',
      'SMTP_HOST',
      'STRIPE_SECRET_KEY',
    ])
    expect(account.secrets['SESSION_SECRET']).toHaveLength(64)
    expect(first.output).not.toContain(account.secrets['SESSION_SECRET'])
    expect(first.output).not.toContain('sk_live_x')
    expect(first.output).toContain(
      'Card payments: incomplete. STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET is missing.',
    )
    expect(first.output).toContain('the domain is pending')
    const secretsFile = join(folder, 'try.secrets.local')
    expect(readFileSync(secretsFile, 'utf8')).toContain(`SESSION_SECRET=${account.secrets['SESSION_SECRET']}`)
    expect(statSync(secretsFile).mode & 0o777).toBe(0o600)

    writes.length = 0
    const second = await deploy()
    expect(second.output).toContain('nothing: the account has it all')
    expect(second.code).toBe(0)
    expect(writes).toEqual([])

    writeEnvironment({ ...environment, variables: { CALLS_PER_MINUTE: '600' } })
    const third = await deploy()
    expect(third.code).toBe(0)
    // A random id of the account may contain `d1`.
    expect(writes.filter((write) => /^\w+ (?:.*\/)?(?:d1\/|r2\/|dns_)/.test(write))).toEqual([])
    expect(account.versions).toHaveLength(2)
    expect(account.versions[1]?.metadata['bindings']).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'CALLS_PER_MINUTE', text: '600' })]),
    )

    const [before] = account.versions
    const rolledBack = await run('rollback', ['--yes', '--skip-smoke'])
    expect(rolledBack.output).toContain(`goes back to the version ${before?.id}`)
    expect(rolledBack.code).toBe(0)
    expect(account.versions.at(-1)?.id).toBe(before?.id)
    expect(refused).toEqual([])
  })

  test.each([
    ['the schema', /^POST \/d1\/database\/.+\/query$/],
    ['the upload', /^PUT \/workers\/scripts\/portal-try$/],
    ['the queue’s consumer', /^POST \/queues\/.+\/consumers$/],
  ])('a run that fails at %s is continued by the next', async (_what, path) => {
    cloudflare.failure.path = path
    const broken = await deploy()
    expect(broken.code).toBe(1)
    cloudflare.failure.path = null
    const whole = await deploy()
    expect(whole.code).toBe(0)
    expect(cloudflare.account.databases).toHaveLength(1)
    expect(cloudflare.account.buckets).toHaveLength(2)
    expect(cloudflare.account.queues[0]?.consumers).toHaveLength(1)
    expect((await deploy()).output).toContain('nothing: the account has it all')
  })

  test('a pipeline does not generate secrets that would be lost with its machine', async () => {
    const refused = await deploy([], { CI: '1' })
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('would be generated and lost') })
    expect(cloudflare.writes).toEqual([])
    const given = await deploy([], { CI: '1', SESSION_SECRET: 'x'.repeat(64), PERSONAL_NUMBER_SECRET: 'y'.repeat(64) })
    expect(given.code).toBe(0)
    expect(cloudflare.account.secrets['SESSION_SECRET']).toBe('x'.repeat(64))
  })

  test('a dry run prints the plan and changes nothing', async () => {
    const { code, output } = await run('deploy', ['--dry-run'])
    expect(code).toBe(0)
    expect(output).toContain('create the D1 database portal-try in the jurisdiction eu')
    expect(cloudflare.writes).toEqual([])
  })

  test('without an environment and without a sign-in, a dry run plans for an empty account', async () => {
    rmSync(join(folder, 'try.json'))
    const { code, output } = await run('deploy', ['--dry-run'], {
      CLOUDFLARE_API_TOKEN: '',
      HOME: folder,
      XDG_CONFIG_HOME: folder,
    })
    expect(output).toContain('this is the plan for an empty account')
    expect(output).toContain('create the D1 database utbildningsportalen-try in the jurisdiction eu')
    expect(code).toBe(0)
  })

  test('a database that lies elsewhere, or is of a later release, is left alone', async () => {
    const content = new DatabaseSync(':memory:')
    cloudflare.account.databases.push({ uuid: 'one', name: 'portal-try', jurisdiction: null, content })
    const elsewhere = await deploy()
    expect(elsewhere.code).toBe(1)
    expect(elsewhere.output).toContain('lies in no jurisdiction')
    content.exec(
      "create table d1_migrations (id integer primary key, name text); insert into d1_migrations (name) values ('9999_later.sql')",
    )
    cloudflare.account.databases[0] = { uuid: 'one', name: 'portal-try', jurisdiction: 'eu', content }
    const later = await deploy()
    expect(later.code).toBe(1)
    expect(later.output).toContain('9999_later.sql')
    expect(cloudflare.writes).toEqual([])
  })

  test('a wrong token, a wrong file and no answer are said in words', async () => {
    const wrongToken = await deploy([], { CLOUDFLARE_API_TOKEN: 'other' })
    expect(wrongToken).toMatchObject({ code: 1, output: expect.stringContaining('Authentication error') })
    writeEnvironment({ ...environment, paymentHost: 'betalning.example-kurser.net', variables: { SMTP_PASSWORD: 'x' } })
    const wrongFile = await deploy()
    expect(wrongFile).toMatchObject({ code: 1 })
    expect(wrongFile.output).toContain('paymentHost and contentHost must be hosts of their own')
    expect(wrongFile.output).toContain('SMTP_PASSWORD is no variable')
    rmSync(join(folder, 'try.json'))
    expect(await deploy()).toMatchObject({
      code: 1,
      output: expect.stringContaining('environments/try.json is missing'),
    })
  })
})

test('the doctor names what an account lacks', { timeout: 60_000 }, async () => {
  const { code, output } = await run('doctor', ['--skip-smoke'])
  expect(code).toBe(1)
  expect(output).toContain('✗ the database exists: portal-try is missing; run npm run deploy')
  expect(output).toContain('✗ the queues exist: portal-try-jobs, portal-try-jobs-dead missing')
  expect(output).toContain('✗ the domains are active: paymentHost is pending')
  expect(cloudflare.writes).toEqual([])
})
