import { expect, test } from 'vitest'
import { applyDraft, defaultConfiguration, sections, toDraft } from './sections.ts'

test('every field except the version and the licence of leaders belongs to exactly one form', () => {
  const all = Object.values(sections).flat()
  const { lastChange: _, studyLeaderLicenseId: _onThePageOfReports, ...fields } = defaultConfiguration
  expect([...all].sort()).toEqual(Object.keys(fields).sort())
})

test('a form saves its own fields only', () => {
  const draft = {
    ...toDraft('general', defaultConfiguration),
    organizationName: 'Motor',
    passwordExpiryDays: ' 30 ',
    mailFrom: '',
  }
  const meanwhile = { ...defaultConfiguration, accentColor: '#aa0000' }
  expect(applyDraft(draft, meanwhile)).toEqual({
    ...meanwhile,
    organizationName: 'Motor',
    passwordExpiryDays: 30,
    mailFrom: null,
  })
})

test('an invalid number is sent unchanged', () => {
  expect(JSON.stringify(applyDraft({ inactiveMonths: 'många' }, defaultConfiguration))).toContain(
    '"inactiveMonths":"många"',
  )
  expect(applyDraft({ inactiveMonths: ' ' }, defaultConfiguration).inactiveMonths).toBeNull()
})
