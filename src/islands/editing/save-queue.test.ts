import { expect, test } from 'vitest'
import { createSaveQueue } from './save-queue.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 8, minute))

/** A stored value that accepts a save only over its current version, as the server does. */
function stored() {
  let lastChange = at(0)
  const tried: Date[] = []
  return {
    tried,
    storeFromElsewhere: () => {
      lastChange = new Date(lastChange.getTime() + 1)
    },
    async save(over: Date) {
      tried.push(over)
      await null
      if (over.getTime() !== lastChange.getTime()) throw new Error('changed_meanwhile')
      lastChange = new Date(lastChange.getTime() + 60_000)
      return { lastChange }
    },
  }
}

test('concurrent saves run one after the other, each on the version of the previous one', async () => {
  const save = createSaveQueue()
  const thing = stored()
  const answers = await Promise.all([1, 2, 3].map(() => save(at(0), thing.save)))
  expect(answers.map(({ lastChange }) => lastChange)).toEqual([at(1), at(2), at(3)])
  expect(thing.tried).toEqual([at(0), at(1), at(2)])
})

test('a change by somebody else makes the next save conflict, and a failed save blocks no other', async () => {
  const save = createSaveQueue()
  const thing = stored()
  await save(at(0), thing.save)
  thing.storeFromElsewhere()
  const [late, next] = await Promise.allSettled([save(at(0), thing.save), save(at(0), thing.save)])
  expect([late?.status, next?.status]).toEqual(['rejected', 'rejected'])
  // A fresh read saves over the new version; a draft begun before it still conflicts.
  const found = new Date(at(1).getTime() + 1)
  await save(found, thing.save)
  await expect(save(at(0), thing.save)).rejects.toThrow('changed_meanwhile')
})
