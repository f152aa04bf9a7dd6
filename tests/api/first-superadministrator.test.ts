import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { hashPassword } from '#api/people/authentication/passwords/password-hash.ts'
import { listSuperadministrators, toStatements } from '../../tools/first-superadministrator/statements.ts'
import { listAuditEntries } from '../audit.ts'
import { anonymous, call, signedIn } from '../portal.ts'

vi.setConfig({ testTimeout: 30_000 })

const password = 'tillfälligt-1234'
const person = { userName: "anna.o'berg", firstName: 'Anna', lastName: "O'Berg; drop", email: 'anna@example.se' }

async function make(given = person): Promise<string[]> {
  const now = new Date()
  const expiresAt = new Date(now.getTime() + 86_400_000)
  const statements = toStatements({ person: given, passwordHash: await hashPassword(password), now, expiresAt })
  await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)))
  const { results } = await env.DB.prepare(listSuperadministrators).all<{ user_name: string }>()
  return results.map((row) => row.user_name)
}

const login = (given: string) =>
  anonymous('POST', '/Authentication/Login', { username: person.userName, password: given })

test('an empty portal gets a superadministrator, who must choose a password first', async () => {
  expect(await make()).toEqual([person.userName])
  const answer = await login(password)
  expect(answer.status).toBe(200)
  const fetch = call((await answer.json<{ token: string }>()).token)
  expect(await (await fetch('GET', '/Mails')).json()).toMatchObject({ code: 'password_change_required' })
  const chosen = { newPassword: 'korrekt häst batteri', passwordVerification: 'korrekt häst batteri' }
  expect((await fetch('POST', '/Authentication/ChangePassword', { password, ...chosen })).status).toBe(204)
  expect((await fetch('GET', '/Mails')).status).toBe(200)
  expect((await listAuditEntries('user')).at(-1)).toMatchObject({
    action: 'user.created',
    data: { role: 'SuperAdministrator' },
  })
  expect(await (await fetch('POST', '/User/filtered', { searchString: "O'Berg" })).json()).toMatchObject({ total: 1 })
})

test('a portal that has one is unchanged: it gets neither a second one nor a person', async () => {
  await signedIn({ userName: 'sven', roles: { SuperAdministrator: {} } })
  const before = await make({ ...person, userName: 'bertil' })
  expect(before).toContain('sven')
  expect(before).not.toContain('bertil')
  expect(await env.DB.prepare("select count(*) as n from users where user_name = 'bertil'").first('n')).toBe(0)
})
