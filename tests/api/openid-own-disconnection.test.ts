import { expect, test } from 'vitest'
import { configurePortal } from '../configuration.ts'
import { listMails } from '../email-changes.ts'
import { insertFederation } from '../federation.ts'
import { createStaff, groups, readActions } from '../openid.ts'
import { signedIn } from '../portal.ts'

await insertFederation()
await configurePortal({ features: ['RoleManagement'] })
const chief = await signedIn({ roles: { SuperAdministrator: {} } })

const keptLink = { status: 403, code: 'oidc_link_kept' }

test('a person whom no group gives a role disconnects themselves', async () => {
  const { person, email, signIn, disconnect, access, roles } = await createStaff({ Educator: {} })
  await signIn(groups('teachers'))
  expect((await access()).connections).toEqual([{ kind: 'openIdConnect' }])
  for (const _time of [1, 2]) expect(await disconnect()).toMatchObject({ status: 204 })
  expect((await access()).connections).toEqual([])
  expect(await roles()).toEqual(['Educator'])
  expect((await readActions(person.id)).at(-1)).toBe('openIdConnect.forgotten')
  const mails = (await listMails(email)).map(({ name }) => name).filter((name) => name?.startsWith('staffSignIn'))
  expect(mails).toEqual(['staffSignInForgotten', 'staffSignInConnected'])
})

test('the office disconnects a person whom a group gives a role', async () => {
  const { person, signIn, disconnect, access, roles } = await createStaff({ Educator: {} })
  await signIn(groups('office'))
  expect(await disconnect()).toEqual(keptLink)
  expect((await access()).connections).toEqual([{ kind: 'openIdConnect' }])
  expect(await roles()).toEqual(['Administrator', 'Educator'])
  expect((await chief.fetch('DELETE', `/ExternalLogin/oidc/link/${person.id}`)).status).toBe(204)
  expect(await roles()).toEqual(['Educator'])
  expect((await access()).connections).toEqual([])
})

test('a person from whom the office took a role does not disconnect, to link another account of theirs', async () => {
  const { person, email, signIn, disconnect } = await createStaff({ Educator: {} })
  await signIn(groups('office'))
  expect((await chief.fetch('DELETE', `/User/${person.id}/roles/Administrator`)).status).toBe(200)
  expect(await disconnect()).toEqual(keptLink)
  await signedIn({ email, roles: { Educator: {} } })
  expect(await signIn(groups('office'))).toBe(200)
  expect((await readActions(person.id)).at(-1)).toBe('session.opened')
  expect(await signIn(groups())).toBe(200)
  expect(await disconnect()).toMatchObject({ status: 204 })
})

test('a person whose role is limited by hand does not disconnect while a group gives it to others', async () => {
  const { person, signIn, disconnect } = await createStaff({ Administrator: { Organization: [2] } })
  await signIn(groups('office'))
  expect(await disconnect()).toEqual(keptLink)
  const body = { role: 'Administrator', extensions: {} }
  expect((await chief.fetch('PUT', `/User/${person.id}/roles/extensions`, body)).status).toBe(200)
  expect(await disconnect()).toMatchObject({ status: 204 })
})
