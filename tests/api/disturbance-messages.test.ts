import { beforeEach, expect, test } from 'vitest'
import type { DisturbanceMessage } from '#api/foundation/disturbance-messages/contract.ts'
import { disturbanceMessages } from '#api/foundation/disturbance-messages/table.ts'
import { listAuditEntries } from '../audit.ts'
import { anonymous, database, type Person, signedIn } from '../portal.ts'
import { bodyOf } from '../response-body.ts'
import { inMinutes } from '../time.ts'

let superadministrator: Person

beforeEach(async () => {
  await database().query.delete(disturbanceMessages)
  superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
})

const create = async (body: object) => superadministrator.fetch('POST', '/DisturbanceMessage', body)
const created = (body: object) => bodyOf<DisturbanceMessage>(create(body))
const current = async () => (await anonymous('GET', '/DisturbanceMessage/current')).json()

test('without a message there is no banner', async () => {
  expect(await current()).toBeNull()
})

test('a visitor sees the current message, not past or future ones', async () => {
  await created({ content: 'Var', from: inMinutes(-60).toISOString(), to: inMinutes(-1).toISOString() })
  await created({ content: 'Blir', from: inMinutes(5).toISOString() })
  expect(await current()).toBeNull()
  const now = await created({ content: 'Är', from: inMinutes(-5).toISOString(), to: inMinutes(5).toISOString() })
  expect(now.active).toBe(true)
  expect(await current()).toMatchObject({ id: now.id, content: 'Är' })
  expect((await listAuditEntries('disturbanceMessage'))[0]).toMatchObject({
    action: 'disturbanceMessage.created',
    targetId: String(now.id),
  })
})

test('the newest message is shown, and a removed one is not', async () => {
  await created({ content: 'Gammal' })
  const newest = await created({ content: 'Ny' })
  expect(await current()).toMatchObject({ content: 'Ny' })
  expect((await superadministrator.fetch('DELETE', `/DisturbanceMessage/${newest.id}`)).status).toBe(204)
  expect(await current()).toMatchObject({ content: 'Gammal' })
  expect((await superadministrator.fetch('DELETE', `/DisturbanceMessage/${newest.id}`)).status).toBe(404)
})

test('a message is read, listed and changed; a version conflict is refused', async () => {
  const message = await created({ content: 'Före' })
  const change = (content: string) =>
    superadministrator.fetch('PUT', '/DisturbanceMessage', { ...message, content, active: undefined })
  expect(await (await change('Efter')).json()).toMatchObject({ id: message.id, content: 'Efter', from: null })
  expect((await change('För sent')).status).toBe(409)
  const read = await superadministrator.fetch('GET', `/DisturbanceMessage/${message.id}`)
  expect(await read.json()).toMatchObject({ content: 'Efter' })
  const list = await superadministrator.fetch('GET', '/DisturbanceMessage')
  expect(await list.json()).toMatchObject([{ id: message.id, content: 'Efter', active: true }])
  const missing = await superadministrator.fetch('PUT', '/DisturbanceMessage', { id: 999_999, content: 'x' })
  expect(missing.status).toBe(404)
})

test('an empty message, a too long one and one that ends before it starts are refused', async () => {
  expect((await create({ content: '' })).status).toBe(400)
  const unseen = await create({ content: '\u200b\u00a0' })
  expect(await unseen.json()).toMatchObject({ fields: { content: 'Fyll i fältet.' } })
  expect((await create({ content: 'x'.repeat(1001) })).status).toBe(400)
  expect((await create({ content: 'x', from: '2026-01-01' })).status).toBe(400)
  const backwards = await create({ content: 'x', from: inMinutes(5).toISOString(), to: inMinutes(1).toISOString() })
  expect(backwards.status).toBe(400)
  expect(await backwards.json()).toMatchObject({ fields: { to: 'Slutet måste vara efter början.' } })
})

test('nobody but a superadministrator manages messages', async () => {
  const administrator = await signedIn({ roles: { Administrator: {} } })
  expect((await administrator.fetch('GET', '/DisturbanceMessage')).status).toBe(403)
  expect((await administrator.fetch('GET', '/DisturbanceMessage/1')).status).toBe(403)
  expect((await administrator.fetch('POST', '/DisturbanceMessage', { content: 'x' })).status).toBe(403)
  expect((await administrator.fetch('PUT', '/DisturbanceMessage', { id: 1, content: 'x' })).status).toBe(403)
  expect((await administrator.fetch('DELETE', '/DisturbanceMessage/1')).status).toBe(403)
  expect((await anonymous('GET', '/DisturbanceMessage')).status).toBe(401)
})
