import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { emailChanges } from '#api/people/email-changes/table.ts'
import { changeEmailAs, createClubAdministrator, createMember } from '../email-changes.ts'
import { insertFederation } from '../federation.ts'
import { openIdSettings, openStaffBrowser, planPerson, readActions, readRoles } from '../openid.ts'
import { database } from '../portal.ts'
import { inHours } from '../time.ts'

vi.setConfig({ testTimeout: 30_000 })
await insertFederation()
const { query } = database()

test('an address that another person wrote links no account for 72 hours', async () => {
  const milo = await createMember()
  const email = await changeEmailAs(await createClubAdministrator(), milo)
  await planPerson({ sub: 'moved', email, email_verified: true, groups: ['office'] })
  const browser = openStaffBrowser(openIdSettings, milo.token)
  expect(await browser.signIn()).toMatchObject({ status: 403, code: 'oidc_refused' })
  expect(await readRoles(milo.id)).not.toContain('Administrator')
  expect(await readActions(milo.id)).not.toContain('openIdConnect.connected')

  const [change] = await query.select().from(emailChanges).where(eq(emailChanges.userId, milo.id))
  if (!change) throw new Error('the change was not noted')
  await query.delete(emailChanges).where(eq(emailChanges.id, change.id))
  const confirmedAt = inHours(-72)
  await query.insert(emailChanges).values({ ...change, createdAt: confirmedAt, confirmedAt })
  expect(await browser.signIn()).toMatchObject({ status: 200, userId: milo.id })
})
