import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { namingOrigin } from '#api/courses/xapi/agent.ts'
import { signedIn } from '../../portal.ts'
import { anotherSystem, type System, statement } from '../../xapi/another-system.ts'
import { merge, office, rowsOf, undo } from './fixtures.ts'

vi.setConfig({ testTimeout: 60_000 })

const agentOf = ({ id }: { id: number }) => ({
  objectType: 'Agent',
  account: { homePage: namingOrigin(env), name: String(id) },
})
const findBy = (system: System, person: { id: number }) =>
  system.find({ agent: JSON.stringify(agentOf(person)), ascending: 'true' })

test('a query by the agent of the person who stays finds statements of the merged-away one, as they were written', async () => {
  const system = await anotherSystem('IntegrationRead', 'IntegrationWrite')
  const [into, from] = [await signedIn(), await signedIn()]
  const ids = await system.post(statement({ actor: agentOf(into) }), statement({ actor: agentOf(from) }))
  const find = (person: { id: number }) => findBy(system, person)
  expect(await find(into)).toEqual([ids[0]])
  const done = await merge({ into, from })
  expect(await find(into)).toEqual(ids)
  expect(await find(from)).toEqual([ids[1]])
  const [stored] = await rowsOf<{ name: string }>(
    "select statement ->> '$.actor.account.name' as name from xapi_statements where id = ?",
    ids[1],
  )
  expect(stored?.name).toBe(String(from.id))
  await undo(done)
  expect(await find(into)).toEqual([ids[0]])
})

test('a removal of the data of the person who stays takes the statements under the old agent too', async () => {
  const system = await anotherSystem('IntegrationRead', 'IntegrationWrite')
  const [into, from, third] = [await signedIn(), await signedIn(), await signedIn()]
  await system.post(...[into, from, third].map((person) => statement({ actor: agentOf(person) })))
  await merge({ into, from })
  expect(await office.json('POST', '/Statements/forget', { userId: into.id })).toMatchObject({ statements: 2 })
  for (const person of [into, from]) expect(await findBy(system, person)).toEqual([])
  expect(await findBy(system, third)).toHaveLength(1)
})
