import { expect, test, vi } from 'vitest'
import { signedIn } from '../../portal.ts'
import { merge, office, rowsOf, run, undo } from './fixtures.ts'

vi.setConfig({ testTimeout: 60_000 })

const emailOf = async (id: number) => (await rowsOf('select email from users where id = ?', id))[0]?.['email']
const press = async (id: number) => {
  const response = await office.fetch('POST', `/PersonMerges/${id}/undo`)
  return { status: response.status, body: await response.json<{ code?: string; message?: string }>() }
}

/** Merges two people into one, each with the other's address. */
async function mergeTwice() {
  const into = await signedIn({ firstName: 'Bo', email: 'bo@stays.example' })
  const first = await signedIn({ firstName: 'Bosse', lastName: 'Andersson', email: 'bo@first.example' })
  const second = await signedIn({ firstName: 'Bo', lastName: 'Cederlund', email: 'bo@second.example' })
  const one = await merge({ from: first, into }, { email: 'from' })
  const two = await merge({ from: second, into }, { email: 'from' })
  return { into, first, second, one, two }
}

test('merges into one person are undone newest first, and every address is back where it was', async () => {
  const { into, first, second, one, two } = await mergeTwice()
  const refused = await press(one.id)
  expect([refused.status, refused.body.code]).toEqual([409, 'merge_undo_later_first'])
  expect(refused.body.message).toContain('Bo Cederlund')
  expect(await undo(two)).toMatchObject({ state: 2, kept: [] })
  expect(await emailOf(into.id)).toBe('bo@first.example')
  expect(await undo(one)).toMatchObject({ state: 2, kept: [] })
  expect(await Promise.all([into, first, second].map(({ id }) => emailOf(id)))).toEqual([
    'bo@stays.example',
    'bo@first.example',
    'bo@second.example',
  ])
})

test('of two presses at once only the one of the newest merge passes, and the database itself refuses the other', async () => {
  const { one, two } = await mergeTwice()
  const answers = await Promise.all([press(one.id), press(two.id)])
  expect(answers.map(({ status }) => status)).toEqual([409, 200])
  const write = 'update person_merges set state = 1 where id = ?'
  await run('update person_merges set state = 2 where id = ? and state = 1', two.id)
  await expect(run(write, one.id)).resolves.toBeDefined()
  const again = await mergeTwice()
  await expect(run(write, again.one.id)).rejects.toThrow('merge_undo_later_first')
})
