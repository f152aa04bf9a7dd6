import { expect, test } from 'vitest'
import { ChecklistItem } from '#api/questions.ts'
import { withNewItem } from './checklist.ts'

const items = [1, 2, 3].map((id) => ({ id, text: `Punkt ${id}`, required: true }))

test('a new item never gets the id of a removed one, under which results stand', () => {
  const [, , , first] = withNewItem(items)
  expect(withNewItem(items.slice(0, 2)).at(-1)?.id).not.toBe(3)
  const again = withNewItem(items)
  expect(again.at(-1)?.id).not.toBe(first?.id)
})

test('a new item is at the end, and the server accepts its id', () => {
  const added = withNewItem(items)
  expect(added.slice(0, 3)).toEqual(items)
  const filled = { ...added.at(-1), text: 'Bromsar' }
  expect(ChecklistItem.parse(filled)).toEqual(filled)
})
