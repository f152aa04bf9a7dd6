import { expect, test } from 'vitest'
import { draftOf, savedOf, sections, unset } from './sections.ts'

test('every field belongs to one form, but for the version', () => {
  const all = Object.values(sections).flat()
  const { lastChange: _, ...fields } = unset
  expect([...all].sort()).toEqual(Object.keys(fields).sort())
})

test('a form saves its own fields over whatever the others are by now', () => {
  const draft = { ...draftOf('general', unset), organizationName: 'Motor', passwordExpiryDays: ' 30 ', mailFrom: '' }
  const meanwhile = { ...unset, accentColor: '#aa0000' }
  expect(savedOf(draft, meanwhile)).toEqual({
    ...meanwhile,
    organizationName: 'Motor',
    passwordExpiryDays: 30,
    mailFrom: null,
  })
})

test('a number that is none is not made one', () => {
  expect(JSON.stringify(savedOf({ inactiveMonths: 'många' }, unset))).toContain('"inactiveMonths":"många"')
  expect(savedOf({ inactiveMonths: ' ' }, unset).inactiveMonths).toBeNull()
})
