import { beforeEach, expect, test } from 'vitest'
import { gdprContacts } from '#api/office/gdpr/table.ts'
import { listAuditEntries } from '../audit.ts'
import { anonymous, database, signedIn } from '../portal.ts'

beforeEach(() => database().query.delete(gdprContacts))

const contact = { email: 'dataskydd@forbundet.se', phone: '+46 8 123 45 67' }

test('a visitor reads the contact that a superadministrator has entered', async () => {
  expect(await (await anonymous('GET', '/gdpr')).json()).toBeNull()
  const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
  const saved = await superadministrator.fetch('PUT', '/gdpr', contact)
  expect(await saved.json()).toMatchObject(contact)
  expect(await (await anonymous('GET', '/gdpr')).json()).toMatchObject(contact)
  expect((await listAuditEntries('gdprContact'))[0]).toMatchObject({
    userId: superadministrator.id,
    data: { after: contact },
  })
})

test('a version conflict is refused', async () => {
  const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
  const read = await superadministrator.json<{ lastChange: string }>('PUT', '/gdpr', contact)
  const change = () => superadministrator.fetch('PUT', '/gdpr', { ...contact, lastChange: read.lastChange })
  expect((await change()).status).toBe(200)
  expect((await change()).status).toBe(409)
})

test('a contact needs a valid address and number, and the caller the right role', async () => {
  const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
  const wrong = await superadministrator.fetch('PUT', '/gdpr', { email: 'nej', phone: 'ring' })
  expect(wrong.status).toBe(400)
  expect(await wrong.json()).toMatchObject({
    fields: {
      email: 'Skriv en e-postadress, till exempel namn@forening.se.',
      phone: 'Skriv ett telefonnummer med siffror, till exempel 070-123 45 67.',
    },
  })
  const administrator = await signedIn({ roles: { Administrator: {} } })
  expect((await administrator.fetch('PUT', '/gdpr', contact)).status).toBe(403)
})
