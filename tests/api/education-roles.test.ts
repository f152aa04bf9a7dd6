import { beforeEach, expect, test } from 'vitest'
import type { EducationRole } from '#api/catalogue/education-roles/contract.ts'
import { educationRoles } from '#api/catalogue/education-roles/table.ts'
import { listAuditEntries } from '../audit.ts'
import { anonymous, database, type Person, signedIn } from '../portal.ts'
import { bodyOf } from '../response-body.ts'

let superadministrator: Person

beforeEach(async () => {
  await database().query.delete(educationRoles)
  superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
})

const save = (body: unknown) => superadministrator.fetch('PUT', '/EducationRole', body)
const list = () => superadministrator.json<EducationRole[]>('GET', '/EducationRole')

test('one saved role is returned as one role, and members can read it', async () => {
  const saved = await bodyOf<EducationRole>(save({ name: ' Flaggvakt ', group: 5, order: 2 }))
  expect(saved).toMatchObject({ name: 'Flaggvakt', group: 5, order: 2, active: true })
  expect(await (await (await signedIn()).fetch('GET', '/EducationRole')).json()).toEqual([saved])
  expect((await listAuditEntries('educationRole'))[0]).toMatchObject({
    action: 'educationRole.saved',
    targetId: String(saved.id),
  })
})

test('a list is saved whole: new ones get ids, known ones change, in the order given', async () => {
  const known = await bodyOf<EducationRole>(save({ name: 'Domare', group: 7 }))
  const response = await save([
    { name: 'Banchef', group: 6, order: 1 },
    { ...known, active: false },
    { name: 'Förare', group: 2, order: 3 },
  ])
  const saved = await bodyOf<EducationRole[]>(response)
  expect(saved.map(({ name, active }) => [name, active])).toEqual([
    ['Banchef', true],
    ['Domare', false],
    ['Förare', true],
  ])
  expect(saved[1]?.id).toBe(known.id)
  expect((await list()).map((role) => role.id).sort()).toEqual(saved.map((role) => role.id).sort())
  const audited = (await listAuditEntries('educationRole')).slice(0, 3).map((entry) => entry.targetId)
  expect(audited.reverse()).toEqual(saved.map((role) => String(role.id)))
})

test('one version conflict in a list refuses the whole list', async () => {
  const known = await bodyOf<EducationRole>(save({ name: 'Domare', group: 7 }))
  expect((await save({ ...known, name: 'Huvuddomare' })).status).toBe(200)
  expect(
    (
      await save([
        { name: 'Ny', group: 0 },
        { ...known, name: 'För sent' },
      ])
    ).status,
  ).toBe(409)
  expect((await list()).map((role) => role.name)).toEqual(['Huvuddomare'])
})

test('a role needs a name and an existing group; an unknown id is refused', async () => {
  expect((await save({ name: '', group: 0 })).status).toBe(400)
  expect((await save({ name: 'x', group: 8 })).status).toBe(400)
  expect((await save([])).status).toBe(400)
  expect((await save({ id: 999, name: 'x', group: 1 })).status).toBe(404)
})

test('nobody but a superadministrator saves roles', async () => {
  const administrator = await signedIn({ roles: { Administrator: {} } })
  expect((await administrator.fetch('PUT', '/EducationRole', { name: 'x', group: 1 })).status).toBe(403)
  expect((await anonymous('GET', '/EducationRole')).status).toBe(401)
})
