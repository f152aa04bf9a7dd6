import { expect, test, vi } from 'vitest'
import { callerGroups } from '#api/actor.ts'
import type { EditableMemberRow } from '#api/people/member-imports/contract.ts'
import { insertFederation } from '../../federation.ts'
import { createActors } from '../../scope/actors.ts'
import { insertCourse } from '../../scope/federation.ts'
import { clubAdministratorOf, csv, getBatch, stage } from './fixtures.ts'

vi.setConfig({ testTimeout: 60_000 })
await insertFederation()
const actors = await createActors(await insertCourse('Alfa'))
const owner = await clubAdministratorOf(20)
await stage(owner, csv('Mia;Rad;1990-13-01;mia@row.example;;'))
const path = `/MemberImports/${(await getBatch(owner)).id}/rows/2`
const staged = await owner.json<EditableMemberRow & { lastChange: string }>('GET', path)

test.each(actors)('$name neither sees nor corrects a row of somebody else’s file', async ({ person, roles }) => {
  const status = callerGroups.usersOffice({ roles }) ? 404 : 403
  expect((await person.fetch('GET', path)).status).toBe(status)
  const edit = { cells: { birth: '1990-12-01' }, lastChange: staged.lastChange }
  expect((await person.fetch('PUT', path, edit)).status).toBe(status)
  expect(await (await person.fetch('GET', '/MemberImports/errorsFile')).text()).not.toContain('Mia')
  expect(await owner.json('GET', path)).toEqual(staged)
})
