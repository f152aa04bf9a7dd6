import { expect, test } from 'vitest'
import { emptyList, listRows, loadList, withRows } from './loaded-list.ts'

const rows = [
  { id: 7, name: 'Rally' },
  { id: 3, name: 'Enduro' },
]
const reason = (error: unknown) => (error instanceof Error ? error.message : '')
const failing = () => Promise.reject(new Error('Något gick fel hos oss.'))

test('a list is loading, then a map by id in its order', async () => {
  expect(emptyList()).toEqual({ status: 'loading', byId: new Map(), error: null })
  const list = await loadList(Promise.resolve(rows), reason)
  expect(list).toEqual({ status: 'success', byId: new Map(rows.map((row) => [row.id, row])), error: null })
  expect(listRows(list)).toEqual(rows)
})

test('a failed load keeps the error text and the rows before, until a load succeeds', async () => {
  const failed = await loadList(failing(), reason, withRows(rows))
  expect(failed).toEqual({ status: 'error', byId: withRows(rows).byId, error: 'Något gick fel hos oss.' })
  const again = await loadList(failing(), reason, failed)
  expect(again.error).toBe('Något gick fel hos oss.')
  expect((await loadList(Promise.resolve(rows), reason, again)).error).toBeNull()
})
