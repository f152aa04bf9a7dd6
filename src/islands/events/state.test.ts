import { expect, test } from 'vitest'
import type { Event } from '#api/catalogue/events/contract.ts'
import { createEventsState, type EventCalls, validateContent } from './state.ts'

const at = new Date('2026-05-01T10:00:00Z')
const event = (id: number, content: string): Event => {
  return { id, content, created: at, modified: at, createdByUserId: 1, createdByName: 'Eva Ek' }
}
const first = event(1, 'Första')
const second = event(2, 'Andra')
const eva = { id: 1, name: 'Eva Ek' }
const refuse = () => Promise.reject(new Error('Du har loggats ut.'))

const calls: EventCalls = {
  create: async (content) => event(3, content),
  change: async (changed, content) => ({ ...changed, content }),
  remove: async () => undefined,
}
const contents = ({ $state }: ReturnType<typeof createEventsState>) => $state.get().events.map(({ content }) => content)

test('a new event is listed first at once, and gets its id from the response', async () => {
  const store = createEventsState([second, first], eva, calls)
  store.create()
  store.type('  Ny  ')
  const saving = store.save()
  expect(store.$state.get().draft).toBeNull()
  expect(store.$state.get().events[0]).toMatchObject({ content: 'Ny', saving: true, createdByName: 'Eva Ek' })
  await saving
  expect(store.$state.get().events[0]).toEqual(event(3, 'Ny'))
})

test('a refused new event is removed, and the editor has the typed text and the reason', async () => {
  const store = createEventsState([first], eva, { ...calls, create: refuse })
  store.create()
  store.type('Viktigt')
  await store.save()
  expect(contents(store)).toEqual(['Första'])
  expect(store.$state.get().draft).toEqual({ event: null, content: 'Viktigt', problem: 'Du har loggats ut.' })
})

test('a changed event stays in its place', async () => {
  const store = createEventsState([second, first], eva, calls)
  store.edit(first)
  store.type('Ändrad')
  const saving = store.save()
  expect(contents(store)).toEqual(['Andra', 'Ändrad'])
  await saving
  expect(store.$state.get().events[1]).toEqual({ ...first, content: 'Ändrad' })
})

test('a refused change restores the old text, and the editor has the typed text', async () => {
  const store = createEventsState([second, first], eva, { ...calls, change: refuse })
  store.edit(first)
  store.type('Ändrad')
  await store.save()
  expect(contents(store)).toEqual(['Andra', 'Första'])
  expect(store.$state.get().draft).toMatchObject({ event: first, content: 'Ändrad', problem: 'Du har loggats ut.' })
})

test('no other edit begins during a save, so that a refused text can return to the editor', async () => {
  const store = createEventsState([first], eva, { ...calls, create: refuse })
  store.create()
  store.type('Viktigt')
  const saving = store.save()
  store.edit(first)
  expect(store.$state.get().draft).toBeNull()
  await saving
  expect(store.$state.get().draft?.content).toBe('Viktigt')
})

test('a newer list is shown, unless an event is being edited', () => {
  const store = createEventsState([first], eva, calls)
  store.receive([second, first])
  expect(contents(store)).toEqual(['Andra', 'Första'])
  store.edit(first)
  store.receive([])
  expect(contents(store)).toEqual(['Andra', 'Första'])
  expect(store.$state.get().draft?.event).toBe(first)
})

test('cancelling changes nothing', () => {
  const store = createEventsState([first], eva, calls)
  store.edit(first)
  store.type('Annat')
  store.cancel()
  expect(contents(store)).toEqual(['Första'])
  expect(store.$state.get().draft).toBeNull()
})

test('removing requires confirmation, and a refused removal restores the event with the reason', async () => {
  const removed: number[] = []
  const remove = async ({ id }: Event) => removed.push(id)
  const store = createEventsState([second, first], eva, { ...calls, remove })
  store.askToRemove(first)
  expect(contents(store)).toEqual(['Andra', 'Första'])
  store.askToRemove(null)
  await store.remove()
  expect(removed).toEqual([])
  store.askToRemove(first)
  await store.remove()
  expect(removed).toEqual([1])
  expect(contents(store)).toEqual(['Andra'])

  const refused = createEventsState([second, first], eva, { ...calls, remove: refuse })
  refused.askToRemove(second)
  await refused.remove()
  expect(contents(refused)).toEqual(['Andra', 'Första'])
  expect(refused.$state.get().failure).toBe('Du har loggats ut.')
})

test('an empty text and one over 140 characters are not sent', async () => {
  expect(validateContent('  ')).toBe('contentMissing')
  expect(validateContent('🏁'.repeat(140))).toBeUndefined()
  expect(validateContent('å'.repeat(141))).toBe('contentTooLong')
  const store = createEventsState([], eva, { ...calls, create: refuse })
  store.create()
  store.type('å'.repeat(141))
  await store.save()
  expect(store.$state.get().draft?.problem).toBe('contentTooLong')
})
